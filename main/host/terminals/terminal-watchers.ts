import type { Terminal } from '../../core/ports';
import type { Subscriber } from '../connection';
import { notificationText } from '../event-feed';

/** Characters that a client may be behind before it is left out and then gets the whole again. */
const MOST_BEHIND = 262_144;

interface Watcher {
  subscriber: Subscriber;
  /** Characters that it said it has drawn, and that were sent to it. */
  drawn: number;
  sent: number;
  behind: boolean;
}

/**
 * Who looks at one terminal. Each client gets its output at the pace at which it draws; a slow one misses what lies between and gets a
 * snapshot, so that neither the program nor the other clients wait for it.
 */
export class TerminalWatchers {
  readonly #terminal: Terminal;
  readonly #watchers = new Map<symbol, Watcher>();

  constructor(terminal: Terminal) {
    this.#terminal = terminal;
    terminal.onOutput((data, at) => this.#deliver(data, at));
  }

  /** Adds a client, or begins anew with one, and gives it the terminal as it stands. */
  add(subscriber: Subscriber): { data: string; at: number } {
    const snapshot = this.#terminal.snapshot();
    this.#watchers.set(subscriber.id, { subscriber, drawn: snapshot.at, sent: snapshot.at, behind: false });
    return snapshot;
  }

  remove(client: symbol): void {
    this.#watchers.delete(client);
  }

  noteDrawn(client: symbol, at: number): void {
    const watcher = this.#watchers.get(client);
    if (watcher === undefined) return;
    watcher.drawn = Math.max(watcher.drawn, Math.min(at, watcher.sent));
    if (watcher.behind && watcher.drawn === watcher.sent) this.#catchUp(watcher);
  }

  #deliver(data: string, at: number): void {
    let text: string | undefined;
    for (const watcher of this.#watchers.values()) {
      if (watcher.behind || at - watcher.drawn > MOST_BEHIND) {
        watcher.behind = true;
        continue;
      }
      text ??= notificationText('terminal/output', { terminal: this.#terminal.id, data, at });
      watcher.sent = at;
      watcher.subscriber.send(text);
    }
  }

  #catchUp(watcher: Watcher): void {
    const { data, at } = this.#terminal.snapshot();
    watcher.behind = false;
    watcher.sent = at;
    watcher.drawn = at;
    watcher.subscriber.send(notificationText('terminal/output', { terminal: this.#terminal.id, data, at, whole: true }));
  }
}
