import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { createClock } from '../../../main/adapters/clock/create-clock';
import { RUN_MARK } from '../../../main/adapters/shell/process-group';
import type { HostClient } from '../../../renderer/transport/host-client';
import type { HostFixture } from '../../support/host-fixture';
import { createServedFolder, scriptedEntry, writeTools } from '../../support/mcp-folder';
import { is, watchServers } from '../../support/mcp-watch';

const NO_SCRIPT = 'turns:\n  - id: hello\n    match: hello\n    rounds: [{ text: Hi. }]\n';
const TOOL = { name: 'one', description: 'The first.', inputSchema: { type: 'object' } };
const ASK = {
  method: 'elicitation/create',
  params: { message: 'Which?', requestedSchema: { type: 'object', properties: { a: { type: 'string' } } } },
};

let fixture: HostFixture | undefined;
afterEach(async () => {
  await fixture?.close();
  fixture = undefined;
});

/** Servers that nobody holds rest for a moment only, and time can be moved on. */
function testClock() {
  const clock = createClock();
  let ahead = 0;
  return {
    clock: {
      ...clock,
      monotonic: () => clock.monotonic() + ahead,
      sleep: (ms: number, signal?: AbortSignal) => clock.sleep(ms === 20_000 ? 50 : ms, signal),
    },
    moveOn(ms: number) {
      ahead += ms;
    },
  };
}

async function serve(tools: unknown = [TOOL]) {
  const time = testClock();
  const started = await createServedFolder({ a: scriptedEntry(await writeTools(tools)) }, NO_SCRIPT, { change: { clock: time.clock } });
  fixture = started;
  const client = started.connect();
  const { folder } = started;
  return { fixture: started, client, folder, time };
}

async function stateOf(client: HostClient, folder: string) {
  return (await client.call('mcp.list', { folder })).servers.find(({ name }) => name === 'a')?.state;
}

describe('a server that nobody holds', () => {
  it('ends, also when the view is closed while it opens', async () => {
    const { client, folder } = await serve();
    await Promise.all([client.call('mcp.watch', { folder }), client.call('mcp.unwatch', { folder })]);
    await expect.poll(() => stateOf(client, folder)).toBe('idle');
  });

  it('ends, also when a client goes while its view opens', async () => {
    const { fixture: host, client, folder } = await serve();
    const watched = await watchServers(client, folder);
    await watched.until('a', is('connected'));
    const hasty = host.connect();
    await hasty.call('mcp.list', { folder });
    void hasty.call('mcp.watch', { folder }).catch(() => undefined);
    await nextTurn();
    hasty.close();
    await client.call('mcp.unwatch', { folder });
    await expect.poll(() => stateOf(client, folder)).toBe('idle');
  });

  it('is not started by a restart', async () => {
    const { client, folder } = await serve();
    await client.call('mcp.restart', { folder, server: 'a' });
    expect(await stateOf(client, folder)).toBe('idle');
  });
});

describe('what an earlier process left running', () => {
  it.runIf(process.platform === 'linux')('ends with the next start, before anybody looks at servers', async () => {
    const { fixture: host } = await serve();
    const left = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { env: { [RUN_MARK]: 'mcp_left' }, stdio: 'ignore' });
    await once(left, 'spawn');
    const records = join(host.home, 'mcp/processes');
    await mkdir(records, { recursive: true });
    await writeFile(join(records, 'mcp_left.json'), JSON.stringify({ owner: { pid: 0, host: hostname() }, mark: 'mcp_left' }));
    const ended = once(left, 'exit');
    const next = await createServedFolder({}, NO_SCRIPT, { home: host.home, approve: false, trust: false });
    try {
      await next.connect().call('app.info', {});
      expect(await ended).toEqual([null, 'SIGTERM']);
    } finally {
      await next.close();
    }
  });
});

describe('what was decided about servers', () => {
  it('is kept as it is where this version cannot use it, and nothing starts', async () => {
    const { fixture: host, client, folder } = await serve();
    const file = join(host.home, 'mcp-state.json');
    const kept = await readFile(file, 'utf8');
    const newer = kept.replace('"version": 1', '"version": 2');
    for (const text of [newer, kept.replace('"options": {}', '"options": { "a": { "loading": "never" } }'), '{ torn']) {
      await writeFile(file, text);
      const { servers, diagnostics } = await client.call('mcp.list', { folder });
      expect(servers).toMatchObject([{ name: 'a', state: 'disabled', reason: { code: 'decisions-unreadable' } }]);
      expect(diagnostics).toContainEqual(expect.objectContaining({ code: 'decisions-unreadable', severity: 'error', file }));
      await expect(client.call('mcp.enable', { folder, server: 'a', enabled: false })).rejects.toMatchObject({ code: 'read-only' });
      expect(await readFile(file, 'utf8')).toBe(text);
    }
    await writeFile(file, kept);
    expect(await stateOf(client, folder)).toBe('idle');
  });
});

describe('how long calls take', () => {
  it('is told without the time in which the person is asked', async () => {
    const { client, folder, time } = await serve([{ ...TOOL, result: { ask: ASK } }]);
    const asked = new Promise<string>((resolve) => {
      client.on('mcp/requests', ({ requests: [request] }) => request !== undefined && resolve(request.request));
    });
    const call = client.call('mcp.call', { folder, server: 'a', tool: 'one', input: {}, call: 'c', confirmed: true });
    const request = await asked;
    time.moveOn(3_600_000);
    await client.call('mcp.answer', { request, answer: { action: 'accept', content: { a: 'x' } } });
    expect(await call).toMatchObject({ isError: false });
    const [server] = (await client.call('mcp.list', { folder })).servers;
    expect(server?.latency?.p95).toBeLessThan(3_600_000);
  });
});
