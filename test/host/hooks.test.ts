import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createHookedFolder, type HookedFolder, on } from '../support/hooked-folder';

let folder: HookedFolder;
beforeEach(async () => {
  folder = await createHookedFolder();
});
afterEach(() => folder.fixture.close());
const settings: HookedFolder['settings'] = (...args) => folder.settings(...args);
const run: HookedFolder['run'] = (...args) => folder.run(...args);
const made = () => folder.has('made-by-agent');

it('denies a call with the reason of the hook, and the turn goes on', async () => {
  const output = {
    hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision: 'deny', permissionDecisionReason: 'no folders on Mondays' },
  };
  await settings(on('PreToolUse', `cat > seen.json; echo '${JSON.stringify(output)}'`));
  const { reason, call, runs, body } = await run('run a command');
  expect(reason).toBe('end_turn');
  expect(made()).toBe(false);
  expect(call).toMatchObject({ state: 'denied', decision: { decision: 'deny', builtin: 'hook', hooks: [{ decision: 'deny' }] } });
  expect(runs('PreToolUse')).toMatchObject([{ matched: true, outcome: 'blocked', exitCode: 0, decision: 'deny' }]);
  expect(body).toContain('no folders on Mondays');
  const seen: unknown = JSON.parse(await readFile(join(folder.fixture.folder, 'seen.json'), 'utf8'));
  expect(seen).toMatchObject({
    hook_event_name: 'PreToolUse',
    tool_name: 'Bash',
    tool_input: { command: 'mkdir made-by-agent' },
    cwd: folder.fixture.folder,
  });
});

it('blocks a call by exit code 2, with what it printed to stderr as the reason', async () => {
  await settings(on('PreToolUse', 'echo "not today" >&2; exit 2'));
  const { reason, call, body } = await run('run a command');
  expect([reason, call?.state, made()]).toEqual(['end_turn', 'denied', false]);
  expect(body).toContain('not today');
});

it('takes output that begins like JSON and is none for an error without effect', async () => {
  await settings(on('PreToolUse', `echo '{"hookSpecificOutput": '`));
  const { call, runs, notices } = await run('run a command');
  expect([call?.state, made()]).toEqual(['success', true]);
  expect(runs('PreToolUse')[0]).toMatchObject({ outcome: 'error', problem: 'Its output begins like JSON and is none.' });
  expect(notices.map(({ code }) => code)).toContain('hook-problem');
});

it('ends a hook that hangs, with all that it started, and goes on', async () => {
  await settings(on('PreToolUse', 'sleep 60 & echo $! > child; sleep 60', { timeout: 0.3 }));
  const { call, runs } = await run('run a command');
  expect([call?.state, made()]).toEqual(['success', true]);
  expect(runs('PreToolUse')[0]).toMatchObject({ outcome: 'timeout' });
});

it('keeps a bounded part of 5 MB of output', async () => {
  await settings(on('PreToolUse', 'head -c 5000000 /dev/zero | tr "\\0" x; head -c 1000 /dev/zero | tr "\\0" y >&2'));
  const { call, runs, events } = await run('run a command');
  expect(call?.state).toBe('success');
  expect(runs('PreToolUse')[0]).toMatchObject({ outcome: 'success', bytes: 5_001_000, cut: true });
  expect(JSON.stringify(events).length).toBeLessThan(200_000);
});

it('outlives a hook that kills the process group of its parent', async () => {
  await settings(on('PreToolUse', 'kill -9 -- -$(ps -o pgid= -p $PPID | tr -d " "); kill -9 0'));
  const { reason, runs } = await run('run a command');
  expect([reason, made()]).toEqual(['end_turn', true]);
  expect(runs('PreToolUse')[0]).toMatchObject({ outcome: 'error' });
});
