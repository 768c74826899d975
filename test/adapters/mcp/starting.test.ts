import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { execFile } from 'node:child_process';
import { delimiter, dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, describe, expect, it } from 'vitest';
import { createProcessRunner } from '../../../main/adapters/shell/process-runner';
import { createLoginPath } from '../../../main/adapters/mcp/login-path';
import { LIMIT, newConnector, newHome, recordHandlers } from '../../support/mcp-connector';
import { bundleForNode, root } from '../../support/bundle-for-node.mjs';
import { rawServer } from '../../support/mcp-servers';

const connector = newConnector();
const { handlers } = recordHandlers();
afterAll(() => connector.closeAll());

describe('the start of a server', () => {
  it('that is not there names the command and where it was looked for', async () => {
    const launch = rawServer([], { command: 'no-such-program-of-mine' });
    await expect(connector.connect('none', launch, handlers, LIMIT)).rejects.toMatchObject({
      kind: 'cannot-start',
      message: expect.stringContaining('no-such-program-of-mine was not found; PATH is /'),
    });
  });

  it('that may not be run, or whose folder is missing, says which', async () => {
    const file = join(newHome(), 'plain');
    writeFileSync(file, 'text');
    const denied = connector.connect('denied', rawServer([], { command: file }), handlers, LIMIT);
    await expect(denied).rejects.toMatchObject({ kind: 'cannot-start', message: expect.stringContaining('may not be run') });
    const nowhere = connector.connect('nowhere', rawServer([], { cwd: '/no/such/folder' }), handlers, LIMIT);
    await expect(nowhere).rejects.toMatchObject({ kind: 'cannot-start', message: 'its folder /no/such/folder does not exist' });
  });

  it('that ends at once is seen to end', async () => {
    const given = { env: { OWN_TOKEN: 'token-of-mine' }, secrets: ['token-of-mine'] };
    const launch = (script: string) => rawServer([], { command: '/bin/sh', args: ['-c', script], ...given });
    const gone = [1, 2, 3, 4, 5].map((count) => connector.connect(`gone-${count}`, launch('exit 127'), handlers, LIMIT));
    for (const one of await Promise.allSettled(gone)) expect(one).toMatchObject({ reason: { kind: 'cannot-start', code: 127 } });
    const key = ['AKIA', 'Z7QXMPL2WK4RT9UB'].join('');
    const ended = connector.connect('ended', launch(`echo "no module: ${key} $OWN_TOKEN" >&2; exit 3`), handlers, LIMIT);
    const failure: unknown = await ended.catch((error: unknown) => error);
    expect(failure).toMatchObject({
      kind: 'cannot-start',
      code: 3,
      message: expect.stringMatching(/^it ended with exit code 3 before it said anything: no module: \[redacted/),
    });
    expect(String(failure)).not.toMatch(new RegExp(`${key}|token-of-mine`));
    const killed = connector.connect('killed', launch('kill -9 $$'), handlers, LIMIT);
    await expect(killed).rejects.toMatchObject({ kind: 'closed', message: 'it was ended by SIGKILL' });
  });

  it('that never answers ends with the time that is given for it, and leaves no process', async () => {
    const { handlers: own, seen } = recordHandlers();
    const mute = connector.connect('mute', rawServer(['--mute']), own, { timeoutMs: 2000 });
    await expect(mute).rejects.toMatchObject({ kind: 'timed-out', message: 'nothing came of it within 2 s' });
    expect(seen.trace.map(({ method }) => method)).toContain('server/discover');
  });

  it('can be cancelled', async () => {
    const controller = new AbortController();
    const mute = connector.connect('mute', rawServer(['--mute']), handlers, { ...LIMIT, signal: controller.signal });
    controller.abort();
    await expect(mute).rejects.toMatchObject({ kind: 'aborted' });
  });

  it('that ends at a question which it does not know is tried again without it, and not asked the next time', async () => {
    const { handlers: own, seen } = recordHandlers();
    const launch = rawServer(['--exit-on-unknown']);
    const first = await connector.connect('brittle', launch, own, LIMIT);
    expect(first.info).toMatchObject({ name: 'raw', era: 'legacy', protocolVersion: '2025-11-25' });
    await first.close();
    const asked = () => seen.trace.filter(({ method }) => method === 'server/discover').length;
    expect(asked()).toBe(1);
    await (await connector.connect('brittle', launch, own, LIMIT)).close();
    expect(asked()).toBe(1);
  });

  it('that is silent about the newer protocol is asked in the older one', async () => {
    const silent = await connector.connect('silent', rawServer(['--silent']), handlers, LIMIT);
    expect(silent.info.era).toBe('legacy');
    expect(await silent.listResources(LIMIT)).toEqual([]);
    await silent.close();
  });
});

describe('the PATH of the login shell', () => {
  /** As a process finds it whose user the system has no entry of. */
  async function pathOfUnknownUser(): Promise<string> {
    const folder = newHome();
    const parts = { 'login-path': 'main/adapters/mcp/login-path.ts', runner: 'main/adapters/shell/process-runner.ts' };
    await bundleForNode(folder, Object.fromEntries(Object.entries(parts).map(([name, file]) => [name, resolve(root, file)])));
    chmodSync(folder, 0o755);
    const script = `const { createLoginPath } = require('./login-path.cjs');
      const path = createLoginPath(require('./runner.cjs').createProcessRunner(), { PATH: '/usr/bin:/own', HOME: '/' });
      path().then((found) => process.stdout.write(found));`;
    const { stdout } = await promisify(execFile)(process.execPath, ['-e', script], { cwd: folder, env: {}, uid: 54_321, gid: 54_321 });
    return stdout;
  }

  function shellThatSays(path: string): string {
    const file = join(newHome(), 'shell');
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, `#!/bin/sh\necho "Welcome"\nPATH='${path}'\nexport PATH\neval "$2"\n`);
    chmodSync(file, 0o755);
    return file;
  }

  it('is asked for where this process was not started from a shell, whatever the shell prints besides', async () => {
    const path = createLoginPath(createProcessRunner(), { SHELL: shellThatSays('/opt/tools:/usr/bin:/bin'), PATH: '/usr/bin:/sbin' });
    expect((await path()).split(delimiter)).toEqual(['/opt/tools', '/usr/bin', '/bin', '/sbin']);
  });

  it('is the own one where a shell started this process, or where there is no shell', async () => {
    const runner = createProcessRunner();
    expect(await createLoginPath(runner, { SHLVL: '1', SHELL: shellThatSays('/opt'), PATH: '/usr/bin' })()).toBe('/usr/bin');
    expect(await createLoginPath(runner, { SHELL: '/no/such/shell', PATH: '/usr/bin' })()).toBe('/usr/bin');
  });

  it.runIf(process.platform === 'linux' && process.getuid?.() === 0)(
    'is found where the system knows nothing of the user, and variables name no shell',
    async () => {
      const seen = await pathOfUnknownUser();
      expect(seen.split(delimiter)).toEqual(expect.arrayContaining(['/usr/bin', '/own']));
    },
  );

  it('is asked for again where the shell could not be asked', async () => {
    const runner = createProcessRunner();
    let tries = 0;
    const run: typeof runner.run = async (...given) => {
      tries += 1;
      if (tries === 1) throw new Error('too many processes');
      return runner.run(...given);
    };
    const path = createLoginPath({ run }, { SHELL: shellThatSays('/opt/tools:/usr/bin:/bin'), PATH: '/usr/bin:/bin' });
    expect(await path()).toBe('/usr/bin:/bin');
    expect((await path()).split(delimiter)).toContain('/opt/tools');
  });
});
