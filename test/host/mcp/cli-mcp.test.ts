import { mkdir, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runCli } from '../../support/built-cli';
import { root } from '../../support/bundle-for-node.mjs';
import { scriptedEntry } from '../../support/mcp-folder';

const QUESTION = { mode: 'form', message: 'Who?', requestedSchema: { type: 'object', properties: { name: { type: 'string' } } } };

let base: string;
let folder: string;
let env: Record<string, string>;
const mcp = (command: string, ...args: string[]) => runCli(['mcp', command, '--json', ...args], { cwd: folder, env });

const commandOf = ({ command, args }: Record<string, unknown>) => [command, ...(Array.isArray(args) ? args : [])].map(String);

beforeAll(async () => {
  base = await realpath(await mkdtemp(join(tmpdir(), 'cli-mcp-')));
  folder = join(base, 'project');
  env = { VITRINE_HOME: join(base, 'home'), HOME: base };
  await mkdir(join(base, '.claude'), { recursive: true });
  await mkdir(folder);
  await writeFile(join(base, '.claude/settings.json'), JSON.stringify({ sandbox: { enabled: false } }));
  await writeFile(
    join(base, 'tools.json'),
    JSON.stringify([
      { name: 'one', inputSchema: { type: 'object', properties: { a: { type: 'string' } } } },
      { name: 'asks', inputSchema: { type: 'object' }, result: { ask: { method: 'elicitation/create', params: QUESTION } } },
    ]),
  );
});
afterAll(() => rm(base, { recursive: true, force: true }));

it('adds, shows, calls, diagnoses and removes a server', async () => {
  const target = commandOf(scriptedEntry(join(base, 'tools.json')));
  const [shown, bad] = await Promise.all([
    mcp('add', 'a', '--scope', 'project', '--dry-run', '--', ...target),
    mcp('add', 'a b', 'https://x.test'),
  ]);
  expect(JSON.parse(shown.out)).toMatchObject({
    path: join(folder, '.mcp.json'),
    written: false,
    patch: expect.stringContaining('+      "command"'),
  });
  await expect(readFile(join(folder, '.mcp.json'))).rejects.toMatchObject({ code: 'ENOENT' });
  expect(bad).toMatchObject({ code: 2, err: expect.stringContaining('is not one of a server') });

  expect((await mcp('add', 'a', '--scope', 'project', '--env', 'GREETING=hi', '--', ...target)).code).toBe(0);
  expect(JSON.parse(await readFile(join(folder, '.mcp.json'), 'utf8'))).toMatchObject({ mcpServers: { a: { env: { GREETING: 'hi' } } } });

  // Neither trusted nor approved: nothing starts, and a run says so.
  const [off, ran, refused] = await Promise.all([
    mcp('list'),
    runCli(['run', '-p', 'hello', '--model', 'scripted/tour'], { cwd: folder, env }),
    mcp('call', 'a', 'one', '--yes'),
  ]);
  expect(JSON.parse(off.out).servers).toMatchObject([{ name: 'a', state: 'disabled', reason: { code: 'untrusted-folder' } }]);
  expect(ran.err).toContain('the MCP server a is off: the folder is not trusted');
  expect(refused.code).toBe(1);

  const [got, called, asked, turnedDown, log, doctor] = await Promise.all([
    mcp('get', 'a', '--trust'),
    mcp('call', 'a', 'one', '--trust', '--yes', '--input', '{"a":"x"}'),
    mcp('call', 'a', 'one', '--trust'),
    mcp('call', 'a', 'asks', '--trust', '--yes'),
    mcp('log', 'a', '--trust'),
    mcp('doctor', '--trust'),
  ]);
  expect(JSON.parse(got.out)).toMatchObject({
    server: { state: 'connected' },
    tools: [{ offeredAs: 'mcp__a__one' }, { offeredAs: 'mcp__a__asks' }],
  });
  expect(JSON.parse(called.out)).toMatchObject({ isError: false, content: [{ text: 'one got {"a":"x"}' }] });
  expect(asked).toMatchObject({ code: 1, err: expect.stringContaining('Nothing was run') });
  expect(JSON.parse(turnedDown.out)).toMatchObject({ isError: false, content: [{ text: '{"action":"cancel"}' }] });
  expect(JSON.parse(log.out).entries.map(({ method }: { method?: string }) => method)).toContain('tools/list');
  expect(doctor.code).toBe(0);

  expect((await runCli(['mcp', 'list'], { cwd: folder, env })).out).toMatch(/^a {2}disabled: untrusted-folder\n/);
  expect((await mcp('remove', 'a', '--scope', 'user')).code).toBe(1);
  expect((await mcp('remove', 'a', '--scope', 'project')).code).toBe(0);
  expect(JSON.parse((await mcp('list')).out).servers).toEqual([]);
});

it('keeps the person’s own servers in its home, and says why one does not start', async () => {
  expect((await mcp('add', 'gone', '--', 'no-such-program-anywhere')).code).toBe(0);
  expect(JSON.parse(await readFile(join(base, 'home/mcp.json'), 'utf8'))).toMatchObject({
    projects: { [folder]: { mcpServers: { gone: {} } } },
  });
  const doctor = await mcp('doctor', 'gone', '--trust');
  expect(doctor.code).toBe(1);
  expect(JSON.parse(doctor.out).servers[0].checks).toEqual(
    expect.arrayContaining([
      expect.objectContaining({
        id: 'command',
        ok: false,
        findings: [{ code: 'not-on-path', params: { command: 'no-such-program-anywhere' } }],
        quoted: expect.stringContaining('/'),
      }),
      expect.objectContaining({ id: 'connection', ok: false, state: 'failed', reason: expect.objectContaining({ code: 'cannot-start' }) }),
    ]),
  );
});

it('shows a resource each time that it changes, and logs at the level that it is told, from then on', async () => {
  const file = join(base, 'one.txt');
  await writeFile(file, 'first');
  const script = resolve(root, 'test/support/mcp-noticing-server.mjs');
  expect((await mcp('add', 'n', '--scope', 'user', '--', process.execPath, script, file)).code).toBe(0);

  const args = ['mcp', 'read', 'n', 'test://one', '--trust', '--watch'];
  const watched = await runCli(args, {
    cwd: folder,
    env,
    watch(out, kill) {
      if (out.endsWith('first\n')) void writeFile(file, 'second');
      if (out.endsWith('second\n')) kill('SIGINT');
    },
  });
  expect(watched).toMatchObject({ code: 0, out: 'first\nsecond\n' });
  expect(JSON.parse((await mcp('read', 'n', 'test://one', '--trust')).out).content).toMatchObject([{ type: 'text', text: 'second' }]);

  const logged = async (...more: string[]) =>
    JSON.parse((await mcp('log', 'n', '--trust', ...more)).out).logged.map(({ text }: { text: string }) => text);
  expect(await logged()).toEqual([]);
  expect(await logged('--level', 'debug')).toEqual(['the level is debug']);
  expect(await logged()).toEqual(['the level is debug']);
  expect(await logged('--level', 'default')).toEqual([]);
  expect((await mcp('log', 'n', '--level', 'loud')).code).toBe(2);
});

it('runs with the servers of a file that is named, and with --strict-mcp-config with no others', async () => {
  const script = [
    'turns:',
    '  - id: call',
    '    match: call both',
    '    rounds:',
    '      - calls: [{ name: mcp__named__one, input: { a: x } }, { name: mcp__home__one, input: { a: y } }]',
    '      - text: Called.',
  ];
  await mkdir(join(base, 'home/scripts'), { recursive: true });
  await writeFile(join(base, 'home/scripts/both.yaml'), script.join('\n'));
  await writeFile(join(folder, 'servers.json'), JSON.stringify({ mcpServers: { named: scriptedEntry(join(base, 'tools.json')) } }));
  await mcp('add', 'home', '--scope', 'user', '--', ...commandOf(scriptedEntry(join(base, 'tools.json'))));

  const run = async (...more: string[]) => {
    const rules = ['--trust', '--allow', 'mcp__named', '--allow', 'mcp__home'];
    const args = ['run', '-p', 'call both', '--model', 'scripted/both', '--output', 'stream-json', ...rules];
    return runCli([...args, ...more], { cwd: folder, env });
  };
  const [plain, named, strict, missing] = await Promise.all([
    run(),
    run('--mcp-config', 'servers.json'),
    run('--mcp-config', 'servers.json', '--strict-mcp-config'),
    run('--mcp-config', 'gone.json'),
  ]);
  /** Servers whose tool has run. */
  const called = ({ out }: { out: string }) =>
    out
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line))
      .filter(({ type, item }) => type === 'item/completed' && item.kind === 'tool-call' && item.state === 'success')
      .map(({ item }) => item.name)
      .sort();
  expect(called(plain)).toEqual(['mcp__home__one']);
  expect(called(named)).toEqual(['mcp__home__one', 'mcp__named__one']);
  expect(called(strict)).toEqual(['mcp__named__one']);
  expect(missing.err).toContain(join(folder, 'gone.json'));
});
