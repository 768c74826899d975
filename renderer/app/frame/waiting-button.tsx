import { Hand } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useRequests, type Waiting } from '../../stores/requests';
import { select } from '../../stores/selection';
import { Popover } from '../../ui/popover';

/** The queue of approvals over all sessions: one click from anywhere to the step that asks. */
export function WaitingButton() {
  const { t } = useTranslation('frame');
  const waiting = useRequests((state) => state.waiting);
  const count = waiting.length;
  return (
    <>
      {/* Always there: a live region that comes together with its words is not read out. */}
      <output aria-live="polite" className="sr-only">
        {count > 0 ? t('status.waiting', { count }) : ''}
      </output>
      {count > 0 ? <Queue waiting={waiting} /> : undefined}
    </>
  );
}

function Queue({ waiting }: { waiting: readonly Waiting[] }) {
  const { t } = useTranslation('frame');
  return (
    <Popover
      name={t('status.queue')}
      side="top"
      align="end"
      trigger={
        <button type="button" className="flex h-[22px] items-center gap-1.5 rounded-md px-1.5 text-warn hover:bg-hover">
          <Hand size={13} aria-hidden />
          <span>{t('status.waiting', { count: waiting.length })}</span>
        </button>
      }
    >
      <ul className="flex flex-col gap-0.5">
        {waiting.map((entry) => (
          <li key={entry.request}>
            <button
              type="button"
              onClick={() => select({ view: 'sessions', session: entry.session, item: entry.item })}
              className="clickable w-full rounded-md px-2 py-1 text-left"
            >
              <span className="block truncate text-faint text-xs">{entry.title}</span>
              <span className="block break-anywhere">{entry.summary}</span>
            </button>
          </li>
        ))}
      </ul>
    </Popover>
  );
}
