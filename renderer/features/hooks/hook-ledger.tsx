import { Play, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FiringRecord } from '../../../shared/contract/hook-methods';
import { useFolder } from '../../stores/folder';
import { dropEvent, select, useSelection } from '../../stores/selection';
import { useSession } from '../../stores/session';
import { useAnswer } from '../../stores/use-answer';
import { Button } from '../../ui/button';
import { useFormat } from '../../ui/format';
import { IconButton } from '../../ui/icon-button';
import { ScrollRegion } from '../../ui/scroll-region';
import { VirtualList } from '../../ui/virtual-list';
import { benchLink } from './bench-link';
import { FiringDetail, partsOf } from './firing-detail';
import { FiringRow } from './firing-row';
import { useHookLog } from './use-hook-log';
import { useLinkedFiring } from './use-linked-firing';

const ROW = 25;

/** Every moment of the session for which a hook is configured, newest first, with every hook that was considered. */
export function HookLedger() {
  const { t } = useTranslation('hooks');
  const session = useSession((state) => state.id);
  const folder = useFolder((state) => state.folder) ?? '';
  const format = useFormat();
  const log = useHookLog(session);
  const { firings, running, more, readMore } = log;
  const [chosen, setChosen] = useState<number>();
  const index = firings.findIndex(({ seq }) => seq === chosen);
  const firing = firings[index];
  const event = useSelection((state) => state.current.event);
  const linked = useLinkedFiring(log, event === undefined ? undefined : ({ hooks }) => hooks.some(({ id }) => id === event))?.seq;
  useEffect(() => {
    if (linked !== undefined) setChosen(linked);
  }, [linked]);
  const close = () => {
    setChosen(undefined);
    dropEvent();
  };
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      {running.length > 0 ? (
        <ul aria-label={t('ledger.running')} aria-live="polite" className="shrink-0 border-line border-b px-3 py-1 text-sm">
          {running.map(({ run, event, label, since, status }) => (
            <li key={run} className="flex gap-2">
              <span className="shrink-0 text-muted">{t('ledger.running')}</span>
              <span className="min-w-0 truncate">
                {event}: {status ?? label}
              </span>
              <span className="shrink-0 text-faint">{t('ledger.since', { time: format.time(new Date(since).toISOString()) })}</span>
            </li>
          ))}
        </ul>
      ) : undefined}
      {firings.length === 0 ? (
        <p className="max-w-prose px-3 py-3 text-muted text-sm">{t(more && session ? 'ledger.reading' : 'ledger.empty')}</p>
      ) : (
        <div className="flex min-h-0 flex-1">
          <div className={`min-h-0 min-w-0 flex-1 flex-col ${firing ? 'hidden min-[760px]:flex' : 'flex'}`}>
            <VirtualList
              name={t('ledger.list')}
              rows={firings}
              keyOf={(row) => String(row.seq)}
              rowHeight={ROW}
              selected={index}
              onMove={(at) => setChosen(firings[at]?.seq)}
              onReachEnd={readMore}
              render={(row) => <FiringRow firing={row} />}
            />
          </div>
          {firing && session ? <Chosen key={firing.seq} session={session} folder={folder} firing={firing} onClose={close} /> : undefined}
        </div>
      )}
    </div>
  );
}

function Chosen({ session, folder, firing, onClose }: { session: string; folder: string; firing: FiringRecord; onClose: () => void }) {
  const { t } = useTranslation('hooks');
  const { data } = useAnswer('hooks.parts', { session, parts: partsOf(firing) }, `${session} ${firing.seq}`);
  return (
    <ScrollRegion
      name={t('ledger.title')}
      className="relative min-h-0 min-w-0 flex-1 border-line px-3 py-2 min-[760px]:max-w-[620px] min-[760px]:border-l"
    >
      <IconButton name={t('ledger.close')} icon={<X size={14} />} className="absolute top-1 right-1" onClick={onClose} />
      <FiringDetail
        firing={firing}
        folder={folder}
        texts={data?.texts ?? {}}
        onEdit={(run) => select({ view: 'hooks', detail: run.hook })}
      />
      <div className="py-2">
        <Button onClick={() => select({ view: 'hooks', session, detail: benchLink(firing) })}>
          <Play size={13} aria-hidden />
          {t('ledger.replay')}
        </Button>
      </div>
    </ScrollRegion>
  );
}
