import { RotateCw } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAnswer } from '../../stores/use-answer';
import { CopyButton } from '../../ui/copy-button';
import { Failed } from '../../ui/failed';
import { IconButton } from '../../ui/icon-button';
import { ScrollRegion } from '../../ui/scroll-region';
import type { ServerPlace } from './server-place';

/** The end of what the server printed beside its messages. */
export function ErrorsTab({ folder, server, stamp }: ServerPlace) {
  const { t } = useTranslation('mcp');
  const [round, setRound] = useState(0);
  const refresh = () => setRound((old) => old + 1);
  const { data, error, loading } = useAnswer('mcp.stderr', { folder, server }, `${stamp} ${round}`, server);
  const text = data?.text ?? '';
  return (
    <>
      <div className="flex shrink-0 flex-wrap items-center gap-2 border-line border-b px-3 py-1.5">
        <span className="min-w-0 flex-1 text-muted text-sm">
          {t('stderr.note')} {data?.cut ? t('stderr.cut') : ''}
        </span>
        {text === '' ? undefined : <CopyButton name={t('stderr.copy')} text={text} />}
        <IconButton name={t('stderr.again')} icon={<RotateCw size={14} />} disabled={loading} onClick={refresh} />
      </div>
      {error ? <Failed error={error} onRetry={refresh} className="px-3 py-2" /> : undefined}
      {data && text === '' ? <p className="px-4 py-3 text-muted text-sm">{t('stderr.none')}</p> : undefined}
      {text === '' ? undefined : (
        <ScrollRegion name={t('tab.errors')} className="min-h-0 flex-1 px-4 py-2">
          <pre className="whitespace-pre-wrap break-anywhere">{text}</pre>
        </ScrollRegion>
      )}
    </>
  );
}
