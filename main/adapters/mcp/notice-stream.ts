import { type Client, type McpSubscription, ProtocolError, ProtocolErrorCode, type SubscriptionFilter } from '@modelcontextprotocol/client';

const FIRST_MS = 1000;
const LONGEST_MS = 300_000;

/**
 * The stream of notices of a server of the newer protocol: what it says of its lists, and of the resources that are subscribed to. Opened
 * again when it ends, later each time that it ends at once.
 */
export class NoticeStream {
  readonly #client: Client;
  readonly #uris = new Set<string>();
  #open: McpSubscription | undefined;
  #timer: NodeJS.Timeout | undefined;
  #wait = FIRST_MS;
  #closed = false;

  constructor(client: Client) {
    this.#client = client;
  }

  /** Opens it as soon as the server lets, unless that does not know such streams. */
  start(timeoutMs: number): void {
    this.open(timeoutMs).catch((error: unknown) => {
      if (!(error instanceof ProtocolError && error.code === ProtocolErrorCode.MethodNotFound)) this.#openLater(timeoutMs);
    });
  }

  /** Opens the stream where there is anything that it could tell. Rejects with what the library rejects with. */
  async open(timeoutMs: number): Promise<void> {
    const filter = this.#filter();
    if (this.#closed || Object.keys(filter).length === 0) return;
    const opened = await this.#client.listen(filter, { timeout: timeoutMs });
    const before = this.#open;
    this.#open = opened;
    await before?.close();
    const since = performance.now();
    void opened.closed.then((cause) => {
      if (this.#open !== opened || cause === 'local') return;
      if (performance.now() - since > LONGEST_MS) this.#wait = FIRST_MS;
      this.#openLater(timeoutMs);
    });
  }

  async subscribe(uri: string, timeoutMs: number): Promise<void> {
    if (this.#uris.has(uri)) return;
    this.#uris.add(uri);
    await this.open(timeoutMs);
  }

  async unsubscribe(uri: string, timeoutMs: number): Promise<void> {
    if (!this.#uris.delete(uri)) return;
    if (Object.keys(this.#filter()).length > 0) await this.open(timeoutMs);
    else await this.#open?.close();
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
    void this.#open?.close().catch(() => undefined);
  }

  #filter(): SubscriptionFilter {
    const { tools, prompts, resources } = this.#client.getServerCapabilities() ?? {};
    return {
      ...(tools?.listChanged === true ? { toolsListChanged: true } : {}),
      ...(prompts?.listChanged === true ? { promptsListChanged: true } : {}),
      ...(resources?.listChanged === true ? { resourcesListChanged: true } : {}),
      ...(this.#uris.size > 0 ? { resourceSubscriptions: [...this.#uris] } : {}),
    };
  }

  #openLater(timeoutMs: number): void {
    if (this.#closed) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.start(timeoutMs), this.#wait);
    this.#timer.unref();
    this.#wait = Math.min(this.#wait * 2, LONGEST_MS);
  }
}
