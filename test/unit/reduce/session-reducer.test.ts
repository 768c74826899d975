import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { NewEvent, SessionEvent, UnknownEvent } from '../../../shared/model/event';
import { sessionStateSchema } from '../../../shared/model/session';
import { applyEvents, emptySession } from '../../../shared/reduce/session-reducer';
import {
  assistantText,
  callEnded,
  callStarted,
  created,
  sampleSession,
  stored,
  toolItem,
  turnEnded,
  turnStarted,
  userText,
} from '../sessions/sample-events';

function fold(events: readonly NewEvent[]) {
  return applyEvents(emptySession('s_1'), stored(events));
}

const DECISION = { decision: 'ask' as const, mode: 'default' as const, reason: 'r', builtin: 'b', diagnostics: [] };
const ACTION = { tool: 'Bash', capability: 'execute' as const, paths: [], params: {}, summary: 'run' };

function permission(request: string, turn: string): NewEvent {
  return {
    type: 'permission/requested',
    request,
    item: 'i',
    turn,
    agent: 'main',
    action: ACTION,
    decision: DECISION,
    offers: [],
    untrusted: [],
  };
}

/** Any event of a small world, so that ids meet. */
const anyEvent: fc.Arbitrary<NewEvent> = fc.oneof(
  fc.constantFrom('t1', 't2').map(turnStarted),
  fc.constantFrom('t1', 't2').map((turn) => turnEnded(turn)),
  fc.tuple(fc.constantFrom('i1', 'i2', 'i3'), fc.constantFrom('t1', 't2'), fc.string()).map(([id, turn, text]) => userText(id, turn, text)),
  fc.constantFrom('i1', 'i4').map((id): NewEvent => ({ type: 'item/started', item: toolItem(id, 't1', 'c1', 'executing') })),
  fc.constantFrom('i1', 'i4').map((id): NewEvent => ({ type: 'item/completed', item: toolItem(id, 't1', 'c1', 'success') })),
  fc.constantFrom('c1', 'c2').map((call) => callStarted(call, 't1')),
  fc
    .tuple(fc.constantFrom('c1', 'c2', 'c3'), fc.option(fc.double({ min: 0, max: 1, noNaN: true }), { nil: undefined }))
    .map(([call, costUsd]) => callEnded(call, { costUsd })),
  fc.constantFrom('r1', 'r2').map((request) => permission(request, 't1')),
  fc
    .constantFrom('r1', 'r2')
    .map((request): NewEvent => ({ type: 'permission/resolved', request, resolution: { type: 'reject' }, by: 'host' })),
  fc.constantFrom('q1', 'q2').map((entry): NewEvent => ({ type: 'queue/added', entry, input: { text: entry, images: [] } })),
  fc.constantFrom('q1', 'q2').map((entry): NewEvent => ({ type: 'queue/removed', entry, why: 'sent' })),
  fc
    .record({
      title: fc.option(fc.string(), { nil: undefined }),
      addRules: fc.option(fc.array(fc.constantFrom('a', 'b')), { nil: undefined }),
    })
    .map((change): NewEvent => ({ type: 'session/changed', ...change })),
  fc.nat(3).map((records): NewEvent => ({ type: 'recovered', detail: 'd', records })),
);
const anyHistory = fc.array(anyEvent, { maxLength: 60 }).map((events) => stored([created(), ...events]));

describe('the reducer', () => {
  it('comes to the same state in any batches, and a snapshot with the tail equals the whole', () => {
    fc.assert(
      fc.property(anyHistory, fc.array(fc.integer({ min: 1, max: 45 })), (events, sizes) => {
        let batched = emptySession('s_1');
        let at = 0;
        for (const size of [...sizes, events.length]) {
          batched = applyEvents(JSON.parse(JSON.stringify(batched)), events.slice(at, at + size));
          at += size;
        }
        expect(JSON.parse(JSON.stringify(batched))).toEqual(JSON.parse(JSON.stringify(applyEvents(emptySession('s_1'), events))));
      }),
    );
  });

  it('never changes the state it was given', () => {
    fc.assert(
      fc.property(anyHistory, fc.nat(), (events, cut) => {
        const before = applyEvents(emptySession('s_1'), events.slice(0, cut % events.length));
        const copy = structuredClone(before);
        applyEvents(before, events);
        expect(before).toEqual(copy);
      }),
    );
  });

  it('always gives a state that fits the contract', () => {
    fc.assert(fc.property(anyHistory, (events) => sessionStateSchema.safeParse(applyEvents(emptySession('s_1'), events)).success));
  });

  it('ignores events that came before, and repeats', () => {
    const events = stored(sampleSession(3));
    const whole = applyEvents(emptySession('s_1'), events);
    expect(applyEvents(whole, events)).toBe(whole);
    expect(applyEvents(emptySession('s_1'), [...events.slice(0, 5), ...events.slice(2, 4), ...events.slice(5)])).toEqual(whole);
  });

  it('ignores unknown and newer events but counts their place', () => {
    const unknown: UnknownEvent = { v: 1, seq: 2, id: 'e', at: '2030-01-01T00:00:00.000Z', type: 'future/thing', more: 1 };
    const newer: UnknownEvent = { v: 9, seq: 3, id: 'e', at: '2030-01-01T00:00:00.000Z', type: 'turn/started' };
    const [first] = stored([created()]) as [SessionEvent];
    const state = applyEvents(emptySession('s_1'), [first, unknown, newer]);
    expect(state).toEqual({ ...applyEvents(emptySession('s_1'), [first]), lastSeq: 3 });
  });

  it('says running while a turn runs and waiting while somebody is asked', () => {
    const events = [created(), turnStarted('t1'), permission('r1', 't1')];
    expect(fold(events.slice(0, 1)).status).toBe('idle');
    expect(fold(events.slice(0, 2)).status).toBe('running');
    expect(fold(events).status).toBe('waiting');
    expect(fold([...events, { type: 'permission/resolved', request: 'r1', resolution: { type: 'allow-once' }, by: 'c1' }]).status).toBe(
      'running',
    );
    expect(fold([...events, turnEnded('t1')])).toMatchObject({ status: 'idle', pending: [] });
  });

  it('leaves no item and no call of an ended turn running', () => {
    const state = fold([
      created(),
      turnStarted('t1'),
      callStarted('c1', 't1'),
      { type: 'item/started', item: toolItem('i1', 't1', 'c1', 'executing') },
      turnEnded('t1'),
    ]);
    expect(state.items).toMatchObject([{ state: 'done', toolState: 'cancelled' }]);
    expect(state.calls).toMatchObject([{ state: 'failed' }]);
  });

  it('takes the title from the first user text, cut between code points, until one is given', () => {
    const long = '😀'.repeat(80);
    expect(fold([created(), userText('i1', 't1', `  ${long}`), userText('i2', 't1', 'second')]).title).toBe('😀'.repeat(60));
    expect(
      fold([created(), userText('i1', 't1', 'a\n b'), { type: 'session/changed', title: 'mine' }, userText('i2', 't1', 'x')]).title,
    ).toBe('mine');
  });

  it('keeps why a call failed', () => {
    const stopped = callEnded('c1', { stopReason: undefined, failure: { kind: 'aborted', message: 'm' } });
    const { calls } = fold([created(), turnStarted('t1'), callStarted('c1', 't1'), stopped]);
    expect(calls).toMatchObject([{ state: 'failed', failure: 'aborted' }]);
  });

  it('adds up cost until one call has no known price', () => {
    expect(fold([created(), callEnded('c1'), callEnded('c2')]).costUsd).toBeCloseTo(0.02);
    expect(fold([created(), callEnded('c1'), callEnded('c2', { costUsd: undefined }), callEnded('c3')]).costUsd).toBeUndefined();
    const failed = callEnded('c2', { costUsd: undefined, usage: undefined, blocks: [], failure: { kind: 'overloaded', message: 'm' } });
    expect(fold([created(), callEnded('c1'), failed]).costUsd).toBeCloseTo(0.01);
  });

  it('knows the context of the newest main call, the todos and the queue', () => {
    const todos = [{ content: 'a', status: 'pending', activeForm: 'doing a' }];
    const state = fold([
      created(),
      turnStarted('t1'),
      callStarted('c1', 't1'),
      callEnded('c1'),
      { type: 'item/completed', item: toolItem('i1', 't1', 'c1', 'success', { display: { type: 'todos', todos } }) },
      { type: 'queue/added', entry: 'q1', input: { text: 'next', images: [] } },
      { type: 'queue/changed', entry: 'q1', input: { text: 'changed', images: [] } },
      assistantText('i2', 't1', 'c1'),
      turnEnded('t1'),
    ]);
    expect(state).toMatchObject({
      contextTokens: 65,
      todos,
      queue: [{ entry: 'q1', input: { text: 'changed' } }],
      usage: { input: 10, cacheRead: 20, cacheWrite: 30, output: 5 },
      turns: [{ rounds: 1, state: 'done', reason: 'end_turn' }],
    });
  });
});
