import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Lift, liftEvent, liftRaw } from '../../../main/core/sessions/lift-event';
import { RecordStream } from '../../../main/core/sessions/record-stream';
import { sampleSession, stored, toLines } from './sample-events';

interface ReadAll {
  seqs: number[];
  damages: Array<{ at: number; size: number }>;
}

function readAll(bytes: Uint8Array, chunk = 1000): ReadAll {
  const stream = new RecordStream();
  const all: ReadAll = { seqs: [], damages: [] };
  const take = (batch: ReturnType<RecordStream['push']>): void => {
    all.seqs.push(...batch.records.map((record) => record.event.seq));
    all.damages.push(...batch.damages);
  };
  for (let at = 0; at < bytes.length; at += chunk) take(stream.push(bytes.subarray(at, at + chunk)));
  take(stream.endLine());
  all.seqs.push(...stream.flush().map((record) => record.event.seq));
  return all;
}

const EVENTS = stored(sampleSession(2));
const LINES = EVENTS.map((event) => `${JSON.stringify(event)}\n`);
const BYTES = Buffer.from(LINES.join(''));
const ALL = EVENTS.map((event) => event.seq);

/** Which line (1-based, like seq) each byte belongs to; a newline belongs to none. */
const OWNER = LINES.flatMap((line, index) => [...Buffer.alloc(Buffer.byteLength(line) - 1).fill(0)].map(() => index + 1).concat(0));

describe('reading records', () => {
  it('gives the same events in chunks of any size', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 5000 }), (chunk) => {
        expect(readAll(BYTES, chunk)).toEqual({ seqs: ALL, damages: [] });
      }),
    );
  });

  it('gives no event of a line that has no end yet', () => {
    fc.assert(
      fc.property(fc.nat(BYTES.length), (cut) => {
        const stream = new RecordStream();
        const records = [...stream.push(BYTES.subarray(0, cut)).records, ...stream.flush()];
        expect(records.length).toBe(BYTES.subarray(0, cut).filter((byte) => byte === 10).length);
      }),
    );
  });

  it('never throws and never loses a record that no changed byte touches', () => {
    const change = fc.record({ at: fc.nat(BYTES.length - 1), byte: fc.integer({ min: 0, max: 255 }) });
    fc.assert(
      fc.property(fc.array(change, { minLength: 1, maxLength: 4 }), (changes) => {
        const bytes = Buffer.from(BYTES);
        for (const { at, byte } of changes) bytes[at] = byte;
        const touched = new Set(changes.map(({ at }) => OWNER[at]));
        const { seqs } = readAll(bytes);
        for (const seq of ALL) if (!touched.has(seq)) expect(seqs).toContain(seq);
        expect([...seqs].sort((a, b) => a - b)).toEqual(seqs);
      }),
      { numRuns: 500 },
    );
  });

  it('never throws on arbitrary bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 400 }), (bytes) => {
        readAll(bytes);
      }),
    );
  });

  it.each([
    ['a torn tail', Buffer.concat([BYTES, Buffer.from('{"v":1,"seq":99,"id":"e')]), 1],
    [
      'NUL blocks between records',
      Buffer.concat([Buffer.from(LINES.slice(0, 3).join('')), Buffer.alloc(4096), Buffer.from(LINES.slice(3).join(''))]),
      1,
    ],
    ['half a UTF-8 character', Buffer.concat([BYTES, Buffer.from([0x7b, 0x22, 0xe3, 0x81, 10])]), 1],
    ['records glued to a torn one', Buffer.from(`${LINES[0]}{"v":1,"seq":2,"id":"x","at":"20${LINES.slice(1).join('')}`), 1],
    ['records that lost the line end between them', Buffer.from(LINES.join('').replace(/\n\{/g, '{')), 0],
    ['a record that is there twice', Buffer.from([...LINES.slice(0, 4), LINES[3], ...LINES.slice(4)].join('')), 1],
    [
      'a sequence number with a damaged digit',
      Buffer.from([...LINES, JSON.stringify({ ...EVENTS[4], seq: 905 })].join('').replace(/^/, '')),
      0,
    ],
  ])('keeps every whole record around %s', (_name, bytes, damages) => {
    const result = readAll(bytes);
    expect(result.seqs.filter((seq) => seq < 900)).toEqual(ALL);
    expect(result.damages).toHaveLength(damages);
  });

  it('sets a record aside whose place is impossible, not those after it', () => {
    const bytes = Buffer.from(LINES.map((line, index) => (index === 4 ? line.replace('"seq":5', '"seq":500') : line)).join(''));
    expect(readAll(bytes)).toMatchObject({ seqs: ALL.filter((seq) => seq !== 5), damages: [expect.anything()] });
  });
});

describe('lifting events', () => {
  it('keeps an unknown type and a newer version as they are', () => {
    const base = { seq: 1, id: 'e', at: '2026-01-01T00:00:00.000Z' };
    expect(liftEvent({ v: 1, ...base, type: 'future/thing', data: [1] })).toEqual({ v: 1, ...base, type: 'future/thing', data: [1] });
    expect(liftEvent({ v: 2, ...base, type: 'turn/started', other: true })).toMatchObject({ v: 2, other: true });
  });

  it('takes a known event of this version only when it fits', () => {
    expect(liftEvent({ v: 1, seq: 1, id: 'e', at: 'x', type: 'turn/started' })).toBeUndefined();
    for (const value of [null, 3, 'text', [], {}, { v: '1' }]) expect(liftEvent(value)).toBeUndefined();
  });

  it('goes up one version at a time', () => {
    const lifts = new Map<number, Lift>([
      [1, (event) => ({ ...event, two: true })],
      [3, (event) => ({ ...event, four: event['two'] })],
    ]);
    expect(liftRaw({ v: 1, type: 'a' }, lifts, 4)).toEqual({ v: 4, type: 'a', two: true, four: true });
    expect(liftRaw({ v: 5, type: 'a' }, lifts, 4)).toEqual({ v: 5, type: 'a' });
  });
});

it('writes the envelope first, in the order that repair looks for', () => {
  expect(toLines(EVENTS.slice(0, 1))).toMatch(/^\{"v":1,"seq":1,"id":"/);
});
