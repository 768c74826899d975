import { describe, expect, it } from 'vitest';
import { hashBytes } from '../../../main/adapters/files/hash-bytes';
import { callKey } from '../../../main/core/audit/call-key';
import { askAgain, createRepeatedCalls } from '../../../main/core/audit/repeated-calls';
import type { ToolCallItem } from '../../../shared/model/item';
import type { Capability, Decision } from '../../../shared/model/permission';

const AT = '2025-01-31T12:00:00.000Z';
const key = (command: string, place = '/p') => callKey('Bash', { command }, place, hashBytes);
const item = (id: string, command: string, change: Partial<ToolCallItem> = {}): ToolCallItem => ({
  id,
  turn: 't',
  agent: 'main',
  kind: 'tool-call',
  toolUseId: id,
  name: 'Bash',
  state: 'success',
  key: key(command),
  ...change,
});
const decision = (capability: Capability, verdict: Decision['decision'] = 'allow'): Decision => ({
  decision: verdict,
  mode: 'default',
  reason: 'a rule says so',
  builtin: 'bypass-permissions',
  capabilities: [{ capability }],
  diagnostics: [],
});
const BASH = { sideEffect: 'execute', idempotent: false } as const;

describe('the key of a call', () => {
  it('is the same for the same call, however its fields are ordered, and another one elsewhere', () => {
    const edit = (input: object) => callKey('Edit', input, '', hashBytes);
    expect(edit({ a: 1, b: { c: [2], d: 3 } })).toBe(edit({ b: { d: 3, c: [2] }, a: 1 }));
    expect(edit({ a: [1, 2] })).not.toBe(edit({ a: [2, 1] }));
    expect(key('rm x')).not.toBe(key('rm x', '/p/sub'));
    expect(callKey('Write', {}, '', hashBytes)).not.toBe(callKey('Edit', {}, '', hashBytes));
  });
});

describe('a repeated call', () => {
  const calls = (...items: ToolCallItem[]) => {
    const repeats = createRepeatedCalls();
    for (const one of items) repeats.note(one, AT);
    return repeats;
  };

  it('is asked for again when it is destructive, and names the earlier record', () => {
    const earlier = calls(item('item_1', 'rm -rf build')).find(key('rm -rf build'));
    const again = askAgain(decision('delete'), BASH, earlier, 'bypassPermissions');
    expect(again).toMatchObject({ decision: 'ask', builtin: 'repeated-call', earlier: { item: 'item_1', at: AT, outcome: 'done' } });
    expect(again.reason).toContain('item_1');
    expect(again.reason).toContain(AT);
    expect(askAgain(decision('delete'), BASH, earlier, 'dontAsk').decision).toBe('deny');
    expect(askAgain(decision('run-checks'), BASH, earlier, 'default').decision).toBe('allow');
    expect(askAgain(decision('delete', 'deny'), BASH, earlier, 'default')).toEqual(decision('delete', 'deny'));
    expect(askAgain(decision('delete'), { ...BASH, idempotent: true }, earlier, 'default').decision).toBe('allow');
  });

  it('is no repetition of a deletion once something else had an effect; of a publication it stays one', () => {
    const repeats = calls(item('item_1', 'rm -rf build'), item('item_2', 'npm publish'), item('item_3', 'npm run build'));
    expect(askAgain(decision('delete'), BASH, repeats.find(key('rm -rf build')), 'default').decision).toBe('allow');
    expect(askAgain(decision('git-publish'), BASH, repeats.find(key('npm publish')), 'default').decision).toBe('ask');
  });

  it('adds the earlier record to what is asked for anyway', () => {
    const earlier = calls(item('item_1', 'git push')).find(key('git push'));
    const again = askAgain(decision('git-publish', 'ask'), BASH, earlier, 'default');
    expect(again).toMatchObject({ decision: 'ask', builtin: 'bypass-permissions' });
    expect(again.reason).toContain('item_1');
    expect(again.reason).toContain('a rule says so');
  });

  it('counts when the earlier one was stopped in the middle, not when it never ran or failed', () => {
    const stopped = { state: 'cancelled', synthesised: true } as const;
    expect(calls(item('a', 'rm x', { ...stopped, durationMs: 5 })).find(key('rm x'))).toMatchObject({ outcome: 'unknown' });
    expect(calls(item('a', 'rm x', { ...stopped, errorKind: 'interrupted' })).find(key('rm x'))).toMatchObject({ outcome: 'unknown' });
    expect(calls(item('a', 'rm x', stopped)).find(key('rm x'))).toBeUndefined();
    expect(calls(item('a', 'rm x', { state: 'error', errorKind: 'failed' })).find(key('rm x'))).toBeUndefined();
    expect(calls(item('a', 'rm x', { state: 'denied', synthesised: true })).find(key('rm x'))).toBeUndefined();
  });
});
