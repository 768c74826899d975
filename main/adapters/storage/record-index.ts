import { isKnownEvent } from '../../../shared/reduce/session-reducer';
import type { StoredRecord } from '../../core/sessions/record-stream';

/** A byte range of the log. */
export interface Place {
  at: number;
  size: number;
}

/** A `RecordIndex` as plain data. */
export interface RecordPlaces {
  items: Array<Place & { id: string }>;
  calls: Array<{ id: string; started?: Place | undefined; ended?: Place | undefined }>;
  marks: Array<{ seq: number; at: number }>;
  count: number;
  end: number;
}

const MARK_EVERY = 128;

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
