import { clientFrameSchema, type HostFrame } from '../../shared/contract/frames';
import { type Channel, MAX_FRAME_CHARS, PROTOCOL_VERSION } from '../../shared/contract/protocol';
import type { Logger } from '../core/ports';
import type { Dispatcher } from './dispatch';
import type { ClientInfo, Connection } from './host';

/** Requests of one connection that may be unanswered at a time; more get `busy`. */
const MAX_PENDING = 256;
/** A client that lets this much pile up gets no more decoration; with the second bound it is cut off and may come back. */
const SLOW_CHARS = 4 * 1024 * 1024;
const STUCK_CHARS = 4 * MAX_FRAME_CHARS;

export interface Welcome {
  version: string;
  shell: 'desktop' | 'serve' | 'run';
  platform: string;
  language: string;
}

/** The host's side of one subscriber: texts are ready frames. */
export interface Subscriber {
  readonly id: symbol;
  /** A frame that must arrive. */
  send(text: string): void;
  /** A frame that may be left out when the client is slow. */
  decorate(text: string): void;
}

export interface ConnectionOptions {
  channel: Channel;
  client: ClientInfo;
  welcome: Welcome;
  logger: Logger;
  dispatcher(): Promise<Dispatcher>;
  /** Called after the handshake; `after` asks for what each session did since. */
  onOpen(subscriber: Subscriber, after: Record<string, number>): void;
  onClose(subscriber: Subscriber): void;
}

/**
 * One client on one channel. Invariants:
 * 1. Nothing is answered before a valid `hello`; anything else first closes the channel.
 * 2. Every frame is parsed and bounded; a broken one closes the channel, a bad request in a good frame gets an error.
 * 3. After `close` nothing is sent.
 */
export function createConnection(options: ConnectionOptions): Connection {
  const { channel, client, logger } = options;
  const id = Symbol(client.name);
  const closing = new AbortController();
  let state: 'new' | 'open' | 'closed' = 'new';
  let pending = 0;

  function sendText(text: string): void {
    if (state !== 'open') return;
    if ((channel.waiting?.() ?? 0) > STUCK_CHARS) return close('the client does not read');
    channel.send(text);
  }
  const subscriber: Subscriber = {
    id,
    send: sendText,
    decorate(text) {
      if ((channel.waiting?.() ?? 0) <= SLOW_CHARS) sendText(text);
    },
  };

  function ended(): void {
    if (state === 'closed') return;
    const wasOpen = state === 'open';
    state = 'closed';
    closing.abort();
    if (wasOpen) options.onClose(subscriber);
  }
  function close(why?: string): void {
    if (why !== undefined) logger.log('warn', 'connection closed', { client: client.name, why });
    ended();
    channel.close();
  }

  function greet(protocol: number, after: Record<string, number>): void {
    if (state === 'open') return close('a second hello');
    if (protocol !== PROTOCOL_VERSION) {
      channel.send(JSON.stringify({ reload: { protocol: PROTOCOL_VERSION } } satisfies HostFrame));
      return close(`protocol ${protocol}, ours is ${PROTOCOL_VERSION}`);
    }
    state = 'open';
    sendText(JSON.stringify({ welcome: { protocol: PROTOCOL_VERSION, ...options.welcome } } satisfies HostFrame));
    options.onOpen(subscriber, after);
  }

  async function answer(request: { id: number; method: string; params: unknown }): Promise<void> {
    if (pending >= MAX_PENDING) {
      sendText(JSON.stringify({ id: request.id, error: { code: 'busy', message: 'too many requests at once' } }));
      return;
    }
    pending += 1;
    const followUps: Array<() => void> = [];
    const dispatcher = await options.dispatcher();
    const reply = await dispatcher.dispatch(request.method, request.params, {
      client,
      connection: id,
      closed: closing.signal,
      afterReply: (job) => followUps.push(job),
    });
    pending -= 1;
    const text = JSON.stringify({ id: request.id, ...reply });
    sendText(
      text.length <= MAX_FRAME_CHARS
        ? text
        : JSON.stringify({ id: request.id, error: { code: 'too-large', message: 'the answer is too large for one frame' } }),
    );
    for (const job of followUps) job();
  }

  channel.onMessage((text) => {
    if (state === 'closed') return;
    const frame = text.length > MAX_FRAME_CHARS ? undefined : parseFrame(text);
    if (frame === undefined) return close('a frame that is no frame');
    if ('hello' in frame) return greet(frame.hello.protocol, frame.hello.after ?? {});
    if (state !== 'open') return close('a request before hello');
    void answer(frame);
  });
  channel.onClose(ended);
  return { client, close: () => close() };
}

function parseFrame(text: string) {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  const parsed = clientFrameSchema.safeParse(value);
  return parsed.success ? parsed.data : undefined;
}
