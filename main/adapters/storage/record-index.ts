import { z } from 'zod';
import type { SessionEvent, UnknownEvent } from '../../../shared/model/event';
import type { Item } from '../../../shared/model/item';
import { LOG_VERSION } from '../../../shared/model/log-version';
import { isKnownEvent } from '../../../shared/reduce/session-reducer';
import { isRecord } from '../../core/kernel/is-record';
import { RecordStream, type StoredRecord } from '../../core/sessions/record-stream';
import type { SessionLookup, StoredCall, StoredRecipe } from '../../core/sessions/session-log';
import { type ByteSource, readRange } from './append-file';

const placeSchema = z.object({ at: z.number(), size: z.number() });
type Place = z.infer<typeof placeSchema>;

/** A `RecordIndex` as plain data. */
export const recordPlacesSchema = z.object({
  items: z.array(placeSchema.extend({ id: z.string() })),
  calls: z.array(z.object({ id: z.string(), started: placeSchema.optional(), ended: placeSchema.optional() })),
  marks: z.array(z.object({ seq: z.number(), at: z.number() })),
  count: z.number(),
  end: z.number(),
});
type RecordPlaces = z.infer<typeof recordPlacesSchema>;

const MARK_EVERY = 128;
const CHUNK = 256 * 1024;

/** Where the records of a log lie: by item, by call, and a mark every so many events for reading from the middle. */
export class RecordIndex {
  private readonly items = new Map<string, Place>();
  private readonly calls = new Map<string, { started?: Place; ended?: Place }>();
  private readonly marks: Array<{ seq: number; at: number }> = [];
  private count = 0;
  /** Just behind the newest record. */
  end = 0;

  static from({ items, calls, marks, count, end }: RecordPlaces): RecordIndex {
    const index = new RecordIndex();
    for (const { id, at, size } of items) index.items.set(id, { at, size });
    for (const { id, ...places } of calls) index.calls.set(id, places);
    index.marks.push(...marks);
    index.count = count;
    index.end = end;
    return index;
  }

  places(): RecordPlaces {
    const { marks, count, end } = this;
    const items = [...this.items].map(([id, place]) => ({ id, ...place }));
    const calls = [...this.calls].map(([id, places]) => ({ id, ...places }));
    return { items, calls, marks: [...marks], count, end };
  }

  note(record: StoredRecord): void {
    const { event, at, size } = record;
    if (this.count % MARK_EVERY === 0) this.marks.push({ seq: event.seq, at });
    this.count += 1;
    this.end = at + size + 1;
    if (!isKnownEvent(event)) return;
    if (event.type === 'item/started' || event.type === 'item/completed') this.items.set(event.item.id, { at, size });
    if (event.type === 'call/started') this.calls.set(event.call, { ...this.calls.get(event.call), started: { at, size } });
    if (event.type === 'call/ended') this.calls.set(event.call, { ...this.calls.get(event.call), ended: { at, size } });
  }

  item(id: string): Place | undefined {
    return this.items.get(id);
  }

  call(id: string): { started?: Place; ended?: Place } | undefined {
    return this.calls.get(id);
  }

  /** The last mark at or before the event that follows `seq`. */
  before(seq: number): { seq: number; at: number } | undefined {
    let low = 0;
    let high = this.marks.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.marks[middle]?.seq ?? 0) <= seq + 1) low = middle + 1;
      else high = middle;
    }
    return this.marks[low - 1] ?? this.marks[0];
  }
}

/** Streams the records of a byte range of a log. Yields one batch per chunk read, so that other work gets its turn in between. */
export async function* streamRecords(handle: ByteSource, stream: RecordStream, from: number, to: number): AsyncGenerator<StoredRecord[]> {
  for (let at = from; at < to; at += CHUNK) {
    const chunk = await readRange(handle, at, Math.min(CHUNK, to - at));
    if (chunk.length === 0) break;
    const { records } = stream.push(chunk);
    if (records.length > 0) yield records;
  }
  const last = stream.flush();
  if (last.length > 0) yield last;
}

/** Events with a greater sequence number than `after`, up to what the index knows now. */
export async function* readEvents(handle: ByteSource, index: RecordIndex, after: number): AsyncGenerator<SessionEvent | UnknownEvent> {
  const mark = index.before(after);
  if (mark === undefined) return;
  for await (const records of streamRecords(handle, new RecordStream(mark.at, mark.seq - 1), mark.at, index.end)) {
    for (const { event } of records) if (event.seq > after) yield event;
  }
}

export function createLookup(handle: () => ByteSource, index: () => RecordIndex): SessionLookup {
  const eventAt = async (place: Place | undefined): Promise<SessionEvent | UnknownEvent | undefined> => {
    if (place === undefined) return undefined;
    const stream = new RecordStream();
    stream.push(await readRange(handle(), place.at, place.size));
    stream.endLine();
    return stream.flush()[0]?.event;
  };
  const startOf = async (call: string): Promise<StoredCall['started'] | undefined> => {
    const event = await eventAt(index().call(call)?.started);
    return event !== undefined && isKnownEvent(event) && event.type === 'call/started' ? event : undefined;
  };
  return {
    async readItems(ids) {
      const items = await Promise.all(ids.map(async (id) => itemOf(await eventAt(index().item(id)))));
      return items.filter((item) => item !== undefined);
    },
    async readRecipe(call) {
      const place = index().call(call)?.started;
      if (place === undefined) return undefined;
      const value = parseJson(await readRange(handle(), place.at, place.size));
      return isRecipeOf(value, call) ? value : startOf(call);
    },
    async readCall(call): Promise<StoredCall | undefined> {
      const [started, ended] = await Promise.all([startOf(call), eventAt(index().call(call)?.ended)]);
      if (started === undefined) return undefined;
      if (ended === undefined || !isKnownEvent(ended) || ended.type !== 'call/ended') return { started };
      return { started, ended };
    },
  };
}

function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(bytes).toString('utf8'));
  } catch {
    return undefined;
  }
}

/** Whether the record of this version that was noted at a place is still there. */
function isRecipeOf(value: unknown, call: string): value is StoredRecipe {
  return isRecord(value) && value['v'] === LOG_VERSION && value['type'] === 'call/started' && value['call'] === call;
}

function itemOf(event: SessionEvent | UnknownEvent | undefined): Item | undefined {
  if (event === undefined || !isKnownEvent(event)) return undefined;
  return event.type === 'item/started' || event.type === 'item/completed' ? event.item : undefined;
}
