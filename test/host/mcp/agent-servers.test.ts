import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { HostClient } from '../../../renderer/transport/host-client';
import type { HostFixture } from '../../support/host-fixture';
import { isIdle, watchSession } from '../../support/host-watch';
import { createServedFolder, scriptedEntry } from '../../support/mcp-folder';

const SCRIPT = `
turns:
  - id: delegate
    match: delegate it
    rounds:
      - calls: [{ name: Agent, input: { description: Ask the servers, prompt: 'ask each server for its one and report', subagent_type: asker } }]
      - text: Delegated.
  - id: ask
    matches: ask each server for its one
    rounds:
      - calls: [{ name: mcp__a__one, input: {} }, { name: mcp__b__one, input: {} }]
      - text: Asked.
`;
const TOOLS = [{ name: 'one', description: 'The first.', inputSchema: { type: 'object' } }];
const HEAD = '---\nname: asker\ndescription: Asks the servers.\n';

let fixture: HostFixture;
let client: HostClient;
let scratch: string;
beforeEach(async () => {
  scratch = await realpath(await mkdtemp(join(tmpdir(), 'agent-servers-')));
  await writeFile(join(scratch, 'tools.json'), JSON.stringify(TOOLS));
  const entry = scriptedEntry(join(scratch, 'tools.json'));
  fixture = await createServedFolder({ a: entry, b: entry }, SCRIPT);
  const settings = { permissions: { allow: ['mcp__a', 'mcp__b'] }, sandbox: { enabled: false } };
  await writeFile(join(fixture.ports.personHome, '.claude/settings.json'), JSON.stringify(settings));
  client = fixture.connect();
});
afterEach(async () => {
  await fixture.close();
  await rm(scratch, { recursive: true });
});

async function define(lines: string): Promise<string> {
  const file = join(fixture.folder, '.claude/agents/asker.md');
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, `${HEAD}${lines}---\nYou ask.\n`);
  return file;
}

async function delegate() {
  const { folder } = fixture;
  const { session } = await client.call('session.send', { folder, input: { text: 'delegate it' }, model: 'scripted/served' });
  const { items } = await (await watchSession(client, session)).until(isIdle);
  return Object.fromEntries(items.flatMap(({ tool, toolState }) => (tool?.startsWith('mcp__') === true ? [[tool, toolState]] : [])));
}

it('an agent has the tools of the servers that its definition names, and of no other', async () => {
  await define('tools: Read\nmcpServers: [a]\n');
  expect(await delegate()).toEqual({ mcp__a__one: 'success', mcp__b__one: 'error' });
});

it('an agent whose definition names no servers has those of its parent', async () => {
  await define('');
  expect(await delegate()).toEqual({ mcp__a__one: 'success', mcp__b__one: 'success' });
});

it('what an agent begins with shows the tools of its servers, and a name that no file configures is reported with its line', async () => {
  const file = await define('tools: Read\nmcpServers:\n  - a\n  - bb\n');
  const { start, diagnostics } = await client.call('agents.preview', { folder: fixture.folder, name: 'asker' });
  expect(start?.tools.map(({ name }) => name)).toEqual(['Read', 'mcp__a__one']);
  expect(start?.dropped).toEqual(
    expect.arrayContaining([
      { tool: 'mcp__b__one', why: 'not-listed' },
      { tool: 'mcp__bb', why: 'no-such-tool' },
    ]),
  );
  expect(diagnostics).toMatchObject([{ code: 'agent-no-server', file, line: 7, suggestion: 'b' }]);
  const types = await client.call('agents.types', { folder: fixture.folder });
  expect(types.diagnostics).toEqual(diagnostics);
});
