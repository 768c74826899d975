import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createClock } from '../../../main/adapters/clock/create-clock';
import { createIds } from '../../../main/adapters/clock/create-ids';
import { findProgram } from '../../../main/adapters/sandbox/find-program';
import { createSandbox } from '../../../main/adapters/sandbox/create-sandbox';
import { createMacosSandbox } from '../../../main/adapters/sandbox/macos-sandbox';
import { createNodeShell } from '../../../main/adapters/shell/node-shell';
import { listProtectedPaths } from '../../../main/core/permission/protected-paths';
import type { SandboxGrant } from '../../../shared/model/sandbox';
import { bundleForNode, root } from '../../support/bundle-for-node.mjs';
import { readSeatbeltProfile } from './seatbelt-rules';

const bwrap = process.platform === 'linux' ? findProgram('bwrap') : undefined;
const SECRET = 'planted-secret-value';

it.each([
  ['darwin', '/usr/bin/sandbox-exec is not there'],
  ['win32', 'there is no sandbox for commands on Windows yet'],
])('a machine of %s that cannot isolate says why', async (platform, detail) => {
  const sandbox = createSandbox(platform, { home: '/home/ann', path: '', leases: '/home/ann/leases' });
  expect(await sandbox.support()).toEqual({ available: false, network: false, detail });
  await sandbox.stop();
});

describe.runIf(bwrap !== undefined)('a command on macOS, with a stand-in for its sandbox-exec', () => {
  let base: string;
  let project: string;
  let program: string;
  let grant: SandboxGrant;
  let shell: ReturnType<typeof createNodeShell>;
  let sandbox: ReturnType<typeof createMacosSandbox>;
  let server: Server;
  let address: string;

  const openSandbox = (path = program) =>
    createMacosSandbox({ home: join(base, 'home'), path: '/usr/bin:/bin', leases: join(base, 'leases') }, path);
  const script = (name: string, text: string) => {
    const path = join(base, name);
    writeFileSync(path, `#!/bin/sh\n${text}\n`);
    chmodSync(path, 0o755);
    return path;
  };
  const called = (): { argv: string[]; path: string; profile: string; env: Record<string, string> } =>
    JSON.parse(readFileSync(join(base, 'record'), 'utf8'));
  const run = async (command: string, changes: Partial<SandboxGrant> = {}) => {
    const request = { grant: { ...grant, ...changes }, session: 'one', isGuarded: (path: string) => path.endsWith('/.env') };
    const { result } = shell.start({
      ...{ command, cwd: project, timeoutMs: 20_000, signal: new AbortController().signal, maxChars: 20_000, sandbox: request },
      ...{ spillPath: join(base, 'spill'), onOutput: () => undefined },
    });
    const ended = await result;
    return { ...ended, output: ended.head + ended.tail };
  };

  beforeAll(async () => {
    base = realpathSync(mkdtempSync(join(tmpdir(), 'vitrine-macos-')));
    project = join(base, 'home/project');
    for (const [path, text] of Object.entries({
      ...{ '.env': SECRET, 'src/a.txt': 'plain\n', '.bashrc': 'first\n' },
      ...{
        '.git/HEAD': '',
        '.git/objects/x': '',
        '.git/refs/x': '',
        '.git/config': '[include]\n\tpath = ../more/settings\n',
        '.git/hooks/x': '',
      },
    })) {
      mkdirSync(dirname(join(project, path)), { recursive: true });
      writeFileSync(join(project, path), text);
    }
    grant = {
      ...{
        folder: project,
        writable: [project],
        neverWritable: ['.git/hooks/', '.git/config', ...listProtectedPaths()],
        readable: [],
        unreadable: [],
      },
      ...{ hosts: [], deniedHosts: [], unixSockets: false, nestedNamespaces: false },
      limits: { processes: 4_096, memoryBytes: 4 * 2 ** 30, fileBytes: 4_096 },
    };
    await bundleForNode(join(base, 'bundle'), { 'stand-in': join(root, 'test/adapters/sandbox/seatbelt-stand-in.ts') });
    program = script(
      'sandbox-exec',
      `shift; list="${base}/list.$$"; "${process.execPath}" "${base}/bundle/stand-in.cjs" "${base}/record" "$list" "$@" || exit; shift; exec 9<"$list"; exec ${bwrap} --args 9 -- "$@"`,
    );
    sandbox = openSandbox();
    shell = createNodeShell({
      ids: createIds(createClock()),
      env: { PATH: process.env['PATH'], HOME: join(base, 'home'), SSH_AUTH_SOCK: '/agent' },
      sandbox,
    });
    server = createServer((_request, response) => response.end('hello'));
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    const at = server.address();
    address = `127.0.0.1:${typeof at === 'object' ? at?.port : ''}`;
  }, 60_000);
  afterAll(async () => {
    await shell.stopAll();
    server.close();
    rmSync(base, { recursive: true, force: true });
  });

  it('runs in it, and says so in words that claim no trial', async () => {
    expect(await sandbox.support()).toEqual({
      available: true,
      network: true,
      detail: 'Seatbelt, by rules that were not yet tried on a Mac',
    });
    expect(await run('pwd; cat src/a.txt; echo new > src/b.txt')).toMatchObject({
      exitCode: 0,
      output: `${project}\nplain\n`,
      cwd: project,
    });
    expect(readFileSync(join(project, 'src/b.txt'), 'utf8')).toBe('new\n');
    expect(called().argv.slice(-1)[0]).toContain('cat src/a.txt');
  });

  it('writes neither what is protected nor anything outside, and reads no secret', async () => {
    const { output, hidden } = await run('echo x >> .bashrc; echo x > .git/hooks/x; echo x > ../out; cat .env; mv .env moved; cat moved');
    expect(output).not.toContain(SECRET);
    expect(readFileSync(join(project, '.bashrc'), 'utf8')).toBe('first\n');
    expect(existsSync(join(project, '../out'))).toBe(false);
    expect(readFileSync(join(project, '.env'), 'utf8')).toBe(SECRET);
    expect(hidden).toEqual([join(project, '.env')]);
    const decide = readSeatbeltProfile(called().profile);
    for (const name of ['.mcp.json', '.claude', '.git/commondir', 'more'])
      expect(decide({ operation: 'file-write-create', path: join(project, name) })).toBe('deny');
  });

  it('has a temp folder of its session, limits, and no address of a daemon', async () => {
    const { output } = await run('echo kept > "$TMPDIR/x"; head -c 9000 /dev/zero > big; echo "$SSH_AUTH_SOCK|$TMPDIR"');
    expect(output).toMatch(/\n\|\/.+\/tmp\n$/);
    expect(readFileSync(join(project, 'big')).length).toBe(4_096);
    expect((await run('cat "$TMPDIR/x"; rm big')).output).toBe('kept\n');
  });

  it('reaches hosts by the proxy of its session alone, which counts those that are refused', async () => {
    const fetch = `curl -s --noproxy '' http://${address}/`;
    expect(await run(fetch, { hosts: [] })).toMatchObject({ refusedHosts: [address] });
    expect(await run(fetch, { hosts: [address] })).toMatchObject({ output: 'hello', reachedHosts: [address] });
    const { env, profile } = called();
    const port = new URL(env['HTTPS_PROXY'] ?? '').port;
    expect(env['ALL_PROXY']).toBe(env['HTTPS_PROXY']);
    expect(readSeatbeltProfile(profile)({ operation: 'network-outbound', name: `localhost:${port}` })).toBe('allow');
    const nobody = await run(`curl -s --noproxy '' -x http://127.0.0.1:${port} -o "$TMPDIR/answer" -w '%{http_code}' http://${address}/`, {
      hosts: [address],
    });
    expect(nobody.output).toBe('407');
  });

  it('is ended with its group, and its profile with it', async () => {
    const { result, stop } = shell.start({
      ...{
        command: 'echo $$; sleep 600 & sleep 600',
        cwd: project,
        timeoutMs: 20_000,
        signal: new AbortController().signal,
        maxChars: 20_000,
      },
      ...{ spillPath: join(base, 'spill'), onOutput: () => void stop(), sandbox: { grant, session: 'one', isGuarded: () => false } },
    });
    const ended = await result;
    expect(ended.aborted).toBe(true);
    expect(() => process.kill(-Number(ended.head.trim()), 0)).toThrow();
    expect(called().path).toMatch(/\/profile-/);
    expect(existsSync(called().path)).toBe(false);
  });

  it('has its limits at a terminal as well', async () => {
    const request = {
      grant,
      session: 'one',
      isGuarded: () => false,
      program: '/bin/echo',
      args: () => ['a b'],
      cwd: project,
      env: {},
      terminal: true,
    };
    const launch = await sandbox.launch(request);
    expect(launch.args.slice(2)).toEqual(['/bin/sh', '-c', expect.stringMatching(/ulimit .*exec "\$@"$/), 'sh', '/bin/echo', 'a b']);
    launch.end();
  });

  it('is held where the project lies behind a link', async () => {
    symlinkSync(project, join(base, 'link'));
    const { output } = await run('cat .env', { folder: join(base, 'link'), writable: [join(base, 'link')] });
    expect(output).not.toContain(SECRET);
    const decide = readSeatbeltProfile(called().profile);
    const read = (name: string) => decide({ operation: 'file-read-data', path: join(project, name) });
    expect([read('.env'), read('src/a.txt')]).toEqual(['deny', 'allow']);
  });

  it.each([
    ['there is none', () => join(base, 'absent'), /absent is not there/],
    [
      'it refuses its profile',
      () => script('refuses', 'echo "line 3: unbound variable" >&2; exit 65'),
      /cannot isolate here: line 3: unbound variable/,
    ],
    ['it says nothing', () => script('silent', 'exit 1'), /a program does not run as it should/],
    ['it holds no writing', () => script('half', 'shift; shift; cat "$5"; echo > "$8"'), /a program writes where it may not/],
    ['it holds nothing', () => script('open', 'shift; shift; exec "$@"'), /a program reads what it may not/],
  ])('is not isolated where %s, and then does not run as if it were', async (_case, path, words) => {
    const other = openSandbox(path());
    expect(await other.support()).toMatchObject({ available: false, network: false, detail: expect.stringMatching(words) });
    const request = { grant, session: 'one', isGuarded: () => false, program: '/bin/echo', args: () => [], cwd: project, env: {} };
    await expect(other.launch(request)).rejects.toThrow(words);
    await other.stop();
  });
});
