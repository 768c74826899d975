import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ItemView, ToolCallItem } from '../../../shared/model/item';
import type { ItemSpine } from '../../../shared/model/session';
import { useItemView } from '../../stores/use-item-view';
import { selectItem } from '../../stores/selection';
import { useSession } from '../../stores/session';
import { cx } from '../../ui/cx';
import { DecisionChip } from '../../ui/decision-chip';
import { useFormat } from '../../ui/format';
import { HiddenSecrets } from '../../ui/hidden-secrets';
import { AgentLines } from './agent-lines';
import { CardTerminal } from './card-terminal';
import { Disclosure } from './disclosure';
import { SkillUseLine } from './skill-use-line';
import { ToolBody } from './tool-body';
import { ToolStateMark } from './tool-state-mark';
import { toolSummary } from './tool-summary';

/** The person answers a plan itself: that the rules let it be proposed says nothing of how. */
const PLAN = 'ExitPlanMode';

/** One tool call: a line with its name, what it is about, state, decision and time; the rest below when opened. */
export function ToolCard({ item }: { item: ItemSpine }) {
  const { t } = useTranslation('conversation');
  const folder = useSession((state) => state.state?.folder);
  const view = useItemView(item.id);
  const body = view?.item.kind === 'tool-call' ? view.item : undefined;
  const [opened, setOpened] = useState<boolean>();
  const open = opened ?? opensByItself(item, body);
  const name = body?.name ?? item.tool ?? '';
  const summary = toolSummary(view?.input, folder);
  return (
    <article
      aria-label={t('toolCall', { tool: name, summary })}
      className={cx(
        'my-1 overflow-hidden rounded-md border bg-raised',
        item.toolState === 'awaiting-approval' ? 'border-warn' : 'border-line',
      )}
    >
      <Disclosure
        open={open}
        onToggle={() => {
          setOpened(!open);
          selectItem(item.id, item.call);
        }}
        lead={<ToolStateMark state={item.toolState} />}
        label={name}
        note={summary}
        aside={view ? <ToolFacts view={view} body={body} /> : undefined}
      />
      {item.tool === 'Agent' || item.tool === 'SendMessage' ? <AgentLines item={item.id} body={body} /> : undefined}
      <CardTerminal item={item.id} />
      {name === 'Skill' ? (
        <div className="px-3">
          <SkillUseLine item={item.id} />
        </div>
      ) : undefined}
      {open && view && body ? <ToolBody view={view} item={body} state={item.toolState} /> : undefined}
    </article>
  );
}

/** Edits show their diff, a running command its output, a list its entries; everything else waits to be asked. */
function opensByItself(item: ItemSpine, body: ToolCallItem | undefined): boolean {
  if (body?.display?.type === 'change' || body?.display?.type === 'todos' || body?.display?.type === 'answers') return true;
  return item.toolState === 'executing' && item.tool === 'Bash';
}

/** Whose word ended a call, where that was no rule. */
function refusedBy({ name, errorKind, decision }: ToolCallItem): 'guarded' | 'notAllowed' | 'planSentBack' | undefined {
  if (name === PLAN && errorKind === 'corrected') return 'planSentBack';
  if (errorKind !== 'denied' || decision?.rule?.verdict === 'deny') return undefined;
  return decision?.builtin === 'secret-path' ? 'guarded' : 'notAllowed';
}

/** What had to be asked ran, so the person allowed it: it took time, also where it was stopped and the host wrote its result. */
function wasApproved({ decision, state, synthesised, durationMs }: ToolCallItem): boolean {
  if (decision?.decision !== 'ask') return false;
  return durationMs !== undefined || state === 'executing' || (!synthesised && (state === 'success' || state === 'error'));
}

function ToolFacts({ view, body }: { view: ItemView; body: ToolCallItem | undefined }) {
  const { t } = useTranslation('conversation');
  const format = useFormat();
  if (!body) return undefined;
  const { display, decision, durationMs } = body;
  return (
    <span className="ml-auto flex flex-wrap items-center justify-end gap-x-2 pr-1.5 text-faint text-xs">
      {display?.type === 'change' ? (
        <span>
          <span className="text-added-ink">+{display.change.added}</span>{' '}
          <span className="text-removed-ink">−{display.change.removed}</span>
        </span>
      ) : undefined}
      {display?.type === 'shell' && display.exitCode !== undefined ? (
        <span className={display.exitCode === 0 ? undefined : 'text-bad'}>{t('exitCode', { code: display.exitCode })}</span>
      ) : undefined}
      {display?.type === 'matches' ? <span>{t(display.truncated ? 'matchesCut' : 'matches', { count: display.count })}</span> : undefined}
      {display?.type === 'file' ? (
        <span>{t('lines', { from: display.startLine, to: display.endLine, total: display.totalLines })}</span>
      ) : undefined}
      <HiddenSecrets hidden={view.hidden} />
      {view.result?.isError && display?.type !== 'shell' && body.errorKind ? (
        <span className="text-bad">{t(`errorKind.${refusedBy(body) ?? body.errorKind}`)}</span>
      ) : undefined}
      {body.name === PLAN && body.state === 'success' ? <span>{t('planApproved')}</span> : undefined}
      {decision && !(body.name === PLAN && decision.decision === 'allow') ? (
        <DecisionChip decision={decision} approved={wasApproved(body)} />
      ) : undefined}
      {durationMs === undefined ? undefined : <span>{format.duration(durationMs)}</span>}
    </span>
  );
}
