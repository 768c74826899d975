import { createHash } from 'node:crypto';
import { type ItemDelta, type NewEvent, type SessionEvent, sessionEventSchema } from '../../shared/model/event';
import { LOG_VERSION } from '../../shared/model/log-version';
import { CodedError } from '../../shared/model/failure';
import type { PartRef } from '../../shared/model/part';
import { applyEvents, emptySession } from '../../shared/reduce/session-reducer';
import type { SessionLog } from '../../main/core/sessions/session-log';

export interface FakeSessionLog extends SessionLog {
  readonly events: SessionEvent[];
  readonly deltas: ItemDelta[];
  /** Number of writes: events of one append count once. */
  readonly appends: () => number;
  partText(ref: PartRef): string;
  /** Appends reject from now on. */
  failWrites(): void;
}

/** A session log in memory, with the promises of the port: schema, order, parts before events, write then publish. */
export function createFakeSessionLog(id = 'session_test'): FakeSessionLog {
  const events: SessionEvent[] = [];
  const deltas: ItemDelta[] = [];
  const parts = new Map<string, { ref: PartRef; json: string }>();
  const blobs = new Map<string, Uint8Array>();
  const listeners = new Set<(events: readonly SessionEvent[]) => void>();
  const deltaListeners = new Set<(delta: ItemDelta) => void>();
  let size = 0;
  let writes = 0;
  let failing = false;
  let state = emptySession(id);
  let seq = 0;

  const partText = (ref: PartRef): string => {
    const part = parts.get(ref.hash);
    if (part === undefined) throw new CodedError('not-found', `no part ${ref.hash}`);
    return part.json;
  };

  return {
    id,
    events,
    deltas,
    appends: () => writes,
    partText,
    failWrites() {
      failing = true;
    },
    get state() {
      return state;
    },
    async append(...added: NewEvent[]) {
      const at = new Date().toISOString();
      const sealed = added.map((event) => {
        seq += 1;
        return sessionEventSchema.parse({ ...event, v: LOG_VERSION, seq, id: event.id ?? `evt_${seq}`, at });
      });
      await Promise.resolve();
      if (failing) throw new CodedError('write-failed', 'no space left on the device');
      writes += 1;
      events.push(...sealed);
      state = applyEvents(state, sealed);
      for (const listener of listeners) listener(sealed);
      return sealed;
    },
    putPart(json) {
      const hash = createHash('sha256').update(json).digest().subarray(0, 24).toString('base64url');
      const known = parts.get(hash);
      if (known !== undefined) return known.ref;
      const ref = { hash, at: size, size: Buffer.byteLength(json) };
      size += ref.size + 1;
      parts.set(hash, { ref, json });
      return ref;
    },
    async readPart(ref) {
      return partText(ref);
    },
    delta(delta) {
      const whole = { session: id, ...delta };
      deltas.push(whole);
      for (const listener of deltaListeners) listener(whole);
    },
    async saveBlob(bytes) {
      const name = `blob_${blobs.size + 1}`;
      blobs.set(name, bytes);
      return name;
    },
    async readBlob(name) {
      const blob = blobs.get(name);
      if (blob === undefined) throw new CodedError('not-found', name);
      return blob;
    },
    blobPath: (name) => `/blobs/${name}`,
    async *read(after) {
      yield* events.filter((event) => event.seq > after);
    },
    async readItems(ids) {
      return ids.flatMap((wanted) => {
        const found = events
          .filter((event) => (event.type === 'item/completed' || event.type === 'item/started') && event.item.id === wanted)
          .at(-1);
        return found !== undefined && 'item' in found && typeof found.item === 'object' ? [found.item] : [];
      });
    },
    async readCall() {
      return undefined;
    },
    async readRecipe() {
      return undefined;
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    onDelta(listener) {
      deltaListeners.add(listener);
      return () => deltaListeners.delete(listener);
    },
    async close() {
      listeners.clear();
    },
  };
}
