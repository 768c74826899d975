import { describe, expect, it } from 'vitest';
import { INTERRUPTED_RESULT, settleOrphans } from '../../../main/core/sessions/settle-orphans';
import type { NewEvent } from '../../../shared/model/event';
import { applyEvents, emptySession } from '../../../shared/reduce/session-reducer';
import { memoryParts } from './memory-parts';
import { callEnded, callStarted, created, sampleSession, stored, toolItem, turnStarted } from './sample-events';

const OPEN_TOOL = toolItem('i1', 't1', 'c1', 'awaiting-approval');
const ORPHANED: NewEvent[] = [
  created(),
  turnStarted('t1'),
  callStarted('c1', 't1'),
  callEnded('c1'),
  { type: 'item/started', item: OPEN_TOOL },
  {
    type: 'permission/requested',
    request: 'r1',
    item: 'i1',
    turn: 't1',
    agent: 'main',
    action: { tool: 'Bash', capability: 'execute', paths: [], params: {}, summary: 's' },
    decision: { decision: 'ask', mode: 'default', reason: 'r', builtin: 'b', diagnostics: [] },
    offers: [],
    untrusted: [],
  },
  { type: 'question/asked', request: 'q1', item: 'i1', turn: 't1', agent: 'main', questions: [] },
  { type: 'plan/proposed', request: 'p1', item: 'i1', turn: 't1', agent: 'main', plan: { hash: 'h', at: 0, size: 1 } },
];

function settle(events: readonly NewEvent[], open = [OPEN_TOOL]) {
  const parts = memoryParts();
  const state = applyEvents(emptySession('s_1'), stored(events));
  return { parts, settled: settleOrphans(state, open, (json) => parts.put(JSON.parse(json))) };
}

describe('settling what a stopped process left open', () => {
  it('ends requests, pending tool calls and the turn, in an order that a reader understands', async () => {
    const { parts, settled } = settle(ORPHANED);
    expect(settled).toMatchObject([
      { type: 'permission/resolved', request: 'r1', resolution: { type: 'expired' }, by: 'host' },
      { type: 'question/answered', request: 'q1', by: 'host' },
      { type: 'plan/answered', request: 'p1', outcome: 'cancelled', by: 'host' },
      { type: 'item/completed', item: { id: 'i1', state: 'cancelled', errorKind: 'interrupted', synthesised: true } },
      { type: 'turn/ended', turn: 't1', reason: 'aborted', rounds: 1, usage: { input: 10 }, durationMs: 6000 },
    ]);
    const item = settled[3]?.type === 'item/completed' && settled[3].item.kind === 'tool-call' ? settled[3].item : undefined;
    expect(JSON.parse(await parts.readPart(item!.result!))).toEqual({
      type: 'tool_result',
      tool_use_id: 'toolu_i1',
      content: INTERRUPTED_RESULT,
      is_error: true,
    });
    const state = applyEvents(emptySession('s_1'), stored([...ORPHANED, ...settled]));
    expect(state).toMatchObject({ status: 'idle', pending: [], items: [{ state: 'done', toolState: 'cancelled' }] });
    expect(settleOrphans(state, [], (json) => parts.put(json))).toEqual([]);
  });

  it('gives no result to a tool call of a response that is not on record', () => {
    const { settled } = settle([created(), turnStarted('t1'), callStarted('c1', 't1'), { type: 'item/started', item: OPEN_TOOL }]);
    expect(settled).toMatchObject([
      { type: 'call/ended', call: 'c1', blocks: [], failure: { kind: 'aborted' } },
      { type: 'item/completed', item: { state: 'cancelled' } },
      { type: 'turn/ended' },
    ]);
    expect(settled[1]).not.toHaveProperty('item.result');
  });

  it('leaves word for the main agent of one that ran in the background, and of no other', () => {
    const spawned = (agent: string, background: boolean): NewEvent => ({
      type: 'agent/spawned',
      agent,
      parent: 'main',
      turn: 't1',
      by: 'model',
      agentType: 'Explore',
      task: 'Look',
      prompt: { hash: 'h', at: 0, size: 1 },
      source: { scope: 'built-in' },
      delegation: [],
      rights: { mode: 'default', tools: [], dropped: [] },
      asked: { without: [] },
      model: 'scripted/x',
      depth: 1,
      background,
      omits: { memory: false, vcs: false },
      untrusted: [],
      pinned: { system: [], tools: [] },
    });
    const { settled } = settle([created(), turnStarted('t1'), spawned('main/a-1', false), spawned('main/b-1', true)], []);
    const ended = settled.flatMap((event) => (event.type === 'agent/ended' ? [event] : []));
    expect(ended.map(({ agent, state, later }) => [agent, state, later])).toEqual([
      ['main/b-1', 'stopped', true],
      ['main/a-1', 'stopped', undefined],
    ]);
  });

  it('has nothing to do after a session that came to its end', () => {
    expect(settle(sampleSession(3), []).settled).toEqual([]);
  });
});
