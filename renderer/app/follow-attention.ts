import i18next from 'i18next';
import { useConfig } from '../stores/config';
import { useRequests } from '../stores/requests';
import { useServerRequests } from '../stores/server-requests';
import { useSession } from '../stores/session';
import { useSessionList } from '../stores/session-list';
import { sendNotice } from '../stores/system';

/** Tells the system when a turn ends or something asks while nobody looks at the window. */
export function followAttention(): () => void {
  const offTurn = useSession.subscribe(({ state }, { state: before }) => {
    if (state && before?.id === state.id && before.status !== 'idle' && state.status === 'idle') notify('frame:notify.ended', state.title);
  });
  const offOthers = useSessionList.subscribe(({ sessions }, { sessions: before }) => {
    if (sessions === before) return;
    const open = useSession.getState().id;
    const busy = new Set(before.filter((entry) => entry.status !== 'idle' && entry.id !== open).map((entry) => entry.id));
    const ended = sessions.find((entry) => entry.status === 'idle' && busy.has(entry.id));
    if (ended) notify('frame:notify.ended', ended.title);
  });
  const offRequests = useRequests.subscribe(({ waiting }, before) => {
    const known = new Set(before.waiting.map((entry) => entry.request));
    const added = waiting.find((entry) => !known.has(entry.request));
    if (added) notify(`frame:notify.${added.type}`, `${added.title}: ${added.summary}`);
  });
  const offServers = useServerRequests.subscribe(({ requests }, before) => {
    const known = new Set(before.requests.map((entry) => entry.request));
    const added = requests.find((entry) => !known.has(entry.request));
    if (added) notify('frame:notify.server', `${added.server}: ${i18next.t(`frame:status.serverAsks.${added.type}`)}`);
  });
  return () => {
    offServers();
    offTurn();
    offOthers();
    offRequests();
  };
}

function notify(title: string, body: string): void {
  const wanted = useConfig.getState().config?.notifications ?? true;
  if (wanted && document.hidden) void sendNotice(i18next.t(title), body).catch(() => undefined);
}
