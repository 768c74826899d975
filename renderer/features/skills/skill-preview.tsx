import { useTranslation } from 'react-i18next';
import type { Params, Result } from '../../../shared/contract/methods';
import { type Answer, useAnswer } from '../../stores/use-answer';
import { Chip } from '../../ui/chip';
import { Code } from '../../ui/code';
import { DiagnosticList } from '../../ui/diagnostic-list';
import { Failed } from '../../ui/failed';
import { keyed } from '../../ui/keyed';
import { ScrollRegion } from '../../ui/scroll-region';
import { TextInput } from '../../ui/text-input';
import { Tokens } from '../../ui/tokens';
import { ViewSection } from '../../ui/view-page';

type Preview = Result<'skills.preview'>;
const TONES = { allow: 'ok', ask: 'bad', deny: 'bad' } as const;

export function usePreview(asked: Params<'skills.preview'> | undefined, changed: string): Answer<Preview> {
  const params = asked ?? { folder: '', path: '' };
  return useAnswer('skills.preview', params, asked && `${changed} ${JSON.stringify(asked)}`, `${params.folder} ${params.path}`);
}

/** What the model would see of it: the line in the list, and the text for these arguments, and what is wrong. */
export function SkillPreview({ preview, args, onArgs }: { preview: Answer<Preview>; args: string; onArgs: (args: string) => void }) {
  const { t } = useTranslation('skills');
  const { data, error, again } = preview;
  if (error) return <Failed error={error} onRetry={again} className="p-4" />;
  return (
    <ScrollRegion name={t('preview.name')} className="min-h-0 flex-1 px-4 py-3" aria-busy={data === undefined}>
      {data ? (
        <>
          {data.diagnostics.length > 0 ? (
            <ViewSection title={t('preview.lint')} count={data.diagnostics.length} className="pb-3">
              <DiagnosticList diagnostics={data.diagnostics.map(({ file: _file, ...rest }) => rest)} name={t('preview.lint')} />
            </ViewSection>
          ) : undefined}
          <ViewSection title={t('preview.line')} actions={<Tokens count={data.lineTokens} estimated />} className="pb-3">
            {data.modelInvocable ? (
              <Code name={t('preview.line')} code={data.line} language="markdown" className="whitespace-pre-wrap break-anywhere" />
            ) : (
              <p className="text-muted text-sm">{t('preview.notListed')}</p>
            )}
          </ViewSection>
          <ViewSection title={t('preview.body')} actions={<Tokens count={data.bodyTokens} estimated />} className="pb-3">
            <TextInput
              name={t('preview.args')}
              placeholder={t('preview.args')}
              value={args}
              onChange={(event) => onArgs(event.target.value)}
              className="mb-1.5 font-mono"
            />
            <Code
              name={t('preview.body')}
              code={data.body}
              language="markdown"
              className="max-h-[60vh] whitespace-pre-wrap break-anywhere"
            />
          </ViewSection>
          {data.commands.length > 0 ? (
            <ViewSection title={t('preview.commands')} note={t('preview.commandsNote')} className="pb-3">
              <ul aria-label={t('preview.commands')} className="flex flex-col gap-1">
                {keyed(data.commands).map(({ key, value: { command, decision, reason, line } }) => (
                  <li key={key} className="text-sm">
                    <div className="flex flex-wrap items-center gap-2">
                      <Chip tone={TONES[decision]}>{t(decision === 'allow' ? 'preview.runs' : 'preview.aborts')}</Chip>
                      <code className="break-anywhere">{command}</code>
                      <span className="text-faint">{t('preview.atLine', { line })}</span>
                    </div>
                    <p lang="en" className="break-anywhere text-muted">
                      {reason}
                    </p>
                  </li>
                ))}
              </ul>
            </ViewSection>
          ) : undefined}
        </>
      ) : undefined}
    </ScrollRegion>
  );
}
