import { execFile } from 'node:child_process';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, describe, expect, it } from 'vitest';
import { root } from '../../support/bundle-for-node.mjs';
import type { HostFixture } from '../../support/host-fixture';
import { approveAll, createServedFolder, writeServers, writeTools } from '../../support/mcp-folder';
import { is, watchServers } from '../../support/mcp-watch';

const NO_SCRIPT = 'turns:\n  - id: hello\n    match: hello\n    rounds: [{ text: Hi. }]\n';
const HOST = 'hub.example.test';
/** Asks the proxy of its sandbox for an address, tells what it answered, and ends. */
const REACH = `const { hostname, port, username, password } = new URL(process.env.HTTP_PROXY);
const headers = username === '' ? {} : { 'proxy-authorization': 'Basic ' + Buffer.from(username + ':' + password).toString('base64') };
const asked = require('node:http').get({ host: hostname, port, path: 'http://${HOST}/', headers }, (answer) => {
  answer.pipe(process.stderr);
  answer.on('end', () => process.exit(1));
});
asked.on('error', (error) => { console.error(error.message); process.exit(1); });`;

describe('servers in a sandbox', () => {
  let fixture: HostFixture;

  afterEach(() => fixture.close());

  /** A trusted folder whose servers are isolated, as far as that can be had here. */
  async function isolatedFolder(servers: (fixture: HostFixture) => Record<string, unknown>) {
    fixture = await createServedFolder({}, NO_SCRIPT);
    await writeFile(join(fixture.ports.personHome, '.claude/settings.json'), '{}');
    await writeServers(fixture, servers(fixture));
    await approveAll(fixture);
    const client = fixture.connect();
    const { sandbox } = await client.call('app.info', {});
    return { client, sandbox, folder: fixture.folder };
  }

  it('show the hosts that they were kept from, and reach one that the person allows', async ({ skip }) => {
    const { client, sandbox, folder } = await isolatedFolder(() => ({ a: { command: process.execPath, args: ['-e', REACH] } }));
    skip(!sandbox.available, sandbox.detail);
    const watched = await watchServers(client, folder);
    const failed = await watched.until('a', is('failed', 'connected'));
    expect(failed).toMatchObject({ reason: { code: 'cannot-start' }, refusedHosts: [HOST] });
    expect(failed?.reason?.retryAt).toBeUndefined();
    const { checks } = await client.call('mcp.diagnose', { folder, server: 'a' });
    expect(checks.find(({ id }) => id === 'hosts')).toMatchObject({
      ok: false,
      findings: [{ code: 'host-refused', params: { host: HOST } }],
    });

    await expect(client.call('mcp.allowHost', { folder, server: 'a', host: 'other.test' })).rejects.toMatchObject({ code: 'not-found' });
    await client.call('mcp.allowHost', { folder, server: 'a', host: HOST });
    expect(await readFile(join(folder, '.claude/settings.local.json'), 'utf8')).toContain(`WebFetch(domain:${HOST})`);
    const again = await watched.until('a', (view) => view?.state === 'failed' && view.restarts === 1);
    expect(again?.refusedHosts).toBeUndefined();
  });

  it('come from a package on this machine by a runner, with the cache of the server and no network', async ({ skip }) => {
    const tools = await writeTools([{ name: 'one', inputSchema: { type: 'object' } }]);
    const { client, sandbox, folder } = await isolatedFolder(({ folder: project }) => ({
      local: { command: 'npx', args: ['-y', `file:${join(project, 'scripted-1.0.0.tgz')}`, tools] },
    }));
    skip(!sandbox.available, sandbox.detail);
    const kit = join(fixture.ports.personHome, 'kit');
    await mkdir(kit);
    await writeFile(join(kit, 'package.json'), JSON.stringify({ name: 'scripted', version: '1.0.0', bin: 'server.mjs', type: 'module' }));
    const script = await readFile(resolve(root, 'test/support/mcp-scripted-server.mjs'), 'utf8');
    await writeFile(join(kit, 'server.mjs'), `#!/usr/bin/env node\n${script}`, { mode: 0o755 });
    await promisify(execFile)('npm', ['pack', '--pack-destination', folder], { cwd: kit });
    await rm(kit, { recursive: true });

    const watched = await watchServers(client, folder);
    const view = await watched.until('local', is('connected', 'failed'));
    if (view?.state !== 'connected') expect(view).toMatchObject({ state: 'connected', sandboxed: true, counts: { tools: 1 } });
  });
});
