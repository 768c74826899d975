import { cp, mkdtemp, readdir, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { runCli } from '../support/built-cli';

let base: string;
let folder: string;
let home: string;
const run = (...args: string[]) => runCli(args, { cwd: folder, env: { VITRINE_HOME: home, HOME: base } });
const ask = (...more: string[]) => run('run', '-p', 'Which teas are on the menu?', '--model', 'scripted/tour', ...more);

/** The files of the only session. */
async function session(): Promise<{ id: string; log: string; pack: string }> {
  const [project = ''] = await readdir(join(home, 'projects'));
  const sessions = join(home, 'projects', project, 'sessions');
  const [id = ''] = await readdir(sessions);
  return { id, log: join(sessions, id, 'log.jsonl'), pack: join(sessions, id, 'parts/pack.jsonl') };
}

beforeEach(async () => {
  base = await realpath(await mkdtemp(join(tmpdir(), 'cli-')));
  folder = join(base, 'shop');
  home = join(base, 'home');
  await cp(resolve(import.meta.dirname, '../../resources/sample-project'), folder, { recursive: true });
  expect((await ask()).code).toBe(0);
  return () => rm(base, { recursive: true, force: true });
});

it('a session with one changed byte in its parts goes on, and says what is lost', async () => {
  const { pack } = await session();
  const bytes = await readFile(pack);
  bytes[bytes.indexOf('Which teas are on the menu?')] = 88;
  await writeFile(pack, bytes);
  expect((await run('sessions', 'show', 'last')).out).toContain('[This part is lost');
  expect(await ask('--continue', '--fork')).toMatchObject({ code: 0, out: expect.stringMatching(/^Ten teas/) });
  expect(await ask('--continue')).toMatchObject({ code: 0, out: expect.stringMatching(/^Ten teas/) });
  const [newest] = JSON.parse((await run('sessions', 'list', '--json')).out);
  expect(newest).toMatchObject({ recovered: true });
  expect((await run('payload', 'last', 'last', '--lint')).out).toBe('[]\n');
});

it('a session without its first record is not continued, and it is said why', async () => {
  const { id, log } = await session();
  const [, ...rest] = (await readFile(log, 'utf8')).split('\n');
  await writeFile(log, rest.join('\n'));
  const refusals = [await ask('--continue'), await ask('--resume', id), await ask('--resume', id, '--fork')];
  for (const { code, err } of refusals) {
    expect(code).toBe(1);
    expect(err).toContain('first record');
    expect(err).toContain(id);
  }
  expect((await run('sessions', 'show', id)).out).toContain('Ten teas');
});
