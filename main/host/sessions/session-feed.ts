import type { ItemDelta, SessionEvent, UnknownEvent } from '../../../shared/model/event';
import type { ItemView } from '../../../shared/model/item';
import { isKnownEvent } from '../../../shared/reduce/session-reducer';
import type { Clock, Logger } from '../../core/ports';
import type { Subscriber } from '../connection';
import { notificationText } from '../event-feed';

/** Deltas of two frames travel together: a page draws no more often. */
const FRAME_MS = 33;
/** Most events that a reconnecting client gets replayed; beyond it opens the session again. */
export const MAX_REPLAY = 2000;

/** Characters of what one running item said that are kept at least, the newest. */
const MOST_SAID = 100_000;

type AnyEvent = SessionEvent | UnknownEvent;

interface Subscription {
  subscriber: Subscriber;
  /** Sequence number of the newest event that this client has. */
  position: number;
  /** Texts that wait until the snapshot or the replay is on its way. */
  held: Array<{ seq: number; text: string }> | undefined;
}

export interface SessionFeedOptions {
  session: string;
  clock: Clock;
  logger: Logger;
  /** The item's view for an event that starts or completes one. */
  viewOf(event: AnyEvent): Promise<ItemView | undefined>;
}

/**
 * The events of one session on their way to its clients. Invariants:
 * 1. A client gets every durable event after its position once, in order.
 * 2. A delta never overtakes an event that was published before it.
 * 3. Whatever is held back for a snapshot or a replay follows it at once.
 * 4. Who comes with a snapshot gets what running items have said so far, once: a stream may have paused for long.
 */
export class SessionFeed {
  readonly #options: SessionFeedOptions;
  readonly #subscriptions = new Map<symbol, Subscription>();
  readonly #deltas = new Map<string, ItemDelta>();
  /** The deltas of running items that were sent, joined. */
  readonly #said = new Map<string, ItemDelta>();
  #tail: Promise<void> = Promise.resolve();
  #flushing = false;

  constructor(options: SessionFeedOptions) {
    this.#options = options;
  }

  get watched(): boolean {
    return this.#subscriptions.size > 0;
  }

  /**
   * Subscribes from `after` on, held back until `release`. A second subscription of the same client replaces the first.
   * `fresh`: the client holds nothing of what running items have said.
   */
  subscribe(subscriber: Subscriber, after: number, fresh = false): { release(): void } {
    const subscription: Subscription = { subscriber, position: after, held: [] };
    this.#subscriptions.set(subscriber.id, subscription);
    return {
      release: () => {
        const held = subscription.held ?? [];
        subscription.held = undefined;
        for (const { seq, text } of held) deliver(subscription, seq, text);
        if (fresh) for (const delta of this.#said.values()) subscriber.decorate(notificationText('session/delta', delta));
      },
    };
  }

  unsubscribe(id: symbol): void {
    this.#subscriptions.delete(id);
  }

  /** Sends stored events to one client, which is then where the newest of them is. */
  async replay(subscriber: Subscriber, events: readonly AnyEvent[]): Promise<void> {
    const subscription = this.#subscriptions.get(subscriber.id);
    if (subscription === undefined) return;
    for (const event of events) {
      const text = await this.#textOf(event);
      if (event.seq <= subscription.position) continue;
      subscription.position = event.seq;
      subscriber.send(text);
    }
  }

  publish(events: readonly AnyEvent[]): void {
    this.#enqueueDeltas();
    this.#enqueue(async () => {
      for (const event of events) {
        this.#forgetSaid(event);
        if (!this.watched) continue;
        const text = await this.#textOf(event);
        for (const subscription of this.#subscriptions.values()) {
          if (subscription.held === undefined) deliver(subscription, event.seq, text);
          else subscription.held.push({ seq: event.seq, text });
        }
      }
    });
  }

  delta(delta: ItemDelta): void {
    const key = `${delta.item} ${delta.channel}`;
    const waiting = this.#deltas.get(key);
    this.#deltas.set(key, waiting === undefined ? { ...delta } : { ...waiting, text: waiting.text + delta.text });
    if (this.#flushing) return;
    this.#flushing = true;
    void this.#options.clock.sleep(FRAME_MS).then(() => {
      this.#flushing = false;
      this.#enqueueDeltas();
    });
  }

  /** Resolves when everything published so far was handed to the clients. */
  settled(): Promise<void> {
    return this.#tail;
  }

  #enqueueDeltas(): void {
    if (this.#deltas.size === 0) return;
    const deltas = [...this.#deltas];
    this.#deltas.clear();
    this.#enqueue(async () => {
      for (const [key, delta] of deltas) {
        const text = (this.#said.get(key)?.text ?? '') + delta.text;
        this.#said.set(key, { ...delta, text: text.length > 2 * MOST_SAID ? text.slice(-MOST_SAID) : text });
      }
      if (!this.watched) return;
      const texts = deltas.map(([, delta]) => notificationText('session/delta', delta));
      for (const { subscriber, held } of this.#subscriptions.values()) {
        if (held === undefined) for (const text of texts) subscriber.decorate(text);
      }
    });
  }

  #forgetSaid(event: AnyEvent): void {
    if (!isKnownEvent(event)) return;
    if (event.type === 'turn/ended') this.#said.clear();
    if (event.type !== 'item/completed') return;
    for (const [key, { item }] of this.#said) if (item === event.item.id) this.#said.delete(key);
  }

  #enqueue(job: () => Promise<void>): void {
    this.#tail = this.#tail.then(job).catch((error: unknown) => {
      this.#options.logger.log('error', 'an event could not be published', { session: this.#options.session, error: String(error) });
    });
  }

  async #textOf(event: AnyEvent): Promise<string> {
    const view = await this.#options.viewOf(event);
    const { session } = this.#options;
    return notificationText('session/event', view === undefined ? { session, event } : { session, event, view });
  }
}

function deliver(subscription: Subscription, seq: number, text: string): void {
  if (seq <= subscription.position) return;
  subscription.position = seq;
  subscription.subscriber.send(text);
}
