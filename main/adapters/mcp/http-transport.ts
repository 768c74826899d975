import type { JSONRPCMessage, MessageExtraInfo, Transport, TransportSendOptions } from '@modelcontextprotocol/client';
import { ServerError } from '../../core/mcp/server-connection';
import type { MessageTrace } from './message-trace';

/** The code of the answer that is put in place of one that cannot come any more. Servers cannot send it: theirs are 32-bit. */
export const STREAM_LOST = -9_000_000_001;

/** Bytes of answers that a server may leave untaken before it gets no more; each counts for as many more as its request costs. */
const MOST_UNTAKEN = 16 * 1_048_576;
const PER_ANSWER = 65_536;

export interface HttpTransportEvents {
  /** With each message that is no answer. */
  onNotice(): void;
  /** Nothing can be said to the server any more. */
  onGivenUp(reason: ServerError): void;
}

/**
 * A transport of the client's library with what it lacks: its messages are traced, and a request whose stream ends without an answer
 * is answered by an error at once.
 */
export class HttpTransport implements Transport {
  onmessage?: (message: JSONRPCMessage, extra?: MessageExtraInfo) => void;
  onclose?: () => void;
  onerror?: (error: Error) => void;
  readonly #inner: Transport;
  readonly #trace: MessageTrace;
  readonly #events: HttpTransportEvents;
  readonly #unanswered = new Set<string | number>();
  #untaken = 0;

  constructor(inner: Transport, trace: MessageTrace, events: HttpTransportEvents) {
    this.#inner = inner;
    this.#trace = trace;
    this.#events = events;
  }

  get sessionId(): string | undefined {
    return this.#inner.sessionId;
  }

  get hasPerRequestStream(): boolean {
    return this.#inner.hasPerRequestStream === true;
  }

  start(): Promise<void> {
    this.#inner.onmessage = (message, extra) => this.#pass(message, extra);
    this.#inner.onclose = () => this.onclose?.();
    this.#inner.onerror = (error) => this.onerror?.(error);
    return this.#inner.start();
  }

  async send(message: JSONRPCMessage, options: TransportSendOptions = {}): Promise<void> {
    const text = JSON.stringify(message);
    this.#trace.sent(message, text);
    const id = 'method' in message && 'id' in message ? message.id : undefined;
    if (id === undefined) return this.#answer(message, text.length + PER_ANSWER, options);
    this.#unanswered.add(id);
    const onRequestStreamEnd = () => {
      options.onRequestStreamEnd?.();
      this.#answerLost(id);
    };
    try {
      await this.#inner.send(message, { ...options, onRequestStreamEnd });
    } catch (error) {
      this.#unanswered.delete(id);
      throw error;
    }
  }

  async #answer(message: JSONRPCMessage, cost: number, options: TransportSendOptions): Promise<void> {
    if (this.#untaken > MOST_UNTAKEN) {
      const reason = new ServerError('malformed', 'it asks for more than it takes the answers of');
      this.#events.onGivenUp(reason);
      throw reason;
    }
    this.#untaken += cost;
    try {
      await this.#inner.send(message, options);
    } finally {
      this.#untaken -= cost;
    }
  }

  close(): Promise<void> {
    return this.#inner.close();
  }

  setProtocolVersion(version: string): void {
    this.#inner.setProtocolVersion?.(version);
  }

  setSupportedProtocolVersions(versions: string[]): void {
    this.#inner.setSupportedProtocolVersions?.(versions);
  }

  /** Nothing that a server sends may end more than this message. */
  #pass(message: JSONRPCMessage, extra?: MessageExtraInfo): void {
    if ('method' in message) this.#events.onNotice();
    else if (message.id !== undefined) this.#unanswered.delete(message.id);
    try {
      this.#trace.received(message);
      this.onmessage?.(message, extra);
    } catch (error) {
      this.onerror?.(error instanceof Error ? error : new Error(String(error)));
    }
  }

  #answerLost(id: string | number): void {
    if (!this.#unanswered.delete(id)) return;
    this.onmessage?.({ jsonrpc: '2.0', id, error: { code: STREAM_LOST, message: 'the stream ended before the answer came' } });
  }
}
