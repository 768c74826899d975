import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage } from 'node:http';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createHookRunner } from '../../../main/adapters/hooks/create-hook-runner';
import { createClock } from '../../../main/adapters/clock/create-clock';
import { createIds } from '../../../main/adapters/clock/create-ids';
import type { HookCommand } from '../../../main/core/hooks/hook-runner';

const runner = createHookRunner({
  ids: createIds(createClock()),
  env: { PATH: process.env['PATH'], SECRET_TOKEN: 'abc', PLAIN: 'yes', TWO_LINES: 'a\nb' },
});
let cwd: string;
beforeAll(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'vitrine-hook-test-'));
});
afterAll(async () => {
  await runner.stopAll();
  await rm(cwd, { recursive: true, force: true });
});
const base = (): Omit<HookCommand, 'command'> => ({
  cwd,
  env: {},
  input: '{"a":1}',
  timeoutMs: 10_000,
  maxBytes: 65_536,
  signal: new AbortController().signal,
});
const run = (command: string, more: Partial<HookCommand> = {}) => runner.start({ ...base(), command, ...more }).result;
/** A process that has ended and that nobody has waited for is none. */
const isAlive = (pid: number) => {
  try {
    return !/\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
};

describe('a command', () => {
  it('is given its input, by the name of stdin too, and its streams are kept apart', async () => {
    expect(await run('cat /dev/stdin; echo problem > /dev/stderr; exit 3')).toMatchObject({
      exitCode: 3,
      stdout: '{"a":1}',
      stderr: 'problem\n',
    });
  });

  it('may leave its input unread, however long it is', async () => {
    expect(await run('echo done', { input: 'x'.repeat(3_000_000) })).toMatchObject({ exitCode: 0, stdout: 'done\n' });
  });

  it('runs without a shell where it has arguments', async () => {
    expect(await run('printf', { args: ['%s|', 'a b', '$HOME'] })).toMatchObject({ stdout: 'a b|$HOME|' });
  });

  it('sees no secret of the environment', async () => {
    expect((await run('echo "[$SECRET_TOKEN] $PLAIN $MINE"', { env: { MINE: 'own' } })).stdout).toBe('[] yes own\n');
  });

  it('is ended with all that it started when its time is over', async () => {
    const { timedOut, stdout } = await run('sleep 50 & echo $!; trap "" TERM; sleep 50', { timeoutMs: 2_000 });
    expect(timedOut).toBe(true);
    expect(isAlive(Number(stdout.trim()))).toBe(false);
  });

  it('leaves nothing behind that holds its streams', async () => {
    const { exitCode, stdout } = await run('sleep 50 & echo $!');
    expect(exitCode).toBe(0);
    expect(isAlive(Number(stdout.trim()))).toBe(false);
  });

  it('is kept in bounds whatever it prints', async () => {
    const { stdout, bytes, cut } = await run('head -c 5000000 /dev/zero');
    expect([stdout.length, bytes, cut]).toEqual([65_536, 5_000_000, true]);
  });

  it('may print what is no text: it is read as far as it is, and kept in bounds on both streams', async () => {
    const { stdout, exitCode } = await run(`printf 'a\\000b\\377\\303(\\342\\202c'`);
    expect([stdout, exitCode]).toEqual(['a\0b\uFFFD\uFFFD(\uFFFDc', 0]);
    const flood = await run('head -c 5000000 /dev/urandom; head -c 5000000 /dev/urandom >&2');
    expect(flood).toMatchObject({ exitCode: 0, bytes: 10_000_000, cut: true });
    expect(flood.stdout.length + flood.stderr.length).toBeLessThanOrEqual(2 * 65_536);
  });

  it('may kill its parent and the group of its parent: this process lives on', async () => {
    expect(await run('kill -9 -- -$(ps -o pgid= -p $PPID | tr -d " ")')).toMatchObject({ signal: 'SIGKILL' });
    expect(await run('kill -9 $PPID; sleep 1; echo alone')).toMatchObject({ signal: 'SIGKILL' });
  });

  it('says its first line before it ends', async () => {
    const { firstLine, result } = runner.start({ ...base(), command: 'echo first; sleep 0.1; echo second' });
    expect(await firstLine).toBe('first');
    expect((await result).stdout).toBe('first\nsecond\n');
  });

  it('that cannot be started says so', async () => {
    expect((await run('/no/such/program', { args: [] })).exitCode).toBe(127);
    expect((await run('true', { cwd: '/no/such/folder' })).failure).toBeDefined();
  });
});

describe('a request', () => {
  const seen: Array<{ headers: IncomingMessage['headers']; body: string }> = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (piece: Buffer) => {
      body += piece.toString();
    });
    request.on('end', () => {
      seen.push({ headers: request.headers, body });
      if (request.url === '/hang') return;
      if (request.url === '/flood' || request.url === '/drip') {
        const piece = request.url === '/flood' ? 'x'.repeat(800) : 'x';
        const timer = setInterval(() => response.write(piece), 10);
        response.once('close', () => clearInterval(timer));
        return;
      }
      response.statusCode = request.url === '/fail' ? 500 : request.url === '/moved' ? 302 : 200;
      if (request.url === '/moved') response.setHeader('location', '/ok');
      response.end('{"continue":true}');
    });
  });
  let origin: string;
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
  });
  afterAll(() => server.close());
  const post = (path: string, timeoutMs = 5_000) =>
    runner.post({
      url: `${origin}${path}`,
      headers: { authorization: 'Bearer $SECRET_TOKEN', other: '${PLAIN}' },
      variables: ['SECRET_TOKEN'],
      body: '{"b":2}',
      timeoutMs,
      maxBytes: 1_000,
      signal: new AbortController().signal,
    });

  it('carries the input, and only the variables that are named', async () => {
    expect(await post('/ok')).toMatchObject({ exitCode: 0, stdout: '{"continue":true}' });
    expect(seen.at(-1)).toMatchObject({
      body: '{"b":2}',
      headers: { authorization: 'Bearer abc', other: '${PLAIN}', 'content-type': 'application/json' },
    });
  });

  it('that cannot be made says so: a bad header, an address that is none', async () => {
    const request = { headers: {}, variables: [], body: '{}', timeoutMs: 5_000, maxBytes: 1_000, signal: new AbortController().signal };
    const broken = { ...request, url: `${origin}/ok`, headers: { authorization: 'Bearer $TWO_LINES' }, variables: ['TWO_LINES'] };
    expect((await runner.post(broken)).failure).toContain('authorization');
    expect((await runner.post({ ...request, url: 'nowhere' })).failure).toContain('URL');
  });

  it('does not follow a name of somewhere else that leads to this machine', async () => {
    const { port } = new URL(origin);
    const request = { headers: {}, variables: [], body: '{}', timeoutMs: 5_000, maxBytes: 1_000, signal: new AbortController().signal };
    const before = seen.length;
    const names = ['ip6-localhost', hostname()];
    for (const name of names)
      expect((await runner.post({ ...request, url: `http://${name}:${port}/ok` })).failure).toMatch(/private address|ENOTFOUND|EAI_AGAIN/);
    expect(seen).toHaveLength(before);
  });

  it('ends with the bound of its answer, and with its time, however slowly the answer comes', async () => {
    expect(await post('/flood')).toMatchObject({ exitCode: 0, cut: true, timedOut: false });
    expect((await post('/drip', 300)).timedOut).toBe(true);
  });

  it('has no effect where the server fails, moves it elsewhere or does not answer', async () => {
    expect((await post('/fail')).failure).toContain('500');
    expect((await post('/moved')).failure).toContain('302');
    expect((await post('/hang', 100)).timedOut).toBe(true);
  });
});
