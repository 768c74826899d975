import { describe, expect, it } from 'vitest';
import { agentsAsLeft, settleOrphans, stateAsLeft } from '../../../main/core/sessions/settle-orphans';
import { applyEvents, emptySession } from '../../../shared/reduce/session-reducer';
import type { NewEvent } from '../../../shared/model/event';
import { memoryParts } from '../sessions/memory-parts';
import { callEnded, callStarted, created, SOME_PART, stored, turnStarted } from '../sessions/sample-events';

const AGENT = 'main/explore-1';

function spawned(agent: string, parent = 'main'): NewEvent {
  return {
    type: 'agent/spawned',
    agent,
    parent,
    turn: 't1',
    item: 'i1',
    by: 'model',
    agentType: 'Explore',
    task: 'Look',
    prompt: SOME_PART,
    source: { scope: 'built-in' },
    delegation: [],
    rights: { mode: 'default', tools: ['Read'], dropped: [] },
    asked: { without: [] },
    model: 'scripted/test',
    depth: agent.split('/').length - 1,
    background: false,
    worktree: { path: '/p/.claude/worktrees/x', branch: 'vitrine/x', base: 'abc' },
    omits: { memory: true, vcs: true },
    untrusted: [],
    pinned: { system: [], tools: [] },
  };
}

function ended(agent: string, tokens: number): NewEvent {
  const usage = { input: 0, cacheRead: 0, cacheWrite: 0, output: 0 };
  return {
    type: 'agent/ended',
    agent,
    turn: 't1',
    state: 'completed',
    reason: 'end_turn',
    rounds: 1,
    usage,
    durationMs: 5,
    returned: { tokens },
  };
}

const run = (call: string, cost: number): NewEvent[] => [
  callStarted(call, 't1', { agent: AGENT }),
  callEnded(call, { agent: AGENT, costUsd: cost }),
];

describe('agents in the reduced state', () => {
  it('count their calls, what came back, and each of their runs', () => {
    const state = applyEvents(
      emptySession('s_1'),
      stored([
        created(),
        turnStarted('t1'),
        spawned(AGENT),
        ...run('c1', 0.5),
        ended(AGENT, 40),
        { type: 'turn/started', turn: 't2', agent: AGENT, mode: 'default', model: 'scripted/test', limits: {} },
        ...run('c2', 0.25),
        ended(AGENT, 2),
      ]),
    );
    expect(state.agents).toMatchObject([{ agent: AGENT, state: 'completed', rounds: 2, costUsd: 0.75, returned: 42 }]);
    expect(state.agents?.[0]?.spans.map(({ to }) => to !== undefined)).toEqual([true, true]);
    expect(state.costUsd).toBe(0.75);
  });

  it('are the same whether events come one by one or together', () => {
    const events = stored([
      created(),
      turnStarted('t1'),
      spawned(AGENT),
      spawned(`${AGENT}/plan-1`, AGENT),
      ...run('c1', 0.5),
      ended(AGENT, 1),
    ]);
    const together = applyEvents(emptySession('s_1'), events);
    expect(events.reduce((state, event) => applyEvents(state, [event]), emptySession('s_1'))).toEqual(together);
  });

  it('that a stopped process left running end as interrupted, the inner ones first, and their worktrees wait', () => {
    const events = stored([created(), turnStarted('t1'), spawned(AGENT), spawned(`${AGENT}/plan-1`, AGENT), ...run('c1', 0.5)]);
    const parts = memoryParts();
    const settled = settleOrphans(applyEvents(emptySession('s_1'), events), [], (json) => parts.put(JSON.parse(json)));
    expect(settled.filter(({ type }) => type === 'agent/ended')).toMatchObject([
      { agent: `${AGENT}/plan-1`, state: 'stopped', reason: 'interrupted' },
      { agent: AGENT, state: 'stopped', reason: 'interrupted', worktree: { state: 'waiting' } },
    ]);
  });

  it('are shown as interrupted where no process has the session, and as they stand where one has', () => {
    const state = applyEvents(
      emptySession('s_1'),
      stored([created(), turnStarted('t1'), spawned(AGENT), spawned('main/plan-1'), ended('main/plan-1', 3)]),
    );
    const shown = (owned: boolean) => agentsAsLeft(state, owned).map(({ state: how, reason }) => [how, reason]);
    expect(shown(true)).toEqual([
      ['running', undefined],
      ['completed', 'end_turn'],
    ]);
    expect(shown(false)).toEqual([
      ['stopped', 'interrupted'],
      ['completed', 'end_turn'],
    ]);
    expect(agentsAsLeft({}, false)).toEqual([]);
    expect(stateAsLeft(state, false)).toEqual({ ...state, agents: agentsAsLeft(state, false) });
    expect(stateAsLeft(emptySession('s_2'), false)).toEqual(emptySession('s_2'));
  });
});
