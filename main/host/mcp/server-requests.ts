import type { ServerAnswer, ServerRequest } from '../../../shared/model/mcp';
import type { EventFeed } from '../event-feed';

const CANCELLED: ServerAnswer = { action: 'cancel' };
/** More questions of one server at a time are turned down: nobody reads them. */
const MOST_OF_A_SERVER = 3;
/** And of all servers: so many that every window gets them all in one message. */
const MOST = 30;

/** What servers ask the person for, over all folders. The first answer wins; every question ends. */
export class ServerRequests {
  readonly #feed: EventFeed;
  readonly #waiting = new Map<string, { request: ServerRequest; settle(answer: ServerAnswer): void }>();

  constructor(feed: EventFeed) {
    this.#feed = feed;
  }

  list(): ServerRequest[] {
    return [...this.#waiting.values()].map(({ request }) => request);
  }

  async ask(request: ServerRequest, signal: AbortSignal): Promise<ServerAnswer> {
    const others = this.list().filter(({ folder, server }) => folder === request.folder && server === request.server);
    if (signal.aborted || others.length >= MOST_OF_A_SERVER || this.#waiting.size >= MOST) return CANCELLED;
    const cancel = () => void this.answer(request.request, CANCELLED);
    signal.addEventListener('abort', cancel, { once: true });
    try {
      return await new Promise<ServerAnswer>((settle) => {
        this.#waiting.set(request.request, { request, settle });
        this.#publish();
      });
    } finally {
      signal.removeEventListener('abort', cancel);
    }
  }

  /** False where it was answered before. */
  answer(request: string, answer: ServerAnswer): boolean {
    const waiting = this.#waiting.get(request);
    if (waiting === undefined) return false;
    this.#waiting.delete(request);
    this.#publish();
    waiting.settle(answer);
    return true;
  }

  #publish(): void {
    this.#feed.broadcast('mcp/requests', { requests: this.list() });
  }
}
