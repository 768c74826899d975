import { useTranslation } from 'react-i18next';
import type { ItemView, ToolCallItem } from '../../../shared/model/item';
import type { ToolState } from '../../../shared/model/tool';
import { Code } from '../../ui/code';
import { useDecisionWhy } from '../../ui/decision-chip';
import { Diff } from '../../ui/diff';
import { DecisionLinks } from './decision-links';
import { PagedText } from './paged-text';
import { RichText } from './rich-text';
import { ToolOutput } from './tool-output';
import { inputCommand, inputPlan } from './tool-summary';
import { TodoList } from './todo-list';

/** What went in, what came out. */
export function ToolBody({ view, item, state }: { view: ItemView; item: ToolCallItem; state: ToolState | undefined }) {
  const { t } = useTranslation('conversation');
  const { display } = item;
  if (display?.type === 'todos') return <TodoList todos={display.todos} />;
  if (display?.type === 'answers')
    return (
      <dl className="border-line border-t px-3 py-1.5 text-sm">
        {display.answers.map((entry) => (
          <div key={entry.question} className="py-0.5">
            <dt className="text-muted">{entry.question}</dt>
            <dd>{entry.answer}</dd>
          </div>
        ))}
      </dl>
    );
  return (
    <div className="flex flex-col gap-2 border-line border-t px-3 py-2">
      {item.decision ? <DecisionLine item={item} /> : undefined}
      {view.patch !== undefined ? (
        <>
          <Diff
            patch={view.patch}
            name={t('diffOf', { path: display?.type === 'change' ? display.change.path : '' })}
            className="max-h-96"
          />
          {view.more ? <PagedText item={item.id} of="patch" /> : undefined}
        </>
      ) : (
        <ToolInput view={view} />
      )}
      <ToolOutput view={view} item={item} state={state} />
    </div>
  );
}

function ToolInput({ view }: { view: ItemView }) {
  const { t } = useTranslation('conversation');
  const command = inputCommand(view.input);
  const plan = view.item.kind === 'tool-call' && view.item.name === 'ExitPlanMode' ? inputPlan(view.input) : undefined;
  if (plan !== undefined) return <RichText text={plan} />;
  if (command !== undefined)
    return <Code name={t('command')} code={command} language="bash" className="max-h-72 whitespace-pre-wrap break-anywhere" />;
  if (view.input === undefined) return undefined;
  return (
    <Code
      name={t('input')}
      code={JSON.stringify(view.input, undefined, 2)}
      language="json"
      className="max-h-56 whitespace-pre-wrap break-anywhere text-muted"
    />
  );
}

function DecisionLine({ item }: { item: ToolCallItem }) {
  const { t } = useTranslation(['conversation', 'common']);
  const why = useDecisionWhy();
  const { decision } = item;
  if (!decision) return undefined;
  return (
    <p className="flex flex-wrap gap-x-2 text-faint text-xs">
      <span>{t(`common:decision.${decision.decision}`)}</span>
      <span className="min-w-0 break-anywhere">{why(decision)}</span>
      <DecisionLinks decision={decision} item={item.id} />
    </p>
  );
}
