import type { NotificationData, NotificationName } from '../../shared/contract/notifications';
import type { Subscriber } from './connection';

export function notificationText<N extends NotificationName>(event: N, data: NotificationData<N>): string {
  return JSON.stringify({ event, data });
}

/** Everybody who is connected. Texts are made once, however many listen. */
export class EventFeed {
  readonly #subscribers = new Map<symbol, Subscriber>();

  add(subscriber: Subscriber): void {
    this.#subscribers.set(subscriber.id, subscriber);
  }
  remove(id: symbol): void {
    this.#subscribers.delete(id);
  }
  get(id: symbol): Subscriber | undefined {
    return this.#subscribers.get(id);
  }
  get size(): number {
    return this.#subscribers.size;
  }
  broadcast<N extends NotificationName>(event: N, data: NotificationData<N>): void {
    if (this.#subscribers.size === 0) return;
    const text = notificationText(event, data);
    for (const subscriber of this.#subscribers.values()) subscriber.send(text);
  }
}
