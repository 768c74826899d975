import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runCli } from '../support/built-cli';

let base: string;
let folder: string;
const hooks = (...args: string[]) => runCli(['hooks', ...args], { cwd: folder, env: { VITRINE_HOME: join(base, 'home'), HOME: base } });
const settings = (value: unknown) => writeFile(join(folder, '.claude/settings.json'), JSON.stringify({ hooks: value }, undefined, 2));

beforeAll(async () => {
  base = await realpath(await mkdtemp(join(tmpdir(), 'cli-hooks-')));
  folder = join(base, 'project');
  await mkdir(join(folder, '.claude'), { recursive: true });
});
afterAll(() => rm(base, { recursive: true, force: true }));

it('lists, checks, runs and reports hooks, for people and for scripts', async () => {
  await settings({ PreToolUse: [{ matcher: 'Write', hooks: [{ type: 'command', command: 'echo no >&2; exit 2' }] }] });
  const listed = JSON.parse((await hooks('list', '--trust', '--json')).out);
  expect(listed.hooks).toMatchObject([{ event: 'PreToolUse', matcher: 'Write', place: { line: 7 } }]);
  expect(await hooks('check', '--trust')).toMatchObject({ code: 0 });
  const tested = JSON.parse((await hooks('test', 'PreToolUse', '--trust', '--json')).out);
  expect(tested.firing).toMatchObject({ decision: 'deny', hooks: [{ outcome: 'blocked', exitCode: 2, reason: 'no' }] });
  const untrusted = JSON.parse((await hooks('test', 'PreToolUse', '--json')).out);
  expect(untrusted.firing.hooks).toMatchObject([{ matched: false, why: 'untrusted' }]);

  await settings({ Stop: [{ hooks: [{ type: 'command', command: 'echo done' }] }] });
  const env = { VITRINE_HOME: join(base, 'home'), HOME: base };
  await runCli(['run', '-p', 'hello', '--model', 'scripted/tour', '--trust'], { cwd: folder, env });
  expect(JSON.parse((await hooks('log', 'last', '--json')).out).firings).toMatchObject([
    { event: 'Stop', hooks: [{ outcome: 'success' }] },
  ]);

  await settings({ stop: [] });
  const checked = await hooks('check', '--trust');
  expect(checked.code).toBe(1);
  expect(JSON.parse(checked.out).diagnostics).toMatchObject([{ code: 'hook-event', line: 3, suggestion: 'Stop' }]);
  expect((await hooks('test', 'NoSuchEvent')).code).toBe(2);
});
