import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { ServerScope, ServerTransport } from '../../../shared/model/mcp';
import { Select } from '../../ui/select';
import { TextArea } from '../../ui/text-area';
import { TextInput } from '../../ui/text-input';
import type { EntryDraft, NameProblem } from './entry-draft';
import { PairRows } from './pair-rows';

interface EntryFormProps {
  draft: EntryDraft;
  problem: NameProblem | undefined;
  /** It has its name and its file, and keeps them. */
  isPlaced: boolean;
  onChange: (draft: EntryDraft) => void;
  onEnter: () => void;
}

const EXAMPLE = { command: 'npx', args: '-y\n@modelcontextprotocol/server-memory' };
const TRANSPORTS: readonly ServerTransport[] = ['stdio', 'http', 'sse'];
const SCOPES: readonly ServerScope[] = ['local', 'project', 'user'];

/** The entry of a server as a form. */
export function EntryForm({ draft, problem, isPlaced, onChange, onEnter }: EntryFormProps) {
  const { t } = useTranslation('mcp');
  const set = (change: Partial<EntryDraft>) => onChange({ ...draft, ...change });
  const isShared = draft.scope === 'project';
  // One that is typed here has none: it is a line.
  const hasLines = draft.args.some((arg) => arg.includes('\n'));
  return (
    <div className="flex flex-col gap-2.5">
      {isPlaced ? undefined : <EntryPlace draft={draft} problem={problem} set={set} onEnter={onEnter} />}
      <Row label={t('entry.type')} note={draft.type === 'sse' ? t('entry.sseNote') : undefined}>
        <Select
          name={t('entry.type')}
          value={draft.type}
          options={TRANSPORTS.map((value) => ({ value, label: t(`entry.types.${value}`) }))}
          onChange={(type) => set({ type })}
        />
      </Row>
      {draft.type === 'stdio' ? (
        <>
          <Row label={t('launch.command')}>
            <TextInput
              name={t('launch.command')}
              placeholder={EXAMPLE.command}
              value={draft.command}
              onChange={(event) => set({ command: event.target.value })}
              onEnter={onEnter}
              className="font-mono"
            />
            {/\s/.test(draft.command.trim()) ? <span className="text-warn">{t('entry.spaces')}</span> : undefined}
          </Row>
          <Row label={t('entry.args')} note={t(hasLines ? 'entry.argsLines' : 'entry.argsNote')}>
            <TextArea
              name={t('entry.args')}
              placeholder={EXAMPLE.args}
              value={draft.args.join('\n')}
              readOnly={hasLines}
              rows={2}
              maxHeight={200}
              spellCheck={false}
              className="font-mono"
              onChange={({ target }) => set({ args: target.value === '' ? [] : target.value.split('\n') })}
            />
          </Row>
          <PairRows title={t('launch.env')} pairs={draft.env} isShared={isShared} onChange={(env) => set({ env })} />
        </>
      ) : (
        <>
          <Row label={t('launch.url')}>
            <TextInput
              name={t('launch.url')}
              type="url"
              placeholder="https://"
              value={draft.url}
              onChange={(event) => set({ url: event.target.value })}
              onEnter={onEnter}
              className="font-mono"
            />
          </Row>
          <PairRows title={t('launch.headers')} pairs={draft.headers} isShared={isShared} onChange={(headers) => set({ headers })} />
        </>
      )}
    </div>
  );
}

interface EntryPlaceProps extends Pick<EntryFormProps, 'draft' | 'problem' | 'onEnter'> {
  set: (change: Partial<EntryDraft>) => void;
}

/** What a new entry is called, and for whom it counts. */
function EntryPlace({ draft, problem, set, onEnter }: EntryPlaceProps) {
  const { t } = useTranslation('mcp');
  return (
    <>
      <Row label={t('entry.name')} note={t('entry.nameNote')}>
        <TextInput
          name={t('entry.name')}
          value={draft.name}
          aria-invalid={problem !== undefined && problem !== 'takenName'}
          onChange={(event) => set({ name: event.target.value })}
          onEnter={onEnter}
          className="max-w-[320px] font-mono"
        />
        {problem ? <span className="text-warn">{t(`entry.${problem}`)}</span> : undefined}
      </Row>
      <Row label={t('entry.scope')} note={t(`entry.scopeNote.${draft.scope}`)}>
        <Select
          name={t('entry.scope')}
          value={draft.scope}
          options={SCOPES.map((value) => ({ value, label: t(`entry.scopes.${value}`) }))}
          onChange={(scope) => set({ scope })}
        />
      </Row>
    </>
  );
}

function Row({ label, note, children }: { label: string; note?: string | undefined; children: ReactNode }) {
  const id = useId();
  return (
    <div role="group" aria-labelledby={id} className="flex min-w-0 flex-col gap-0.5 text-sm">
      <span id={id}>{label}</span>
      {children}
      {note ? <span className="text-muted">{note}</span> : undefined}
    </div>
  );
}
