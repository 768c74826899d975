import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/client';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { isRecord } from '../../core/kernel/is-record';
import { ServerError } from '../../core/mcp/server-connection';
import { messageOf } from '../storage/system-error';
import type { FrameParser } from './frame-parser';
import { createLineFrames, type LineFrame } from './line-frames';
import type { MessageTrace } from './message-trace';
import type { ServerProcess } from './server-process';

/** Bytes handled in one go before others get the thread. */
const BYTES_PER_TURN = 131_072;
/** Milliseconds, likewise: a flood of short messages costs more than its bytes. */
const MS_PER_TURN = 8;
/** Characters of a line that is no message, in the trace. */
const MOST_OF_STRAY = 2000;
/** Bytes that a server may leave unread before more is written. */
const MOST_UNREAD = 16 * 1_048_576;

export interface StdioParts {
  parser: FrameParser;
  trace: MessageTrace;
  /** Bytes of the longest message that is taken. */
  mostBytes: number;
}

/**
 * The protocol over the pipes of a process: a line is a message. Lines that are none are put into the trace and passed over. `pid` and
 * `stderr` are what the client's library knows a transport of this kind by.
 */
export class StdioTransport implements Transport {
  readonly pid: number;
  readonly stderr: ServerProcess['stderr'];
  onmessage?: (message: JSONRPCMessage) => void;
  onclose?: () => void;
  onerror?: (error: Error) => void;
  /** Why it is over, when that was not asked for. */
  failure: ServerError | undefined;
  /** It has answered anything. */
  hasAnswered = false;
  /** It has answered that it speaks the newer protocol, if perhaps too late. */
  hasDiscovered = false;
  readonly #process: ServerProcess;
  readonly #parts: StdioParts;
  readonly #frames: ReturnType<typeof createLineFrames>;
  #reading: Promise<void> = Promise.resolve();
  #draining: Promise<void> | undefined;
  #closed = false;

  constructor(process: ServerProcess, parts: StdioParts) {
    this.pid = process.pid;
    this.stderr = process.stderr;
    this.#process = process;
    this.#parts = parts;
    this.#frames = createLineFrames(parts.mostBytes);
  }

  /** A message of the protocol came from it. */
  get hasSpoken(): boolean {
    return this.#parts.trace.hasReceived();
  }

  async start(): Promise<void> {
    const { stdout, ended } = this.#process;
    let handled = 0;
    stdout.on('data', (chunk: Buffer) => {
      this.#take(chunk);
      handled += chunk.length;
      if (handled < BYTES_PER_TURN) return;
      handled = 0;
      stdout.pause();
      void this.#reading.then(() => nextTurn()).then(() => stdout.resume());
    });
    stdout.on('error', () => undefined);
    void ended.then(async (end) => {
      await this.#reading;
      this.#end(new ServerError('closed', end.detail, end.exitCode));
    });
  }

  async send(message: JSONRPCMessage): Promise<void> {
    if (this.#closed) throw this.failure ?? new ServerError('closed', 'the connection is over');
    const text = JSON.stringify(message);
    this.#parts.trace.sent(message, text);
    const { stdin } = this.#process;
    if (stdin.writableLength > MOST_UNREAD) {
      this.#giveUp(new ServerError('malformed', `it does not read what it is sent: more than ${MOST_UNREAD / 1_048_576} MiB wait for it`));
      throw this.failure;
    }
    if (stdin.write(`${text}\n`)) return;
    // One that does not read holds up whoever sends, until it ends or is ended.
    this.#draining ??= new Promise((resolve) => stdin.once('drain', resolve)).then(() => {
      this.#draining = undefined;
    });
    await Promise.race([this.#draining, this.#process.ended]);
  }

  async close(): Promise<void> {
    this.#end(undefined);
    await this.#process.stop();
  }

  #take(chunk: Buffer): void {
    if (this.#closed) return;
    try {
      const frames = this.#frames.add(chunk);
      if (frames.length > 0) this.#reading = this.#reading.then(() => this.#deliver(frames));
    } catch (error) {
      this.#giveUp(new ServerError('malformed', messageOf(error)));
    }
  }

  #giveUp(failure: ServerError): void {
    this.#end(failure);
    void this.#process.stop();
  }

  /** In the order in which they came: a large one is waited for. */
  async #deliver(frames: readonly LineFrame[]): Promise<void> {
    let since = performance.now();
    for (const { chunks, bytes } of frames) {
      if (performance.now() - since > MS_PER_TURN) {
        await nextTurn();
        since = performance.now();
      }
      if (this.#closed) return;
      if (bytes === 0) continue;
      // Read before the pieces are handed over to a thread.
      const beginning = bytes > MOST_OF_STRAY ? '' : Buffer.concat(chunks).toString('utf8');
      try {
        const message = await this.#parts.parser.parse(chunks, bytes);
        if (isMessage(message)) await this.#pass(message, bytes);
        else this.#parts.trace.stray(beginning, bytes);
      } catch {
        // Nothing that a server writes may end more than this line.
        this.#parts.trace.stray(beginning, bytes);
      }
    }
  }

  async #pass(message: JSONRPCMessage, bytes: number): Promise<void> {
    this.#parts.trace.received(message, bytes);
    this.hasAnswered ||= 'result' in message || 'error' in message;
    this.hasDiscovered ||= 'result' in message && 'supportedVersions' in message.result;
    this.onmessage?.(message);
    // A notification is handled one turn of promises later: a response right behind it must not come first.
    if (!('id' in message)) await Promise.resolve();
  }

  #end(failure: ServerError | undefined): void {
    if (this.#closed) return;
    this.#closed = true;
    this.failure = failure;
    this.onclose?.();
  }
}

function isMessage(value: unknown): value is JSONRPCMessage {
  if (!isRecord(value) || value['jsonrpc'] !== '2.0') return false;
  const { id, method, result, error } = value;
  if (id !== undefined && typeof id !== 'string' && typeof id !== 'number') return false;
  if (typeof method === 'string') return value['params'] === undefined || isRecord(value['params']);
  return (
    id !== undefined && (isRecord(result) || (isRecord(error) && typeof error['code'] === 'number' && typeof error['message'] === 'string'))
  );
}
