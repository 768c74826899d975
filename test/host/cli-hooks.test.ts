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
  const [listed, checkedWell, tested] = await Promise.all([
    hooks('list', '--trust', '--json'),
    hooks('check', '--trust'),
    hooks('test', 'PreToolUse', '--trust', '--json'),
  ]);
  expect(JSON.parse(listed.out).hooks).toMatchObject([{ event: 'PreToolUse', matcher: 'Write', place: { line: 7 } }]);
  expect(checkedWell.code).toBe(0);
  const denied = { decision: 'deny', hooks: [{ outcome: 'blocked', exitCode: 2, reason: 'no' }] };
  expect(JSON.parse(tested.out).firing).toMatchObject(denied);

  await settings({ Stop: [{ hooks: [{ type: 'command', command: 'echo done' }] }] });
  const env = { VITRINE_HOME: join(base, 'home'), HOME: base };
  await runCli(['run', '-p', 'hello', '--model', 'scripted/tour', '--trust'], { cwd: folder, env });
  expect(JSON.parse((await hooks('log', 'last', '--json')).out).firings).toMatchObject([
    { event: 'Stop', hooks: [{ outcome: 'success' }] },
  ]);

  await settings({ stop: [] });
  const [checked, read, unknown] = await Promise.all([
    hooks('check', '--trust', '--json'),
    hooks('check', '--trust'),
    hooks('test', 'NoSuchEvent'),
  ]);
  expect(checked.code).toBe(1);
  expect(JSON.parse(checked.out).diagnostics).toMatchObject([{ code: 'hook-event', line: 3, suggestion: 'Stop' }]);
  expect(read.out).toContain('There is no hook event "stop"');
  expect(unknown.code).toBe(2);
});
