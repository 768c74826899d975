import { describe, expect, it } from 'vitest';
import { combineHooks, type EndedHook } from '../../../main/core/hooks/combine-hooks';
import type { HookEventName } from '../../../main/core/hooks/hook-events';
import { type HookOutput, NO_OUTPUT } from '../../../main/core/hooks/hook-runner';
import { heldBack, type HookVerdict, readReply, readVerdict } from '../../../main/core/hooks/read-verdict';

const command = { type: 'command' as const, command: 'x' };
const prompt = { type: 'prompt' as const, prompt: 'x' };
const read = (event: HookEventName, output: Partial<HookOutput>) => readVerdict(event, command, { ...NO_OUTPUT, exitCode: 0, ...output });
const pre = (fields: object) => JSON.stringify({ hookSpecificOutput: { hookEventName: 'PreToolUse', ...fields } });

const RIGHT = new Set(['{"hookSpecificOutput":{"a":1}}', '{"hookSpecificOutput":{"updatedInput":{"a":1}}}']);

describe('what a hook wants', () => {
  it.each<[string, HookEventName, Partial<HookOutput>, Partial<HookVerdict>]>([
    ['plain text goes to the model at few events', 'SessionStart', { stdout: 'hi\n' }, { outcome: 'success', context: 'hi' }],
    ['and nowhere at others', 'PreToolUse', { stdout: 'hi\n' }, { outcome: 'success' }],
    ['exit 2 denies a call', 'PreToolUse', { exitCode: 2, stderr: 'no\n' }, { outcome: 'blocked', decision: 'deny', reason: 'no' }],
    ['exit 2 blocks a prompt', 'UserPromptSubmit', { exitCode: 2, stderr: 'no' }, { outcome: 'blocked', block: 'no' }],
    [
      'exit 2 cannot block an end',
      'SessionEnd',
      { exitCode: 2, stderr: 'no' },
      { outcome: 'error', problem: 'SessionEnd cannot be blocked: no' },
    ],
    [
      'JSON gives the reason of exit 2',
      'PreToolUse',
      { exitCode: 2, stderr: 'a', stdout: pre({ permissionDecision: 'allow', permissionDecisionReason: 'b' }) },
      { decision: 'deny', reason: 'b' },
    ],
    [
      'another code has no effect',
      'PreToolUse',
      { exitCode: 3, stderr: 'oh\nmore' },
      { outcome: 'error', problem: 'It ended with exit code 3: oh' },
    ],
    [
      'unless its JSON says more',
      'PreToolUse',
      { exitCode: 3, stdout: pre({ permissionDecision: 'ask' }) },
      { outcome: 'success', decision: 'ask' },
    ],
    ['the older words are read', 'PreToolUse', { stdout: '{"decision":"approve"}' }, { decision: 'allow' }],
    [
      'JSON of another event is an error',
      'PostToolUse',
      { stdout: pre({}) },
      { outcome: 'error', problem: 'Its JSON output is for PreToolUse, not for PostToolUse.' },
    ],
    ['JSON of another shape is an error', 'PreToolUse', { stdout: '{"continue":"yes"}' }, { outcome: 'error' }],
    [
      'exit 2 blocks whatever its JSON is',
      'PreToolUse',
      { exitCode: 2, stdout: '{"continue":"yes"}', stderr: 'no' },
      { decision: 'deny', reason: 'no' },
    ],
    ['continue false ends it', 'PostToolUse', { stdout: '{"continue":false,"stopReason":"enough"}' }, { stop: 'enough' }],
    [
      'a block after a call goes to the model',
      'PostToolUse',
      { stdout: '{"decision":"block","reason":"again"}' },
      { outcome: 'blocked', block: 'again' },
    ],
    [
      'a request is answered',
      'PermissionRequest',
      { stdout: '{"hookSpecificOutput":{"decision":{"behavior":"deny","message":"no","interrupt":true}}}' },
      { decision: 'deny', reason: 'no', interrupt: true },
    ],
    ['exit 2 answers no request', 'PermissionRequest', { exitCode: 2, stderr: 'no' }, { outcome: 'error' }],
    ['a time limit is no decision', 'PreToolUse', { timedOut: true }, { outcome: 'timeout' }],
  ])('%s', (_name, event, output, wanted) => {
    const verdict = read(event, output);
    expect(verdict).toMatchObject(wanted);
    if (wanted.decision === undefined) expect(verdict.decision).toBeUndefined();
  });

  it('lets a failure block where it is told to, but never at the end of a turn', () => {
    const strict = { ...command, onFailure: 'block' as const };
    expect(readVerdict('PreToolUse', strict, { ...NO_OUTPUT, failure: 'gone' })).toMatchObject({ decision: 'deny', reason: 'gone' });
    expect(readVerdict('Stop', strict, { ...NO_OUTPUT, failure: 'gone' })).toEqual({ outcome: 'error', problem: 'gone' });
    expect(readVerdict('PreToolUse', { ...strict, async: true }, { ...NO_OUTPUT, timedOut: true }).decision).toBeUndefined();
  });

  it.each<[string, string]>([
    ['a deep input', `{"hookSpecificOutput":{"updatedInput":{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}}}`],
    ['a deep result', `{"hookSpecificOutput":{"updatedToolOutput":${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}}}`],
    ['an unknown field', '{"answer":{"decision":"block"}}'],
  ])('takes %s for an error or for nothing, never for a decision', (_name, stdout) => {
    for (const event of ['PreToolUse', 'PostToolUse'] as const) {
      const { decision, block, updatedInput } = read(event, { stdout });
      expect([decision, block, updatedInput]).toEqual([undefined, undefined, undefined]);
    }
  });

  it('takes a wrong type in any field for an error without effect', () => {
    const wrong: unknown[] = [0, [], { a: 1 }, 'maybe'];
    const fields = ['continue', 'decision', 'hookSpecificOutput'];
    const specific = ['permissionDecision', 'updatedInput', 'decision'];
    const texts = ['stopReason', 'systemMessage', 'reason'];
    const specificTexts = [
      'additionalContext',
      'permissionDecisionReason',
      'sessionTitle',
      'initialUserMessage',
      'worktreePath',
      'hookEventName',
    ];
    const outputs = [
      ...fields.flatMap((key) => wrong.map((value) => ({ [key]: value }))),
      ...specific.flatMap((key) => wrong.map((value) => ({ hookSpecificOutput: { [key]: value } }))),
      ...texts.flatMap((key) => [0, [], {}, null].map((value) => ({ [key]: value }))),
      ...specificTexts.flatMap((key) => [0, [], {}, null].map((value) => ({ hookSpecificOutput: { [key]: value } }))),
      // Right as they are.
    ].filter((output) => !RIGHT.has(JSON.stringify(output)));
    for (const output of outputs)
      expect([output, read('PreToolUse', { stdout: JSON.stringify(output) })]).toEqual([
        output,
        { outcome: 'error', problem: expect.any(String), detail: expect.objectContaining({ key: 'hook-run.json-field' }) },
      ]);
    expect(outputs.length).toBeGreaterThan(50);
  });

  it('takes the last of equal keys, and no key for more than a key', () => {
    expect(read('PreToolUse', { stdout: '{"decision":"approve","decision":"block","reason":"b"}' })).toMatchObject({
      decision: 'deny',
      reason: 'b',
    });
    const odd =
      '{"__proto__":{"decision":"block","continue":false},"constructor":1,"hookSpecificOutput":{"__proto__":{"permissionDecision":"allow"}}}';
    expect(read('PreToolUse', { stdout: odd })).toEqual({ outcome: 'success' });
    const input = read('PreToolUse', {
      stdout: '{"hookSpecificOutput":{"updatedInput":{"__proto__":{"command":"x"},"command":"y"}}}',
    }).updatedInput;
    expect(input).toEqual({ command: 'y' });
    expect(Object.getPrototypeOf(input)).toBe(Object.prototype);
  });

  it('reads the judgement of a model', () => {
    expect(readReply('Stop', prompt, 'Well: {"ok": false, "reason": "tests fail"}')).toMatchObject({ block: 'tests fail' });
    expect(readReply('PreToolUse', prompt, '{"ok":true}')).toEqual({ outcome: 'success' });
    expect(readReply('PreToolUse', prompt, 'yes')).toMatchObject({ outcome: 'error' });
  });

  it('ends the turn after a call that a prompt judges badly, unless the prompt is to go on', () => {
    const no = '{"ok": false, "reason": "not so"}';
    expect(readReply('PostToolUse', prompt, no)).toEqual({ outcome: 'blocked', stop: 'not so' });
    expect(readReply('PostToolUse', { ...prompt, continueOnBlock: true }, no)).toMatchObject({ outcome: 'blocked', block: 'not so' });
    expect(readReply('PostToolUse', { type: 'agent', prompt: 'x' }, no)).toMatchObject({ block: 'not so' });
  });

  it('reads what names or opens a session at the events that may', () => {
    const named = (event: HookEventName) =>
      JSON.stringify({ hookSpecificOutput: { hookEventName: event, sessionTitle: 'a', initialUserMessage: 'b' } });
    expect(read('SessionStart', { stdout: named('SessionStart') })).toMatchObject({ title: 'a', initialMessage: 'b' });
    expect(read('UserPromptSubmit', { stdout: named('UserPromptSubmit') })).toEqual({ outcome: 'success', title: 'a' });
    expect(read('Stop', { stdout: named('Stop') })).toEqual({ outcome: 'success' });
  });
});

it('combines: the strictest decision, the input of the last to end, all texts, every voice', () => {
  const ended = (run: string, at: number, verdict: Partial<HookVerdict>): EndedHook => ({
    run,
    hook: `hook of ${run}`,
    label: run,
    place: { file: '/f', line: 1, scope: 'project' },
    ended: at,
    verdict: { outcome: 'success', ...verdict },
  });
  const outcome = combineHooks('PreToolUse', [
    ended('a', 2, { decision: 'allow', updatedInput: { by: 'a' }, context: 'one' }),
    ended('b', 0, { decision: 'ask', reason: 'why not', updatedInput: { by: 'b' } }),
    ended('c', 1, { context: 'two', message: 'hello' }),
  ]);
  expect(outcome).toMatchObject({ decision: 'ask', reason: 'why not', updatedInput: { by: 'a' } });
  expect(outcome.contexts.map(({ text }) => text)).toEqual(['one', 'two']);
  expect(outcome.voices.map(({ run, hook, decision }) => [run, hook, decision])).toEqual([
    ['b', 'hook of b', 'ask'],
    ['a', 'hook of a', 'allow'],
  ]);
  expect(outcome.messages).toEqual([{ level: 'info', event: 'PreToolUse', label: 'c', text: 'hello' }]);
});

it.each<[HookEventName, Partial<HookVerdict>]>([
  ['PreToolUse', { outcome: 'error', decision: 'ask', reason: 'over the limit' }],
  ['PreSkillShellCommand', { outcome: 'blocked', decision: 'deny' }],
  ['UserPromptSubmit', { outcome: 'blocked', block: 'over the limit' }],
  ['PermissionRequest', { outcome: 'error' }],
  ['PostToolUse', { outcome: 'error' }],
  ['Stop', { outcome: 'error' }],
])('a judgement that a limit forbids holds back what has yet to happen: %s', (event, verdict) => {
  const held = heldBack(event, { message: 'over the limit' });
  expect(held).toMatchObject({ ...verdict, problem: 'over the limit' });
  if (verdict.outcome === 'error' && verdict.decision === undefined) expect(held).toEqual({ outcome: 'error', problem: 'over the limit' });
});
