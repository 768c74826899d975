import { describe, expect, it } from 'vitest';
import { NO_USAGE } from '../../../shared/model/add-usage';
import type { SessionEvent } from '../../../shared/model/event';
import { PendingResults, readResult } from '../../../main/core/subagents/pending-results';

const envelope = { v: 1, seq: 1, id: 'ev', at: '2026-01-01T00:00:00.000Z' };
const CHILD = 'main/explore-1';

function spawned(agent = CHILD, parent = 'main'): SessionEvent {
  return {
    ...envelope,
    type: 'agent/spawned',
    agent,
    parent,
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
    background: true,
    omits: { memory: false, vcs: false },
    untrusted: [],
    pinned: { system: [], tools: [] },
  };
}

function ended(more: Partial<Extract<SessionEvent, { type: 'agent/ended' }>> = {}): SessionEvent {
  const end = { agent: CHILD, turn: 't1', state: 'completed' as const, reason: 'end_turn', rounds: 2, usage: NO_USAGE, durationMs: 1 };
  return { ...envelope, type: 'agent/ended', ...end, returned: { tokens: 1 }, later: true, ...more };
}

function told(agent: string, from: string): SessionEvent {
  const item = { id: 'i1', turn: 't2', agent, kind: 'user-text' as const, preview: '', placed: [], author: 'agent' as const, from };
  return { ...envelope, type: 'item/completed', item };
}

function fold(...events: SessionEvent[]): PendingResults {
  const results = new PendingResults();
  for (const event of events) results.note(event);
  return results;
}

const any = (): boolean => true;

describe('the end of an agent', () => {
  it('is pending from its record on until it stands in the conversation of an agent above', () => {
    expect(fold(spawned()).find(any)).toBeUndefined();
    expect(fold(spawned(), ended()).find(any)).toMatchObject({ agent: CHILD, parent: 'main' });
    expect(fold(spawned(), ended(), told('main', CHILD)).find(any)).toBeUndefined();
  });

  it('that a call waits for is never pending', () => {
    const { later: _later, ...awaited } = ended() as Extract<SessionEvent, { type: 'agent/ended' }>;
    expect(fold(spawned(), awaited).find(any)).toBeUndefined();
  });

  it('stays pending when the agent itself is told something', () => {
    expect(fold(spawned(), ended(), told(CHILD, 'main')).find(any)).toBeDefined();
  });

  it('takes the place of an earlier one that was not given', () => {
    const results = fold(spawned(), ended(), ended({ turn: 't2', state: 'stopped', reason: 'aborted' }));
    expect(results.find(({ ended: { turn } }) => turn === 't1')).toBeUndefined();
    expect(results.find(any)?.ended.state).toBe('stopped');
  });

  it('of an agent that the log does not know is passed over', () => {
    expect(fold(ended()).find(any)).toBeUndefined();
  });

  it('is told with the last message and how to go on', async () => {
    const text = { hash: 'said', at: 0, size: 9 };
    const result = fold(spawned(), ended({ returned: { tokens: 3, text } })).find(any);
    if (result === undefined) throw new Error('nothing is pending');
    const input = await readResult(result, { readPart: async ({ hash }) => JSON.stringify(`part ${hash}`) });
    expect(input).toMatchObject({ from: CHILD, as: 'result', text: 'part said' });
    expect(input.heading).toContain('[Agent explore-1 (Explore) has ended its task: 2 model calls');
  });

  it('is told also where its last message is missing in the log', async () => {
    const text = { hash: 'lost', at: 0, size: 9 };
    const result = fold(spawned(), ended({ returned: { tokens: 3, text } })).find(any);
    if (result === undefined) throw new Error('nothing is pending');
    const input = await readResult(result, { readPart: () => Promise.reject(new Error('missing')) });
    expect(input).toMatchObject({ text: '' });
    expect(input.heading).toContain('is missing in the log');
  });
});
