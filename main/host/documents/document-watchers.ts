import { basename, dirname } from 'node:path/posix';
import type { EventFeed } from '../event-feed';
import { notificationText } from '../event-feed';
import type { HostPorts } from '../host-ports';

/** A file is written in several steps: they count as one change. */
const SETTLE_MS = 40;
const MOST_WATCHED = 500;
/** Folders above a document that are watched: any of them may be moved away, or come back. */
const LEVELS = 3;

interface Watched {
  /** As the clients name it; `real` is where it lies. */
  path: string;
  real: string;
  clients: Set<symbol>;
  hash: string | undefined;
  stops: Array<() => void>;
  /** What goes on, and whether something happened meanwhile. */
  looking: boolean;
  again: boolean;
}

/**
 * Which client has which document open, and hears of its changes by whomever. Invariants:
 * 1. What a client was told last is what stands there, once no change is under way: looks at a document follow each other.
 * 2. Nothing is watched for a client that has gone, or that has closed the document.
 */
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

  /** Gives the hash of what stands there now, undefined where there is nothing: what the client has read may be older. */
  async watch(path: string, real: string, client: symbol): Promise<string | undefined> {
    if (this.#feed.get(client) !== undefined) this.#add(path, real, client);
    const hash = await this.#hashOf(real);
    const watched = this.#watched.get(path);
    // Who watches it already hears of another one by the look that is under way.
    if (watched?.clients.size === 1 && !watched.looking) watched.hash = hash;
    return hash;
  }

  unwatch(path: string, client: symbol): void {
    const watched = this.#watched.get(path);
    watched?.clients.delete(client);
    if (watched === undefined || watched.clients.size > 0) return;
    disarm(watched);
    this.#watched.delete(path);
  }

  leaveAll(client: symbol): void {
    for (const path of [...this.#watched.keys()]) this.unwatch(path, client);
  }

  close(): void {
    for (const watched of this.#watched.values()) disarm(watched);
    this.#watched.clear();
  }

  #add(path: string, real: string, client: symbol): void {
    const known = this.#watched.get(path);
    if (known?.real === real) return void known.clients.add(client);
    if (known === undefined && this.#watched.size >= MOST_WATCHED) return;
    if (known !== undefined) disarm(known);
    const clients = new Set([...(known?.clients ?? []), client]);
    const watched: Watched = { path, real, clients, hash: undefined, stops: [], looking: false, again: false };
    this.#watched.set(path, watched);
    this.#arm(watched);
  }

  /** Watches the folder for the document, and those above for the folder: what is watched is a folder itself, not its path. */
  #arm(watched: Watched): void {
    disarm(watched);
    let below = watched.real;
    for (let level = 0; level < LEVELS && dirname(below) !== below; level += 1) {
      const [folder, child] = [dirname(below), basename(below)];
      const own = basename(folder);
      watched.stops.push(
        this.#ports.watchFolder(folder, (name) => {
          if (name === undefined || name === child || name === own) void this.#look(watched);
        }),
      );
      below = folder;
    }
  }

  async #look(watched: Watched): Promise<void> {
    watched.again = true;
    if (watched.looking) return;
    watched.looking = true;
    while (watched.again) {
      await this.#ports.clock.sleep(SETTLE_MS);
      watched.again = false;
      if (this.#watched.get(watched.path) !== watched) return;
      // A folder that came back is another one.
      this.#arm(watched);
      this.#tell(watched, await this.#hashOf(watched.real));
    }
    watched.looking = false;
  }

  #tell(watched: Watched, hash: string | undefined): void {
    if (hash === watched.hash) return;
    watched.hash = hash;
    const text = notificationText('document/changed', { path: watched.path, ...(hash === undefined ? {} : { hash }) });
    for (const client of watched.clients) this.#feed.get(client)?.send(text);
  }
}

function disarm(watched: Watched): void {
  for (const stop of watched.stops.splice(0)) stop();
}
