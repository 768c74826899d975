import { useTranslation } from 'react-i18next';
import { MAIN_AGENT_PATH } from '../../stores/agents';
import { selectCall, useSelection } from '../../stores/selection';
import { useSession } from '../../stores/session';
import { VirtualList } from '../../ui/virtual-list';
import { CallRow, COLUMNS, IN_MEDIUM, IN_WIDE } from './call-row';

const ROW = 25;
const NO_CALLS: never[] = [];

/** Every model call of the session, one line each; choosing a line moves the one selection. */
export function CallsLedger() {
  const { t } = useTranslation(['ledger', 'common']);
  const calls = useSession((state) => state.state?.calls ?? NO_CALLS);
  const chosen = useSelection((state) => state.current.call);
  if (calls.length === 0) return <p className="max-w-prose px-3 py-3 text-muted text-sm">{t('empty')}</p>;
  const choose = (index: number) => {
    const call = calls[index];
    if (call) selectCall(call.call, call.agent === MAIN_AGENT_PATH ? {} : { agent: call.agent });
  };
  return (
    <div className="@container flex min-h-0 flex-1 flex-col overflow-x-auto">
      <div className="flex min-h-0 min-w-[470px] flex-1 flex-col">
        <div className={`${COLUMNS} h-[24px] shrink-0 border-line border-b bg-panel text-faint text-xs`} aria-hidden>
          <span className="text-right">{t('number')}</span>
          <span className={IN_MEDIUM}>{t('model')}</span>
          <span>{t('stop')}</span>
          {(['read', 'written', 'new', 'out'] as const).map((name) => (
            <span key={name} className="text-right" title={t(`common:usage.${name}`)}>
              {t(name)}
            </span>
          ))}
          <span className="text-right">{t('cost')}</span>
          <span className="text-right">{t('time')}</span>
          <span className={`text-right ${IN_WIDE}`}>{t('started')}</span>
        </div>
        <VirtualList
          name={t('calls')}
          rows={calls}
          keyOf={(call) => call.call}
          rowHeight={ROW}
          selected={calls.findIndex((call) => call.call === chosen)}
          onMove={choose}
          render={(call) => <CallRow call={call} />}
        />
      </div>
    </div>
  );
}
