import { useTranslation } from 'react-i18next';
import type { Result } from '../../../shared/contract/methods';
import { Chip } from '../../ui/chip';
import { Code } from '../../ui/code';
import { DecisionView } from '../../ui/decision-view';
import { useFormat } from '../../ui/format';
import { Tokens } from '../../ui/tokens';
import { ContentList } from './content-list';

/** What came of a call by hand, how long it took, what it would cost the model, and why it was let through. */
export function CallResult({ result }: { result: Result<'mcp.call'> }) {
  const { t } = useTranslation('mcp');
  const format = useFormat();
  const { isError, content, structured, tookMs, tokens, decision } = result;
  return (
    <section aria-label={t('call.result')} className="flex min-w-0 flex-col gap-2">
      <p role="status" className="flex flex-wrap items-center gap-2 text-sm">
        <Chip tone={isError ? 'bad' : 'ok'}>{t(isError ? 'call.failed' : 'call.done')}</Chip>
        <span>{format.duration(tookMs)}</span>
        <span>
          <Tokens bare count={tokens} estimated /> {t('tokens')}
        </span>
      </p>
      <p className="text-faint text-xs">{t('serverSays')}</p>
      <ContentList content={content} name={t('call.result')} />
      {structured === undefined ? undefined : (
        <>
          <p className="text-muted text-sm">{t('call.structured')}</p>
          <Code
            name={t('call.structured')}
            code={JSON.stringify(structured, undefined, 2)}
            language="json"
            className="max-h-80 rounded-md border border-line bg-panel px-2 py-1"
          />
        </>
      )}
      <details className="text-sm">
        <summary className="cursor-pointer text-muted">{t('call.decision')}</summary>
        <DecisionView decision={decision} />
      </details>
    </section>
  );
}
