import i18next from 'i18next';
import { useConfig } from '../stores/config';
import { useRequests } from '../stores/requests';
import { useSession } from '../stores/session';
import { sendNotice } from '../stores/system';

/** Tells the system when a turn ends or something asks while nobody looks at the window. */
export function followAttention(): () => void {
  const offTurn = useSession.subscribe(({ state }, { state: before }) => {
    if (state && before?.id === state.id && before.status === 'running' && state.status === 'idle')
      notify('frame:notify.ended', state.title);
  });
  const offRequests = useRequests.subscribe(({ waiting }, before) => {
    const known = new Set(before.waiting.map((entry) => entry.request));
    const added = waiting.find((entry) => !known.has(entry.request));
    if (added) notify('frame:notify.asks', `${added.title}: ${added.summary}`);
  });
  return () => {
    offTurn();
    offRequests();
  };
}

function notify(title: string, body: string): void {
  const wanted = useConfig.getState().config?.notifications ?? true;
  if (wanted && document.hidden) void sendNotice(i18next.t(title), body).catch(() => undefined);
}
