import { ShieldAlert, ShieldCheck } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useAnswer } from '../../stores/use-answer';
import { Button } from '../../ui/button';
import { keyed } from '../../ui/keyed';
import { Popover } from '../../ui/popover';

/** Whether the chain of records is whole; where it breaks, the places. */
export function VerifyBadge({ folder, fresh }: { folder: string; fresh: number }) {
  const { t } = useTranslation('audit');
  const { data } = useAnswer('audit.verify', { folder }, `${folder} ${fresh}`, folder);
  if (!data) return undefined;
  const { ok, breaks, records, recovered, file } = data;
  const label = ok ? t('verify.whole') : t('verify.broken', { count: breaks.length });
  return (
    <Popover
      name={t('verify.name')}
      trigger={
        <Button look="quiet" className={ok ? 'text-ok' : 'text-bad'}>
          {ok ? <ShieldCheck size={13} aria-hidden /> : <ShieldAlert size={13} aria-hidden />}
          {label}
        </Button>
      }
    >
      <div className="flex flex-col gap-2">
        <p>{t('verify.lines', { count: records })}</p>
        <p>{t('verify.claim')}</p>
        {recovered > 0 ? <p className="text-muted">{t('verify.recovered', { count: recovered })}</p> : undefined}
        {ok ? undefined : (
          <ul aria-label={t('verify.places')} className="flex flex-col gap-1 text-bad">
            {keyed(breaks).map(({ key, value }) => (
              <li key={key}>{t(`verify.break.${value.code}`, { line: value.line, seq: value.seq })}</li>
            ))}
          </ul>
        )}
        <code className="break-anywhere text-faint text-xs">{file}</code>
      </div>
    </Popover>
  );
}
