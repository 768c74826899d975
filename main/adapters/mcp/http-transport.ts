import type { JSONRPCMessage, MessageExtraInfo, Transport, TransportSendOptions } from '@modelcontextprotocol/client';
import type { MessageTrace } from './message-trace';

/** The code of the answer that is put in place of one that cannot come any more. Servers cannot send it: theirs are 32-bit. */
export const STREAM_LOST = -9_000_000_001;

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
  readonly #onNotice: () => void;
  readonly #unanswered = new Set<string | number>();

  /** `onNotice`: called with each message that is no answer. */
  constructor(inner: Transport, trace: MessageTrace, onNotice: () => void) {
    this.#inner = inner;
    this.#trace = trace;
    this.#onNotice = onNotice;
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
    this.#trace.sent(message, JSON.stringify(message));
    const id = 'method' in message && 'id' in message ? message.id : undefined;
    if (id === undefined) return this.#inner.send(message, options);
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

  close(): Promise<void> {
    return this.#inner.close();
  }

  setProtocolVersion(version: string): void {
    this.#inner.setProtocolVersion?.(version);
  }

  setSupportedProtocolVersions(versions: string[]): void {
    this.#inner.setSupportedProtocolVersions?.(versions);
  }

  #pass(message: JSONRPCMessage, extra?: MessageExtraInfo): void {
    if ('method' in message) this.#onNotice();
    else if (message.id !== undefined) this.#unanswered.delete(message.id);
    this.#trace.received(message);
    this.onmessage?.(message, extra);
  }

  #answerLost(id: string | number): void {
    if (!this.#unanswered.delete(id)) return;
    this.onmessage?.({ jsonrpc: '2.0', id, error: { code: STREAM_LOST, message: 'the stream ended before the answer came' } });
  }
}
