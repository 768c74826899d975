import type { LogLevel, LogView, ServerDetail } from '../../../shared/model/mcp';
import { cutStart } from '../../../shared/text/cut-text';
import { type CallOptions, type ServerConnection, ServerError, type ServerHandlers } from '../../core/mcp/server-connection';
import { KeptEntries } from './kept-entries';

const MOST_FOLLOWED = 100;
const MOST_TEXT = 4_000;
const MOST_LOGGER = 200;

type Followed = ServerDetail['followed'][number];

/** What a server tells by itself, over all its connections: what it logs, and changes of the resources that somebody follows. */
export class ServerNotices {
  readonly logs = new KeptEntries<LogView>({ entries: 2_000, chars: 500_000 });
  readonly #followed = new Map<string, Followed>();
  readonly #now: () => number;
  readonly #onChanged: () => void;
  readonly #hide: (text: string) => string;
  #logged = 0;
  #updates = 0;

  constructor(now: () => number, onChanged: () => void, hide: (text: string) => string) {
    this.#now = now;
    this.#onChanged = onChanged;
    this.#hide = hide;
  }

  get counts(): { logged: number; updates: number } {
    return { logged: this.#logged, updates: this.#updates };
  }
  followed(): readonly Followed[] {
    return [...this.#followed.values()];
  }

  readonly noteLog: ServerHandlers['onLog'] = ({ level, logger, data }) => {
    this.#logged += 1;
    this.logs.add({
      seq: this.#logged,
      at: this.#now(),
      level,
      ...(logger === undefined ? {} : { logger: this.#show(logger, MOST_LOGGER) }),
      text: this.#show(typeof data === 'string' ? data : (JSON.stringify(data) ?? ''), MOST_TEXT),
    });
    this.#onChanged();
  };

  /** Hides before it cuts, so that a secret at the cut is known for one. */
  #show(text: string, most: number): string {
    return cutStart(this.#hide(cutStart(text, 2 * MOST_TEXT)), most);
  }

  /** A server may tell of what is below a followed address as well; of anything else it is not asked. */
  readonly noteUpdate: ServerHandlers['onResourceUpdated'] = (uri) => {
    const followed = this.#followed.get(uri) ?? this.followed().find((one) => isBelow(uri, one.uri));
    if (followed === undefined) return;
    this.#updates += 1;
    this.#followed.set(followed.uri, { ...followed, changes: followed.changes + 1, changedAt: this.#now() });
    this.#onChanged();
  };

  /** Rejects with a `ServerError`; then it is not followed. */
  async follow(connection: Pick<ServerConnection, 'subscribe'>, uri: string, options: CallOptions): Promise<void> {
    if (this.#followed.has(uri)) return;
    if (this.#followed.size >= MOST_FOLLOWED)
      throw new ServerError('refused', `no more than ${MOST_FOLLOWED} resources of a server are followed`);
    await connection.subscribe(uri, options);
    this.#followed.set(uri, { uri, changes: 0 });
    this.#onChanged();
  }

  /** It is not followed any more, whatever the server says to that. */
  async leave(connection: ServerConnection | undefined, uri: string, options: CallOptions): Promise<void> {
    if (!this.#followed.delete(uri)) return;
    this.#onChanged();
    await connection?.unsubscribe(uri, options);
  }

  /** Tells a new connection what was wished of the ones before. What fails is put into the log. */
  async restore(connection: ServerConnection, level: LogLevel | undefined, options: CallOptions): Promise<void> {
    const wishes = [...this.#followed.keys()].map((uri) => connection.subscribe(uri, options));
    if (level !== undefined) wishes.push(connection.setLogLevel(level, options));
    for (const wish of await Promise.allSettled(wishes)) {
      if (wish.status === 'rejected') this.noteLog({ level: 'warning', logger: 'vitrine', data: String(wish.reason) });
    }
  }
}

/** `note://one-hundred` is not below `note://one`. */
function isBelow(uri: string, above: string): boolean {
  return uri.startsWith(above) && (/[/?#]$/.test(above) || /^[/?#]/.test(uri.slice(above.length)));
}
