import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { onTestFinished } from 'vitest';
import { createHostFixture, type HostFixture } from './host-fixture';
import { root } from './bundle-for-node.mjs';

/** An entry of `.mcp.json` that starts a reference server with this Node. */
export function referenceEntry(name: 'everything' | 'filesystem' | 'memory', args: string[] = []): Record<string, unknown> {
  return { command: process.execPath, args: [resolve(root, `node_modules/@modelcontextprotocol/server-${name}/dist/index.js`), ...args] };
}

/** An entry that starts the server of these tests, whose tools are given by a JSON file that it reads at every list. */
export function scriptedEntry(tools: string, ...flags: string[]): Record<string, unknown> {
  return scriptedCommand(tools, ...flags);
}

export function scriptedCommand(tools: string, ...flags: string[]): { command: string; args: string[] } {
  return { command: process.execPath, args: [resolve(root, 'test/support/mcp-scripted-server.mjs'), tools, ...flags] };
}

/** A file of tools for the server of these tests, as long as the test lasts. */
export async function writeTools(tools: unknown): Promise<string> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'mcp-tools-')));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const file = join(folder, 'tools.json');
  await writeFile(file, JSON.stringify(tools));
  return file;
}

/** A host whose folder has these project servers, trusted, with every entry approved, and without a sandbox, which tests look at elsewhere. */
export async function createServedFolder(
  servers: Record<string, unknown>,
  script: string,
  options: Parameters<typeof createHostFixture>[0] & { approve?: boolean; trust?: boolean } = {},
): Promise<HostFixture> {
  const { approve = true, trust = true, ...rest } = options;
  const fixture = await createHostFixture(rest);
  await writeFile(join(fixture.ports.resources, 'scripts/served.yaml'), script);
  await mkdir(join(fixture.ports.personHome, '.claude'), { recursive: true });
  await writeFile(join(fixture.ports.personHome, '.claude/settings.json'), JSON.stringify({ sandbox: { enabled: false } }));
  await writeServers(fixture, servers);
  if (trust) await fixture.ports.folders.setTrusted(fixture.folder, true);
  if (approve) await approveAll(fixture);
  return fixture;
}

export function writeServers({ folder }: HostFixture, servers: Record<string, unknown>): Promise<void> {
  return writeFile(join(folder, '.mcp.json'), JSON.stringify({ mcpServers: servers }, undefined, 2));
}

/** Approves every entry as it is now, as the person would. */
export async function approveAll(fixture: HostFixture): Promise<void> {
  const client = fixture.connect();
  const { folder } = fixture;
  const { servers } = await client.call('mcp.list', { folder });
  for (const { name, hash, state } of servers)
    if (state === 'pending-approval') await client.call('mcp.approve', { folder, server: name, hash, approve: true });
  client.close();
}
