import { type SessionEvent, sessionEventSchema, type UnknownEvent, unknownEventSchema } from '../../../shared/model/event';
import { LOG_VERSION } from '../../../shared/model/log-version';
import { isKnownType } from '../../../shared/reduce/session-reducer';
import { isRecord } from '../kernel/is-record';

type RawEvent = Record<string, unknown>;

/** Turns an event of one version into one of the next. */
export type Lift = (event: RawEvent) => RawEvent;

/** By the version that they start from. A released entry is never changed. Version 1 is the first: nothing to lift yet. */
const LIFTS: ReadonlyMap<number, Lift> = new Map();

/**
 * A stored value as an event of this version: older ones are lifted step by step; a newer version or an unknown type is kept as
 * an `UnknownEvent`. Undefined when it is no event: then the record is damaged.
 */
export function liftEvent(value: unknown): SessionEvent | UnknownEvent | undefined {
  const raw = liftRaw(value, LIFTS, LOG_VERSION);
  if (raw === undefined) return undefined;
  const known = raw['v'] === LOG_VERSION && typeof raw['type'] === 'string' && isKnownType(raw['type']);
  return known ? sessionEventSchema.safeParse(raw).data : unknownEventSchema.safeParse(raw).data;
}

/** Applies the table from the value's own version up to `version`. A version without an entry changes nothing but the number. */
export function liftRaw(value: unknown, lifts: ReadonlyMap<number, Lift>, version: number): RawEvent | undefined {
  if (!isRecord(value) || typeof value['v'] !== 'number') return undefined;
  let raw = value;
  for (let from = value['v']; from < version; from += 1) {
    raw = { ...(lifts.get(from)?.(raw) ?? raw), v: from + 1 };
  }
  return raw;
}
