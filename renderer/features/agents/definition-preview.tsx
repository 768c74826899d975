import { useTranslation } from 'react-i18next';
import type { Params, Result } from '../../../shared/contract/methods';
import { useComposer } from '../../stores/composer';
import { useSession } from '../../stores/session';
import { type Answer, useAnswer } from '../../stores/use-answer';
import { Chip } from '../../ui/chip';
import { DiagnosticList } from '../../ui/diagnostic-list';
import { Failed } from '../../ui/failed';
import { ScrollRegion } from '../../ui/scroll-region';
import { Tokens } from '../../ui/tokens';
import { ViewSection } from '../../ui/view-page';
import { DroppedTools } from './rights-list';

type Preview = Result<'agents.preview'>;

/** An agent inherits the model of the open session, or the one that is chosen for the next. */
export function usePreview(folder: string, asked: Omit<Params<'agents.preview'>, 'folder' | 'model'> | undefined): Answer<Preview> {
  const ofSession = useSession(({ state }) => (state?.folder === folder ? state.model : undefined));
  const forNext = useComposer((state) => state.model);
  const model = ofSession ?? forNext;
  const { name = '', text, file } = asked ?? {};
  const params = {
    folder,
    name,
    ...(text === undefined ? {} : { text }),
    ...(file === undefined ? {} : { file }),
    ...(model === undefined ? {} : { model }),
  };
  return useAnswer('agents.preview', params, asked && JSON.stringify(params), `${folder} ${file ?? name}`);
}

/** Exactly what an agent of this definition would begin with: each block of its system prompt, its tools, and what it would lack. */
export function DefinitionPreview({ preview: { data, error, again } }: { preview: Answer<Preview> }) {
  const { t } = useTranslation(['agents', 'common']);
  if (error) return <Failed error={error} onRetry={again} className="p-4" />;
  if (!data) return <div className="flex-1" aria-busy="true" />;
  const { start, diagnostics } = data;
  return (
    <ScrollRegion name={t('editor.preview')} className="min-h-0 flex-1 px-4 py-3">
      {diagnostics.length > 0 ? (
        <div className="pb-3">
          <DiagnosticList diagnostics={diagnostics.map(({ file: _file, ...rest }) => rest)} name={t('problems')} />
        </div>
      ) : undefined}
      {start ? <StartOfAgent start={start} /> : <p className="text-muted">{t('list.unusableBecause')}</p>}
    </ScrollRegion>
  );
}

function StartOfAgent({ start: { system, tools, dropped, model, mode } }: { start: NonNullable<Preview['start']> }) {
  const { t } = useTranslation(['agents', 'common']);
  const sum = (list: readonly { tokens: number }[]) => list.reduce((total, { tokens }) => total + tokens, 0);
  return (
    <>
      <p className="flex flex-wrap gap-x-4 pb-2 text-muted text-sm">
        <span>{t('preview.model', { model })}</span>
        <span>{t('preview.mode', { mode: t(`common:mode.${mode}`) })}</span>
        <span className="flex gap-1">
          {t('preview.total')} <Tokens count={sum(system) + sum(tools)} estimated />
        </span>
      </p>
      <ViewSection title={t('preview.system')} count={system.length} note={t('preview.systemNote')}>
        <ol className="flex flex-col gap-2">
          {system.map(({ kind, text, source, tokens }) => (
            <li key={kind} className="rounded-md border border-line">
              <div className="flex flex-wrap items-center gap-2 border-line border-b px-2.5 py-1 text-sm">
                <span className="font-semibold">{t(`common:kind.${kind}`)}</span>
                {source.type === 'file' ? (
                  <code className="min-w-0 break-anywhere text-muted">
                    {source.path}:{source.startLine}–{source.endLine}
                  </code>
                ) : undefined}
                <span className="flex-1" />
                <Tokens count={tokens} estimated className="text-muted" />
              </div>
              <pre className="whitespace-pre-wrap break-anywhere px-2.5 py-2 text-sm">{text}</pre>
            </li>
          ))}
        </ol>
      </ViewSection>
      <ViewSection title={t('preview.tools')} count={tools.length} note={t('preview.toolsNote')} className="pt-4">
        <ul className="flex flex-wrap gap-1.5">
          {tools.map(({ name, description, tokens }) => (
            <li key={name}>
              <Chip title={description}>
                {name} <Tokens bare count={tokens} estimated className="text-faint" />
              </Chip>
            </li>
          ))}
        </ul>
        {dropped.length > 0 ? (
          <div className="pt-2 text-sm">
            <DroppedTools dropped={dropped} />
          </div>
        ) : undefined}
      </ViewSection>
    </>
  );
}
