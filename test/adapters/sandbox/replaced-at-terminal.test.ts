import { mkdirSync, mkdtempSync, realpathSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createClock } from '../../../main/adapters/clock/create-clock';
import { createIds } from '../../../main/adapters/clock/create-ids';
import { createSandbox } from '../../../main/adapters/sandbox/create-sandbox';
import { findProgram } from '../../../main/adapters/sandbox/find-program';
import type { Sandbox } from '../../../main/adapters/sandbox/sandbox';
import { createNodeTerminals } from '../../../main/adapters/terminal/node-terminals';
import { grantOf } from '../../support/sandbox-grant';
import { eventually } from '../../support/eventually';

const present = process.platform === 'linux' && findProgram('bwrap') !== undefined;

describe.runIf(present)('a shell at a terminal in the sandbox', () => {
  let base: string;
  let project: string;
  let sandbox: Sandbox;
  beforeEach(() => {
    base = realpathSync(mkdtempSync(join(tmpdir(), 'vitrine-shell-')));
    project = join(base, 'home/project');
    mkdirSync(project, { recursive: true });
    writeFileSync(join(project, '.env'), 'old');
    const env = { PATH: process.env['PATH'], SHELL: '/bin/bash', HOME: join(base, 'home') };
    sandbox = createSandbox('linux', { home: env.HOME, path: env.PATH ?? '', leases: join(base, 'leases') });
  });
  afterEach(async () => {
    await sandbox.stop();
    rmSync(base, { recursive: true, force: true });
  });

  it('goes on with its job while a secret is replaced, which stays hidden', async () => {
    const grant = grantOf(project);
    const env = { PATH: process.env['PATH'], SHELL: '/bin/bash', HOME: join(base, 'home') };
    const terminals = createNodeTerminals({ ids: createIds(createClock()), env, sandbox });
    const terminal = await terminals.open({
      cwd: project,
      size: { columns: 100, rows: 24 },
      sandbox: { grant, session: 'one', isGuarded: (path) => path.endsWith('/.env') },
    });
    const screen = () => terminal.readText().text;
    terminal.write('echo rea""dy; until [ -e done ]; do sleep 0.05; done; while [ -r .env ]; do sleep 0.05; done; echo cove""red\r');
    await eventually(() => expect(screen()).toContain('ready'));
    writeFileSync(join(project, 'saved'), 'planted-secret');
    renameSync(join(project, 'saved'), join(project, '.env'));
    writeFileSync(join(project, 'done'), '');
    await eventually(() => expect(screen()).toContain('covered'));
    terminal.write('cat .env; jobs; echo al""ive; exit 3\r');
    expect(await terminal.ended).toEqual({
      exitCode: 3,
      replaced: [{ path: join(project, '.env'), hidden: true, openMs: expect.any(Number) }],
    });
    expect(screen()).toContain('alive');
    expect(screen()).not.toMatch(/planted-secret|Stopped/);
    await terminals.stopAll();
  });
});
