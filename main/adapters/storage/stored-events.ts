import type { SessionEvent, UnknownEvent } from '../../../shared/model/event';
import type { Item } from '../../../shared/model/item';
import { LOG_VERSION } from '../../../shared/model/log-version';
import { isKnownEvent } from '../../../shared/reduce/session-reducer';
import { isRecord } from '../../core/kernel/is-record';
import type { RecordStream, StoredRecord } from '../../core/sessions/record-stream';
import type { SessionLookup, StoredCall, StoredRecipe } from '../../core/sessions/session-log';
import { type ByteSource, readRange } from './append-file';
import type { Place, RecordIndex } from './record-index';

const CHUNK = 256 * 1024;

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
  for await (const records of streamRecords(handle, await newStream(mark.at, mark.seq - 1), mark.at, index.end)) {
    for (const { event } of records) if (event.seq > after) yield event;
  }
}

export function createLookup(handle: () => ByteSource, index: () => RecordIndex): SessionLookup {
  const eventAt = async (place: Place | undefined): Promise<SessionEvent | UnknownEvent | undefined> => {
    if (place === undefined) return undefined;
    const stream = await newStream();
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

/** Loaded with the first record that is read: the schemas of all events come with it, and a new session reads none. */
async function newStream(offset = 0, lastSeq = 0): Promise<RecordStream> {
  const { RecordStream } = await import('../../core/sessions/record-stream');
  return new RecordStream(offset, lastSeq);
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
