import type { NotificationData } from '../../shared/contract/notifications';
import { create } from 'zustand';
import { listen } from './host';

export type Waiting = NotificationData<'requests/changed'>['waiting'][number];

/** Requests that wait for an answer, over all sessions: the status bar's queue. */
export const useRequests = create<{ waiting: Waiting[] }>(() => ({ waiting: [] }));

export function followRequests(): () => void {
  return listen('requests/changed', ({ waiting }) => useRequests.setState({ waiting }));
}
