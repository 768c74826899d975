import { isRecord } from '../../core/kernel/is-record';
import type { TraceEntry } from '../../core/mcp/server-connection';
import type { Clock } from '../../core/ports';
import { cutStart } from '../../../shared/text/cut-text';
import type { HeldTexts } from './held-texts';

/** Characters of a message that are kept. */
const MOST_CHARS = 16_384;
/** So many more are looked at, so that a secret at the cut is known for one. */
const BEYOND_CUT = 4096;
/** Messages that may wait to have their secrets hidden; in a flood the others are left out, and counted. */
const MOST_WAITING = 500;
/** How long they wait, so that no call waits for it. */
const PAUSE_MS = 50;
/** Requests whose answer is waited for. */
const MOST_OPEN = 1024;

/** What goes over the wire, on its way to whoever watches. */
export interface MessageTrace {
  sent(message: unknown, text: string): void;
  /** `bytes`: of the whole message, where it is known. */
  received(message: unknown, bytes?: number): void;
  /** A line that is no message of the protocol. */
  stray(text: string, bytes: number): void;
  hasReceived(): boolean;
  /** Passes on what waits. Resolves when every message so far has been passed on; never rejects. */
  flush(): Promise<void>;
}

export interface TraceParts {
  clock: Clock;
  held: HeldTexts;
  /** Hides secrets. */
  redact(text: string): Promise<string>;
  onTrace(entry: TraceEntry): void;
}

export function createMessageTrace({ clock, held, redact, onTrace }: TraceParts): MessageTrace {
  const open = new Map<string | number, number>();
  let waiting: TraceEntry[] = [];
  let leftOut = 0;
  let received = false;
  let timer: NodeJS.Timeout | undefined;
  let passing: Promise<void> = Promise.resolve();

  function add(entry: TraceEntry): void {
    if (waiting.length < MOST_WAITING) waiting.push({ ...entry, text: cutStart(entry.text, MOST_CHARS + BEYOND_CUT) });
    else leftOut += 1;
    timer ??= setTimeout(() => void flush(), PAUSE_MS);
    timer.unref();
  }

  function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    passing = passing.then(passOn);
    return passing;
  }

  async function passOn(): Promise<void> {
    const [entries, missed] = [waiting, leftOut];
    waiting = [];
    leftOut = 0;
    for (const entry of entries) {
      const text = await redact(entry.text).catch(() => '');
      onTrace({ ...entry, text: cutStart(text, MOST_CHARS) });
    }
    if (missed > 0) onTrace({ at: clock.now(), direction: 'received', text: JSON.stringify({ leftOut: missed }), bytes: 0 });
  }

  return {
    sent(message, text) {
      const names = namesOf(message);
      if (names.id !== undefined && names.method !== undefined) open.set(names.id, clock.monotonic());
      const [oldest] = open.keys();
      if (open.size > MOST_OPEN && oldest !== undefined) open.delete(oldest);
      add({ at: clock.now(), direction: 'sent', ...names, text, bytes: Buffer.byteLength(text) });
    },
    received(message, bytes) {
      received = true;
      const names = namesOf(message);
      const text = JSON.stringify(message);
      const began = names.id === undefined || names.method !== undefined ? undefined : open.get(names.id);
      if (names.id !== undefined && names.method === undefined) open.delete(names.id);
      const took = began === undefined ? {} : { tookMs: clock.monotonic() - began };
      add({
        at: clock.now(),
        direction: 'received',
        ...took,
        ...names,
        text,
        bytes: bytes ?? Buffer.byteLength(text) + held.bytesIn(message),
      });
    },
    stray(text, bytes) {
      add({ at: clock.now(), direction: 'received', text, bytes });
    },
    hasReceived: () => received,
    flush,
  };
}

function namesOf(message: unknown): { id?: string | number; method?: string } {
  if (!isRecord(message)) return {};
  const { id, method } = message;
  return {
    ...(typeof id === 'string' || typeof id === 'number' ? { id } : {}),
    ...(typeof method === 'string' ? { method } : {}),
  };
}
