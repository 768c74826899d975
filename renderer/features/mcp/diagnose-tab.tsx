import { CircleCheck, CircleX, RotateCw } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAnswer } from '../../stores/use-answer';
import { Button } from '../../ui/button';
import { DiagnosticList } from '../../ui/diagnostic-list';
import { Failed } from '../../ui/failed';
import { keyed } from '../../ui/keyed';
import { ScrollRegion } from '../../ui/scroll-region';
import type { ServerPlace } from './server-place';
import { useReasonWords } from './server-words';
import { StateChip } from './state-chip';

/** Why a server does or does not start: each step that was looked at, the first that failed first in the eye. */
export function DiagnoseTab({ folder, server, stamp }: ServerPlace) {
  const { t } = useTranslation('mcp');
  const reasonWords = useReasonWords();
  const [round, setRound] = useState(0);
  const refresh = () => setRound((old) => old + 1);
  const { data, error, loading } = useAnswer('mcp.diagnose', { folder, server }, `${stamp} ${round}`, server);
  const failed = data?.checks.filter(({ ok }) => !ok).length ?? 0;
  return (
    <ScrollRegion name={t('tab.diagnose')} aria-busy={loading} className="flex min-h-0 flex-1 flex-col gap-3 px-4 py-3">
      <div className="flex flex-wrap items-center gap-3">
        <p role="status" className="min-w-0 flex-1">
          {loading ? t('diagnose.running') : data ? t(failed === 0 ? 'diagnose.well' : 'diagnose.found', { count: failed }) : ''}
        </p>
        <Button disabled={loading} onClick={refresh}>
          <RotateCw size={13} aria-hidden />
          {t('diagnose.again')}
        </Button>
      </div>
      {error ? <Failed error={error} onRetry={refresh} /> : undefined}
      <ol aria-label={t('tab.diagnose')} className="flex flex-col">
        {(data?.checks ?? []).map(({ id, ok, findings, state, reason, problems, quoted }) => (
          <li key={id} className="flex items-start gap-2 border-line border-b py-1.5 text-sm">
            {ok ? (
              <CircleCheck size={15} aria-label={t('diagnose.ok')} className="mt-[2px] shrink-0 text-ok" />
            ) : (
              <CircleX size={15} aria-label={t('diagnose.notOk')} className="mt-[2px] shrink-0 text-bad" />
            )}
            <div className="min-w-0">
              <p className="font-semibold">{t(`check.${id}.${ok ? 'ok' : 'bad'}`)}</p>
              {keyed(findings).map(({ key, value: { code, params } }) => (
                <p key={key} className="break-anywhere text-muted">
                  {t(`finding.${code}`, params)}
                </p>
              ))}
              {state ? (
                <p className="text-muted">
                  <StateChip state={state} /> {reason ? reasonWords(reason) : ''}
                </p>
              ) : undefined}
              {problems.length > 0 ? <DiagnosticList diagnostics={problems} name={t('problems')} /> : undefined}
              {keyed([reason?.detail, quoted].filter((text) => text !== undefined)).map(({ key, value }) => (
                <p key={key} lang="en" className="whitespace-pre-wrap break-anywhere font-mono text-muted">
                  {value}
                </p>
              ))}
            </div>
          </li>
        ))}
      </ol>
    </ScrollRegion>
  );
}
