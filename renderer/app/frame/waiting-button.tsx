import { CircleHelp, Hand } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useRequests, type Waiting } from '../../stores/requests';
import { select } from '../../stores/selection';
import { Popover } from '../../ui/popover';

/** The queue of approvals, questions and plans over all sessions: one click from anywhere to the step that asks. */
export function WaitingButton() {
  const waiting = useRequests((state) => state.waiting);
  const words = useWaitingWords(waiting);
  return (
    <>
      {/* Always there: a live region that comes together with its words is not read out. */}
      <output aria-live="polite" className="sr-only">
        {words}
      </output>
      {waiting.length > 0 ? <Queue waiting={waiting} words={words} /> : undefined}
    </>
  );
}

/** Approvals, questions and plans, each counted by itself; empty when nothing waits. */
function useWaitingWords(waiting: readonly Waiting[]): string {
  const { t } = useTranslation('frame');
  return (['permission', 'question', 'plan'] as const)
    .map((type) => ({ type, count: waiting.filter((entry) => entry.type === type).length }))
    .filter(({ count }) => count > 0)
    .map(({ type, count }) => t(`status.waiting.${type}`, { count }))
    .join(t('status.and'));
}

function Queue({ waiting, words }: { waiting: readonly Waiting[]; words: string }) {
  const { t } = useTranslation('frame');
  return (
    <Popover
      name={t('status.queue')}
      side="top"
      align="end"
      trigger={
        <button
          type="button"
          className="flex h-[22px] shrink-0 items-center gap-1.5 whitespace-nowrap rounded-md px-1.5 text-warn hover:bg-hover"
        >
          {waiting.some(({ type }) => type === 'permission') ? <Hand size={13} aria-hidden /> : <CircleHelp size={13} aria-hidden />}
          <span>{words}</span>
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
