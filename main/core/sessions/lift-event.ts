import { LOG_VERSION, type SessionEvent, sessionEventSchema, type UnknownEvent, unknownEventSchema } from '../../../shared/model/event';
import { isKnownEvent } from '../../../shared/reduce/session-reducer';

type RawEvent = Record<string, unknown>;

/** `lifts.get(n)` turns an event of version n into one of version n + 1. A released entry is never changed. */
export type LiftTable = ReadonlyMap<number, (event: RawEvent) => RawEvent>;

/** Version 1 is the first: nothing to lift yet. */
const LIFTS: LiftTable = new Map();

/**
 * A stored value as an event of this version: older ones are lifted step by step; a newer version or an unknown type is kept as
 * an `UnknownEvent`. Undefined when it is no event: then the record is damaged.
 */
export function liftEvent(value: unknown): SessionEvent | UnknownEvent | undefined {
  const raw = liftRaw(value, LIFTS, LOG_VERSION);
  if (raw === undefined) return undefined;
  const unknown = unknownEventSchema.safeParse(raw);
  if (!unknown.success) return undefined;
  if (!isKnownEvent(unknown.data)) return unknown.data;
  return sessionEventSchema.safeParse(raw).data;
}

/** Applies the table from the value's own version up to `version`. A version without an entry changes nothing but the number. */
export function liftRaw(value: unknown, lifts: LiftTable, version: number): RawEvent | undefined {
  if (!isRaw(value) || typeof value['v'] !== 'number') return undefined;
  let raw = value;
  for (let from = value['v']; from < version; from += 1) {
    raw = { ...(lifts.get(from)?.(raw) ?? raw), v: from + 1 };
  }
  return raw;
}

function isRaw(value: unknown): value is RawEvent {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
