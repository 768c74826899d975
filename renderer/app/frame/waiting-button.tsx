import { CircleHelp, Hand } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { ServerRequest } from '../../../shared/model/mcp';
import { useRequests, type Waiting } from '../../stores/requests';
import { select } from '../../stores/selection';
import { useServerRequests } from '../../stores/server-requests';
import { Popover } from '../../ui/popover';

/** The queue of approvals, questions, plans and requests of servers over all sessions: one click from anywhere to the step that asks. */
export function WaitingButton() {
  const waiting = useRequests((state) => state.waiting);
  const servers = useServerRequests((state) => state.requests);
  const words = useWaitingWords(waiting, servers.length);
  return (
    <>
      {/* Always there: a live region that comes together with its words is not read out. */}
      <output aria-live="polite" className="sr-only">
        {words}
      </output>
      {words === '' ? undefined : <Queue waiting={waiting} servers={servers} words={words} />}
    </>
  );
}

/** Approvals, questions, plans and requests of servers, each counted by itself; empty when nothing waits. */
function useWaitingWords(waiting: readonly Waiting[], servers: number): string {
  const { t } = useTranslation('frame');
  const counts = (['permission', 'question', 'plan'] as const).map((type) => ({
    type,
    count: waiting.filter((entry) => entry.type === type).length,
  }));
  return [...counts, { type: 'server', count: servers }]
    .filter(({ count }) => count > 0)
    .map(({ type, count }) => t(`status.waiting.${type}`, { count }))
    .join(t('status.and'));
}

interface QueueProps {
  waiting: readonly Waiting[];
  servers: readonly ServerRequest[];
  words: string;
}

function Queue({ waiting, servers, words }: QueueProps) {
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
        {waiting.map(({ request, title, summary, session, item }) => (
          <li key={request}>
            <QueueEntry title={title} summary={summary} onGo={() => select({ view: 'sessions', session, item })} />
          </li>
        ))}
        {servers.map(({ request, server, session, type }) => (
          <li key={request}>
            <QueueEntry
              title={server}
              summary={t(`status.serverAsks.${type}`)}
              onGo={() => select(session ? { view: 'sessions', session } : { view: 'mcp' })}
            />
          </li>
        ))}
      </ul>
    </Popover>
  );
}

function QueueEntry({ title, summary, onGo }: { title: string; summary: string; onGo: () => void }) {
  return (
    <button type="button" onClick={onGo} className="clickable w-full rounded-md px-2 py-1 text-left">
      <span className="block truncate text-faint text-xs">{title}</span>
      <span className="block break-anywhere">{summary}</span>
    </button>
  );
}
