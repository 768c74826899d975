import { join } from 'node:path';
import { readFile, writeFile } from 'node:fs/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createHookedFolder, type HookedFolder, on } from '../support/hooked-folder';

let folder: HookedFolder;
beforeEach(async () => {
  folder = await createHookedFolder();
});
afterEach(() => folder.fixture.close());
const settings: HookedFolder['settings'] = (...args) => folder.settings(...args);
const run: HookedFolder['run'] = (...args) => folder.run(...args);

it('lets a turn go on at most eight times in a row because of a stop hook', async () => {
  await settings(on('Stop', 'echo "not yet" >&2; exit 2'));
  const { reason, runs, notices, events } = await run('hello');
  expect(reason).toBe('end_turn');
  expect(runs('Stop')).toHaveLength(9);
  expect(events.filter(({ type }) => type === 'call/started')).toHaveLength(9);
  expect(notices.map(({ code }) => code)).toContain('hook-stop-cap');
});

it('ends the turn where a hook says that it must not continue', async () => {
  await settings(on('PostToolUse', `echo '{"continue": false, "stopReason": "that is enough", "systemMessage": "stopped by me"}'`));
  const { reason, call, notices } = await run('run a command');
  expect([reason, call?.state]).toEqual(['hook_stopped', 'success']);
  expect(notices).toEqual(
    expect.arrayContaining([
      { code: 'hook-stopped', text: 'that is enough' },
      expect.objectContaining({ code: 'hook-message', text: expect.stringContaining('stopped by me') }),
    ]),
  );
});

it('leaves the hooks of a folder off that is not trusted, and says so in the ledger', async () => {
  await folder.fixture.ports.folders.setTrusted(folder.fixture.folder, false);
  await settings(on('PreToolUse', 'exit 2'));
  const { call, runs } = await run('run a command');
  expect(call?.state).toBe('success');
  expect(runs('PreToolUse')).toMatchObject([{ matched: false, why: 'untrusted' }]);
});

it('brings what an async hook says with a later request, and lets it decide nothing', async () => {
  const added = { hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision: 'deny', additionalContext: 'late words' } };
  await settings({
    ...on('PreToolUse', `echo '${JSON.stringify(added)}'`, { async: true }),
    ...on('PostToolUse', 'until [ -e heard ]; do sleep 0.02; done'),
  });
  const { call, runs, body } = await run('run a command', undefined, async (runsOf) => {
    await expect.poll(() => runsOf('PreToolUse')).toHaveLength(2);
    await writeFile(join(folder.fixture.folder, 'heard'), '');
  });
  expect(call?.state).toBe('success');
  expect(runs('PreToolUse')).toMatchObject([{ outcome: 'detached' }, { exitCode: 0, toModel: 'late words' }]);
  expect(body).toContain('late words');
});

it('tells hooks of the end of a session and lets them run in the sandbox of the folder', async () => {
  await settings(on('SessionEnd', 'cat > ended.json'));
  await run('hello');
  await folder.fixture.host.close();
  expect(JSON.parse(await readFile(join(folder.fixture.folder, 'ended.json'), 'utf8'))).toMatchObject({ reason: 'other' });
});
