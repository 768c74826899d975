import type { SessionEvent, UnknownEvent } from '../../../shared/model/event';
import { liftEvent } from './lift-event';
import { splitDamagedLine } from './split-damaged-line';

/** An event with its byte range in the log, without the newline. */
export interface StoredRecord {
  event: SessionEvent | UnknownEvent;
  at: number;
  size: number;
}

/** Bytes of the log that are no event. */
export interface Damage {
  at: number;
  size: number;
}

export interface RecordBatch {
  records: StoredRecord[];
  damages: Damage[];
}

const NEWLINE = 10;
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * Turns the bytes of a log into events (invariants 4 and 5). Never throws, and never gives an event of a line that has no end
 * yet. A record whose `seq` does not fit between its neighbours (a damaged digit, a copy) counts as damage, so that it cannot
 * hide the others; therefore the newest record is held back until the next one or `flush`.
 */
export class RecordStream {
  private offset: number;
  private lastSeq: number;
  private held: StoredRecord | undefined;
  private pending: Uint8Array[] = [];
  private pendingSize = 0;

  /** Continues at a byte offset, after an event with `lastSeq`. */
  constructor(offset = 0, lastSeq = 0) {
    this.offset = offset;
    this.lastSeq = lastSeq;
  }

  push(chunk: Uint8Array): RecordBatch {
    const batch: RecordBatch = { records: [], damages: [] };
    let from = 0;
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, from)) {
      this.pending.push(chunk.subarray(from, end));
      this.pendingSize += end - from;
      this.takeLine(batch);
      this.offset += 1;
      from = end + 1;
    }
    if (from < chunk.length) {
      this.pending.push(chunk.slice(from));
      this.pendingSize += chunk.length - from;
    }
    return batch;
  }

  /** Where the bytes without a newline begin, and how many there are. */
  rest(): Damage {
    return { at: this.offset, size: this.pendingSize };
  }

  /** Forgets the bytes without a newline and says where to read on. */
  dropRest(): number {
    this.pending = [];
    this.pendingSize = 0;
    return this.offset;
  }

  /** Takes the rest as a line of its own: for a log that nobody writes any more. */
  endLine(): RecordBatch {
    const batch: RecordBatch = { records: [], damages: [] };
    if (this.pendingSize > 0) this.takeLine(batch);
    return batch;
  }

  /** Releases the record that was held back. */
  flush(): StoredRecord[] {
    const held = this.held;
    this.held = undefined;
    if (held === undefined) return [];
    this.lastSeq = held.event.seq;
    return [held];
  }

  private takeLine(batch: RecordBatch): void {
    const line = joinBytes(this.pending, this.pendingSize);
    const at = this.offset;
    this.offset += this.pendingSize;
    this.pending = [];
    this.pendingSize = 0;
    if (isBlank(line)) return;
    const event = parseRecord(line);
    if (event !== undefined) {
      this.take({ event, at, size: line.length }, batch);
      return;
    }
    for (const piece of splitDamagedLine(line)) {
      const found = piece.whole ? parseRecord(line.subarray(piece.from, piece.to)) : undefined;
      const place = { at: at + piece.from, size: piece.to - piece.from };
      if (found === undefined) batch.damages.push(place);
      else this.take({ event: found, ...place }, batch);
    }
  }

  private take(record: StoredRecord, batch: RecordBatch): void {
    const held = this.held;
    const { seq } = record.event;
    const heldFits = held !== undefined && held.event.seq === this.lastSeq + 1;
    if (seq <= this.lastSeq || (heldFits && seq <= held.event.seq)) {
      batch.damages.push({ at: record.at, size: record.size });
      return;
    }
    this.held = record;
    if (held === undefined) return;
    if (seq > held.event.seq) {
      this.lastSeq = held.event.seq;
      batch.records.push(held);
    } else batch.damages.push({ at: held.at, size: held.size });
  }
}

function parseRecord(bytes: Uint8Array): SessionEvent | UnknownEvent | undefined {
  try {
    return liftEvent(JSON.parse(decoder.decode(bytes)));
  } catch {
    return undefined;
  }
}

function joinBytes(pieces: readonly Uint8Array[], size: number): Uint8Array {
  const first = pieces[0];
  if (pieces.length === 1 && first !== undefined) return first;
  const joined = new Uint8Array(size);
  let at = 0;
  for (const piece of pieces) {
    joined.set(piece, at);
    at += piece.length;
  }
  return joined;
}

function isBlank(line: Uint8Array): boolean {
  return line.every((byte) => byte === 32 || byte === 13 || byte === 9);
}
