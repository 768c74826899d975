import { basename, dirname } from 'node:path/posix';
import type { EventFeed } from '../event-feed';
import { notificationText } from '../event-feed';
import type { HostPorts } from '../host-ports';

/** A file is written in several steps: they count as one change. */
const SETTLE_MS = 40;
const MOST_WATCHED = 500;

interface Watched {
  /** As the clients name it; `real` is where it lies. */
  path: string;
  real: string;
  clients: Set<symbol>;
  hash: string | undefined;
  stop: () => void;
  looking: boolean;
}

/** Which client has which document open, and hears of its changes by whomever. */
export class DocumentWatchers {
  readonly #ports: Pick<HostPorts, 'clock' | 'watchFolder'>;
  readonly #feed: EventFeed;
  readonly #hashOf: (real: string) => Promise<string | undefined>;
  readonly #watched = new Map<string, Watched>();

  constructor(ports: Pick<HostPorts, 'clock' | 'watchFolder'>, feed: EventFeed, hashOf: (real: string) => Promise<string | undefined>) {
    this.#ports = ports;
    this.#feed = feed;
    this.#hashOf = hashOf;
  }

  async watch(path: string, real: string, client: symbol): Promise<void> {
    const known = this.#watched.get(path);
    if (known !== undefined) return void known.clients.add(client);
    if (this.#watched.size >= MOST_WATCHED) return;
    const watched: Watched = { path, real, clients: new Set([client]), hash: undefined, looking: false, stop: () => undefined };
    this.#watched.set(path, watched);
    watched.stop = this.#ports.watchFolder(dirname(real), (name) => {
      if (name === undefined || name === basename(real)) void this.#look(watched);
    });
    watched.hash = await this.#hashOf(real);
  }

  unwatch(path: string, client: symbol): void {
    const watched = this.#watched.get(path);
    watched?.clients.delete(client);
    if (watched === undefined || watched.clients.size > 0) return;
    watched.stop();
    this.#watched.delete(path);
  }

  leaveAll(client: symbol): void {
    for (const path of [...this.#watched.keys()]) this.unwatch(path, client);
  }

  close(): void {
    for (const { stop } of this.#watched.values()) stop();
    this.#watched.clear();
  }

  async #look(watched: Watched): Promise<void> {
    if (watched.looking) return;
    watched.looking = true;
    await this.#ports.clock.sleep(SETTLE_MS);
    watched.looking = false;
    const hash = await this.#hashOf(watched.real);
    if (hash === watched.hash) return;
    watched.hash = hash;
    const text = notificationText('document/changed', { path: watched.path, ...(hash === undefined ? {} : { hash }) });
    for (const client of watched.clients) this.#feed.get(client)?.send(text);
  }
}
