import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { listProcesses } from '../../../main/adapters/shell/process-group';
import { bundleForNode, root } from '../../support/bundle-for-node.mjs';
import { LIMIT, newConnector, newHome, recordHandlers } from '../../support/mcp-connector';
import { RAW_SERVER, rawServer } from '../../support/mcp-servers';

const { handlers } = recordHandlers();
const forking = rawServer(['--fork', '--stubborn']);

/** Processes whose environment names this home. */
async function left(home: string): Promise<number[]> {
  const lines = await listProcesses();
  return lines.map(({ pid }) => pid).filter((pid) => readEnvironment(pid).includes(`MCP_TEST_HOME=${home}\0`));
}

function readEnvironment(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'latin1');
  } catch {
    return '';
  }
}

function records(home: string): string[] {
  return readdirSync(join(home, 'mcp', 'processes'));
}

describe.runIf(process.platform === 'linux')('no descendant of a server is left', () => {
  it('when its connection is closed, or all are', async () => {
    const home = newHome();
    const connector = newConnector({ home });
    const launch = { ...forking, env: { MCP_TEST_HOME: home } };
    const [one] = await Promise.all([0, 1].map((count) => connector.connect(`forking-${count}`, launch, handlers, LIMIT)));
    expect(await left(home)).toHaveLength(6);
    const tree = await connector.inspect(one?.pid ?? 0);
    expect(tree.length).toBeGreaterThanOrEqual(2);
    expect(tree[0]).toMatchObject({ pid: one?.pid, parent: process.pid, command: expect.stringContaining('--fork') });
    expect(tree.every(({ residentBytes }) => residentBytes > 1_000_000)).toBe(true);
    await one?.close();
    expect(await left(home)).toHaveLength(3);
    expect(records(home)).toHaveLength(1);
    await connector.closeAll();
    expect(await left(home)).toEqual([]);
    expect(records(home)).toEqual([]);
  });

  it('when it dies by itself', async () => {
    const home = newHome();
    const connector = newConnector({ home });
    const one = await connector.connect('forking', { ...rawServer(['--fork']), env: { MCP_TEST_HOME: home } }, handlers, LIMIT);
    await expect(one.callTool('die', {}, LIMIT)).rejects.toMatchObject({ kind: 'closed' });
    await one.closed;
    await connector.closeAll();
    expect(await left(home)).toEqual([]);
  });

  it('when the process that had started it is killed, and another one begins', async () => {
    const home = newHome();
    const folder = newHome();
    await bundleForNode(folder, { owner: resolve(root, 'test/support/mcp-owner.ts') });
    const owner = spawn(process.execPath, [join(folder, 'owner.cjs'), home, RAW_SERVER], { stdio: ['ignore', 'pipe', 'inherit'] });
    await once(owner.stdout, 'data');
    expect(await left(home)).toHaveLength(6);
    const next = newConnector({ home });
    expect(await next.reap()).toBe(0);
    owner.kill('SIGKILL');
    await once(owner, 'close');
    expect((await left(home)).length).toBeGreaterThan(0);
    expect(await next.reap()).toBeGreaterThan(0);
    expect(await left(home)).toEqual([]);
    expect(records(home)).toEqual([]);
  });
});
