import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Result } from '../../../shared/contract/methods';
import { MAIN_AGENT } from '../../../shared/model/main-agent';
import { MODES } from '../../../shared/model/modes';
import type { Mode } from '../../../shared/model/mode';
import type { Decision, Diagnostic } from '../../../shared/model/permission';
import { useConfig } from '../../stores/config';
import { call, errorCode } from '../../stores/host';
import { select } from '../../stores/selection';
import { Button } from '../../ui/button';
import { DecisionView } from '../../ui/decision-view';
import { Select } from '../../ui/select';
import { TextArea } from '../../ui/text-area';
import { TextInput } from '../../ui/text-input';
import { ViewSection } from '../../ui/view-page';
import { SpokenCells } from './spoken-cells';
import { type CheckDraft, draftOf, FORM_TOOLS, type MadeCall, questionOf } from './check-input';
import { usePresentMode } from './present-mode';

interface CheckFormProps {
  folder: string;
  /** Its grants count too. */
  session: string | undefined;
  fromFiles: Mode | undefined;
  /** Sub-agents that the project defines. */
  agents: readonly string[];
  /** Problems of the rules that the page lists already. */
  known: readonly Diagnostic[];
  /** A call to begin with: it is asked about at once. */
  about: MadeCall | undefined;
  /** What was typed last, kept while the person looks at another tab. */
  kept: { current: CheckDraft | undefined };
  /** Changes when rules may have changed: an answer that is shown is asked for again. */
  changed: string;
}

type Outcome = { decision: Decision } | { problem: string };

const EXAMPLE = { tool: 'Grep', input: '{ "pattern": "tea" }' };
const FIRST: CheckDraft = { tool: 'Bash', subject: '', otherTool: '', json: '' };

/** "What would happen if…": asks the host for the decision on any call. Nothing is run. */
export function CheckForm({ folder, session, fromFiles, agents, known, about, kept, changed }: CheckFormProps) {
  const { t } = useTranslation(['permissions', 'common']);
  const webFetch = useConfig((state) => state.config?.webFetch ?? true);
  const presentMode = usePresentMode(fromFiles);
  const [chosenMode, setMode] = useState<Mode>();
  const mode = chosenMode ?? presentMode;
  const [agent, setAgent] = useState<string>(MAIN_AGENT);
  const [draft, setDraft] = useState(() => (about ? draftOf(about) : (kept.current ?? FIRST)));
  const [outcome, setOutcome] = useState<Outcome>();
  const asked = useRef(0);
  const set = (change: Partial<CheckDraft>) => {
    const next = { ...draft, ...change };
    kept.current = next;
    setDraft(next);
    setOutcome(undefined);
  };

  const check = async () => {
    asked.current += 1;
    const mine = asked.current;
    const question = questionOf(draft, folder);
    if ('problem' in question) return setOutcome({ problem: t(`check.problem.${question.problem}`) });
    try {
      const decision: Result<'permission.check'> = await call('permission.check', {
        folder,
        ...question,
        mode,
        agent,
        ...(session ? { session } : {}),
      });
      if (mine === asked.current) setOutcome({ decision });
    } catch (error) {
      const code = errorCode(error);
      if (mine === asked.current) setOutcome({ problem: t(code === 'not-found' ? 'check.problem.unknown-tool' : `common:error.${code}`) });
    }
  };
  const others = Object.keys(draft.others ?? {});
  const shown = outcome !== undefined && 'decision' in outcome;
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked again when rules or the mode change, not while the person types
  useEffect(() => {
    if (shown || (about && asked.current === 0)) void check();
  }, [changed, mode, agent]);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    void check();
  };
  return (
    <ViewSection title={t('check.title')} note={t('check.note')} className="max-w-[860px]">
      <form onSubmit={submit} className="flex flex-col gap-2">
        <div className="grid grid-cols-[max-content_minmax(0,1fr)] items-center gap-x-3 gap-y-2 text-sm">
          <span className="text-muted">{t('check.tool')}</span>
          <Select
            name={t('check.tool')}
            value={draft.tool}
            options={FORM_TOOLS.map((value) => ({ value, label: value === 'other' ? t('check.other') : value }))}
            onChange={(tool) => set({ tool, others: {} })}
          />
          <CheckSubject draft={draft} onChange={set} onAsk={() => void check()} />
          {others.length > 0 ? (
            <p className="col-start-2 break-anywhere text-muted">{t('check.others', { names: others.join(', ') })}</p>
          ) : undefined}
          <span className="text-muted">{t('check.mode')}</span>
          <Select
            name={t('check.mode')}
            value={mode}
            options={MODES.map((value) => ({ value, label: t(`common:mode.${value}`) }))}
            onChange={setMode}
          />
          {agents.length > 0 ? (
            <>
              <span className="text-muted">{t('check.agent')}</span>
              <Select
                name={t('check.agent')}
                value={agent}
                options={[{ value: MAIN_AGENT, label: t('check.mainAgent') }, ...agents.map((value) => ({ value, label: value }))]}
                onChange={setAgent}
              />
            </>
          ) : undefined}
        </div>
        <div>
          <Button type="submit">{t('check.ask')}</Button>
        </div>
      </form>
      <div role="status" className="pt-3">
        {outcome === undefined ? undefined : 'problem' in outcome ? (
          <p className="text-bad text-sm">{outcome.problem}</p>
        ) : (
          <div className="flex flex-col gap-3">
            {draft.tool === 'WebFetch' && !webFetch ? <p className="text-sm text-warn">{t('matrix.webFetchOff')}</p> : undefined}
            <DecisionView
              decision={withoutKnown(outcome.decision, known)}
              onRule={(rule) => select({ view: 'permissions', detail: rule.text })}
            />
            <SpokenCells decision={outcome.decision} />
          </div>
        )}
      </div>
    </ViewSection>
  );
}

function withoutKnown(decision: Decision, known: readonly Diagnostic[]): Decision {
  const placeOf = ({ code, file, line, message }: Diagnostic) => JSON.stringify([code, file, line, message]);
  const listed = new Set(known.map(placeOf));
  return { ...decision, diagnostics: decision.diagnostics.filter((diagnostic) => !listed.has(placeOf(diagnostic))) };
}

interface CheckSubjectProps {
  draft: CheckDraft;
  onChange: (change: Partial<CheckDraft>) => void;
  onAsk: () => void;
}

/** The field that fits the tool. */
function CheckSubject({ draft, onChange, onAsk }: CheckSubjectProps) {
  const { t } = useTranslation('permissions');
  if (draft.tool === 'other')
    return (
      <>
        <span className="text-muted">{t('check.name')}</span>
        <TextInput
          name={t('check.name')}
          value={draft.otherTool}
          placeholder={EXAMPLE.tool}
          onChange={(event) => onChange({ otherTool: event.target.value })}
          onEnter={onAsk}
          className="font-mono"
        />
        <span className="self-start pt-1 text-muted">{t('check.input')}</span>
        <TextArea
          name={t('check.input')}
          value={draft.json}
          placeholder={EXAMPLE.input}
          rows={4}
          spellCheck={false}
          onChange={(event) => onChange({ json: event.target.value })}
          className="font-mono"
        />
      </>
    );
  if (draft.tool === 'Bash')
    return (
      <>
        <span className="self-start pt-1 text-muted">{t('check.command')}</span>
        <TextArea
          name={t('check.command')}
          value={draft.subject}
          placeholder={t('check.example.command')}
          spellCheck={false}
          maxHeight={160}
          onChange={(event) => onChange({ subject: event.target.value })}
          onSend={onAsk}
          className="font-mono"
        />
      </>
    );
  const subject = draft.tool === 'WebFetch' ? 'url' : 'path';
  return (
    <>
      <span className="text-muted">{t(`check.${subject}`)}</span>
      <TextInput
        name={t(`check.${subject}`)}
        value={draft.subject}
        placeholder={t(`check.example.${subject}`)}
        onChange={(event) => onChange({ subject: event.target.value })}
        onEnter={onAsk}
        className="font-mono"
      />
    </>
  );
}
