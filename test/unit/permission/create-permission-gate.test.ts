import { expect, it } from 'vitest';
import { createPermissionGate } from '../../../main/core/permission/create-permission-gate';
import type { GateRequest } from '../../../main/core/permission/gate';
import type { NewEvent } from '../../../shared/model/event';
import type { PendingRequest, SessionState } from '../../../shared/model/session';
import { NO_USAGE } from '../../../shared/model/add-usage';
import { action } from './support';

const offer = { rule: 'Bash(npm test)', scope: 'session' as const };
const request: GateRequest = {
  item: 'item_1',
  turn: 'turn_1',
  agent: 'main',
  action: action('Bash npm test'),
  offers: [offer],
  untrusted: [],
  decision: { decision: 'ask', mode: 'default', reason: 'No rule allows this command.', builtin: 'command', diagnostics: [] },
};

function setUp(pending: PendingRequest[] = []) {
  const events: NewEvent[] = [];
  const state: SessionState = {
    id: 's',
    folder: '/x',
    title: '',
    archived: false,
    model: 'scripted/tour',
    mode: 'default',
    createdAt: '',
    updatedAt: '',
    lastSeq: 0,
    status: 'idle',
    items: [],
    calls: [],
    turns: [],
    pending,
    queue: [],
    todos: [],
    rules: [],
    limits: {},
    usage: NO_USAGE,
    contextTokens: 0,
    recovered: 0,
    undone: [],
  };
  let next = 0;
  const gate = createPermissionGate({
    log: {
      state,
      append: async (...added) => {
        events.push(...added);
        return [];
      },
    },
    ids: { next: (prefix) => `${prefix}_${++next}` },
  });
  const log = () =>
    events.map((event) =>
      event.type === 'permission/resolved' ? [event.type, event.request, event.resolution.type, event.by] : [event.type],
    );
  return { gate, log };
}

it('takes the first valid answer and logs it with who gave it', async () => {
  const { gate, log } = setUp();
  const asked = gate.ask(request, new AbortController().signal);
  expect(gate.answer('req_9', { type: 'reject' }, 'window-1')).toBe(false);
  expect(gate.answer('req_1', { type: 'allow-always', offer: { rule: 'Bash', scope: 'session' } }, 'window-1')).toBe(false);
  expect(gate.answer('req_1', { type: 'allow-always', offer }, 'window-1')).toBe(true);
  expect(gate.answer('req_1', { type: 'reject' }, 'window-2')).toBe(false);
  expect(await asked).toEqual({ type: 'allow-always', offer });
  expect(log()).toEqual([['permission/requested'], ['permission/resolved', 'req_1', 'allow-always', 'window-1']]);
});

it('ends a request as cancelled when the turn is aborted', async () => {
  const { gate, log } = setUp();
  const abort = new AbortController();
  const asked = gate.ask(request, abort.signal);
  abort.abort();
  expect(await asked).toEqual({ type: 'cancelled' });
  expect(gate.answer('req_1', { type: 'allow-once' }, 'window-1')).toBe(false);
  expect(log()).toEqual([['permission/requested'], ['permission/resolved', 'req_1', 'cancelled', 'host']]);
});

it('asks nothing for a turn that is aborted already', async () => {
  const { gate, log } = setUp();
  expect(await gate.ask(request, AbortSignal.abort())).toEqual({ type: 'cancelled' });
  expect(log()).toEqual([]);
});

it('expires what waits and what an earlier host left waiting', async () => {
  const { gate, log } = setUp([
    {
      type: 'permission',
      request: 'req_old',
      item: 'i',
      turn: 't',
      agent: 'main',
      at: '',
      action: request.action,
      decision: request.decision,
      offers: [],
      untrusted: [],
    },
  ]);
  const asked = gate.ask(request, new AbortController().signal);
  await gate.expireAll();
  expect(await asked).toEqual({ type: 'expired' });
  expect(log()).toEqual([
    ['permission/requested'],
    ['permission/resolved', 'req_old', 'expired', 'host'],
    ['permission/resolved', 'req_1', 'expired', 'host'],
  ]);
});

it('ends the other requests of a turn that a plain rejection ends', async () => {
  const { gate, log } = setUp();
  const { signal } = new AbortController();
  const asked = [
    gate.ask(request, signal),
    gate.ask({ ...request, item: 'item_2' }, signal),
    gate.ask({ ...request, turn: 'turn_2' }, signal),
  ];
  expect(gate.answer('req_1', { type: 'reject' }, 'window-1')).toBe(true);
  expect(gate.answer('req_2', { type: 'allow-once' }, 'window-1')).toBe(false);
  expect(gate.answer('req_3', { type: 'allow-once' }, 'window-1')).toBe(true);
  expect((await Promise.all(asked)).map((resolution) => resolution.type)).toEqual(['reject', 'cancelled', 'allow-once']);
  expect(log().filter(([type]) => type === 'permission/resolved')).toHaveLength(3);
});
