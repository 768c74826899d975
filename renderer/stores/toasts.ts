import { create } from 'zustand';

/** A short message at the edge of the window. `text` and `action.label` are already in the person's language, `detail` is the host's own English. */
export interface Toast {
  id: number;
  text: string;
  detail?: string;
  tone: 'plain' | 'bad';
  /** It takes the place of an earlier one of the same topic, so that one way back is on offer: that of the newest change. */
  topic?: string;
  action?: { label: string; run: () => void };
}

const SHOWN_MS = 9000;
const MOST = 4;
let lastId = 0;

export const useToasts = create<{ toasts: Toast[] }>(() => ({ toasts: [] }));

/** Shows a message for some seconds; a bad one stays until it is dismissed. Where room is short, the oldest plain one goes first. */
export function showToast(toast: Omit<Toast, 'id'>): void {
  lastId += 1;
  const id = lastId;
  useToasts.setState(({ toasts }) => ({ toasts: [...makeRoom(withoutTopic(toasts, toast.topic)), { ...toast, id }] }));
  if (toast.tone === 'plain') setTimeout(() => dismissToast(id), SHOWN_MS);
}

export function dismissToast(id: number): void {
  useToasts.setState(({ toasts }) => ({ toasts: toasts.filter((toast) => toast.id !== id) }));
}

function withoutTopic(toasts: Toast[], topic: string | undefined): Toast[] {
  return topic === undefined ? toasts : toasts.filter((toast) => toast.topic !== topic);
}

function makeRoom(toasts: Toast[]): Toast[] {
  if (toasts.length < MOST) return toasts;
  const dropped = toasts.find((toast) => toast.tone === 'plain') ?? toasts[0];
  return toasts.filter((toast) => toast !== dropped);
}
