import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createClock } from '../../../main/adapters/clock/create-clock';
import { createIds } from '../../../main/adapters/clock/create-ids';
import { createNodeShell } from '../../../main/adapters/shell/node-shell';
import { listProcesses } from '../../../main/adapters/shell/process-group';
import { createProcessRecords } from '../../../main/adapters/shell/process-records';
import { createNodeTerminals } from '../../../main/adapters/terminal/node-terminals';
import { bundleForNode, root } from '../../support/bundle-for-node.mjs';

let home: string;
let bundle: string;
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'records-'));
  bundle = await mkdtemp(join(tmpdir(), 'records-bundle-'));
});
afterEach(async () => {
  await rm(home, { recursive: true, force: true });
  await rm(bundle, { recursive: true, force: true });
});

const recorded = () => readdirSync(home).filter((name) => name.endsWith('.json'));

/** Processes that carry the home of this test in their environment. */
async function left(): Promise<number[]> {
  const lines = await listProcesses();
  return lines.map(({ pid }) => pid).filter((pid) => environmentOf(pid).includes(`LEFT_TEST_HOME=${home}\0`));
}

function environmentOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'latin1');
  } catch {
    return '';
  }
}

describe.runIf(process.platform === 'linux')('what runs outside of a sandbox', () => {
  it('is ended by the next process of this home once its own was killed, and not before', async () => {
    await bundleForNode(bundle, { owner: resolve(root, 'test/support/left-owner.ts') });
    const owner = spawn(process.execPath, [join(bundle, 'owner.cjs'), home], { stdio: ['ignore', 'ignore', 'inherit'] });
    const sleeping = async () => (await left()).filter((pid) => readFileSync(`/proc/${pid}/cmdline`, 'latin1').startsWith('sleep')).length;
    await expect.poll(sleeping).toBe(3);
    const next = createProcessRecords(home);
    expect(recorded()).toHaveLength(3);
    expect(await next.reap()).toBe(0);
    owner.kill('SIGKILL');
    await once(owner, 'close');
    expect(await sleeping()).toBe(3);
    expect(await next.reap()).toBeGreaterThanOrEqual(3);
    expect(await left()).toEqual([]);
    expect(recorded()).toEqual([]);
  });

  it('is on record while it runs, at a terminal too, and no longer', async () => {
    const parts = { ids: createIds(createClock()), env: { ...process.env }, records: createProcessRecords(home) };
    const shell = createNodeShell(parts);
    const terminals = createNodeTerminals(parts);
    const signal = new AbortController().signal;
    const common = { cwd: home, timeoutMs: 20_000, signal, maxChars: 100, spillPath: join(home, 'spill'), onOutput: () => undefined };
    const { result } = shell.start({ ...common, command: 'ls *.json | wc -l' });
    expect((await result).head.trim()).toBe('1');
    await terminals.open({ cwd: home, size: { columns: 80, rows: 24 }, command: 'sleep 300' });
    await expect.poll(recorded).toHaveLength(1);
    await terminals.stopAll();
    await expect.poll(recorded).toEqual([]);
  });

  it('is left alone where its number is another process by now', async () => {
    const other = spawn('sleep', ['300'], { detached: true, stdio: 'ignore' });
    const gone = { pid: 2 ** 22 + 1, host: hostname(), start: 'boot:1' };
    writeFileSync(
      join(home, 'old.json'),
      JSON.stringify({ owner: gone, process: { pid: other.pid, host: hostname(), start: 'boot:2' }, mark: 'old' }),
    );
    expect(await createProcessRecords(home).reap()).toBe(0);
    expect([other.exitCode, other.signalCode, recorded()]).toEqual([null, null, []]);
    other.kill('SIGKILL');
    await once(other, 'close');
  });
});
