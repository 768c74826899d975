import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { HostClient } from '../../../renderer/transport/host-client';
import type { SessionState } from '../../../shared/model/session';
import { isKnownEvent } from '../../../shared/reduce/session-reducer';
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
  - id: resources
    match: delegate reading
    rounds:
      - calls: [{ name: Agent, input: { description: Read the notes, prompt: 'read every note and report', subagent_type: asker } }]
      - text: Delegated.
  - id: read
    matches: read every note
    rounds:
      - calls:
          - { name: ListMcpResourcesTool, input: {} }
          - { name: ReadMcpResourceTool, input: { server: a, uri: 'note://one' } }
          - { name: ReadMcpResourceTool, input: { server: b, uri: 'note://one' } }
      - text: Read.
  - id: search
    match: delegate searching
    rounds:
      - calls: [{ name: Agent, input: { description: Find the tools, prompt: 'find every tool and report', subagent_type: asker } }]
      - text: Delegated.
  - id: find
    matches: find every tool
    rounds:
      - calls: [{ name: ToolSearch, input: { query: one } }]
      - text: Found.
  - id: greet
    matches: greet
    rounds: [{ text: Greeted. }]
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
  const allow = ['mcp__a', 'mcp__b', 'ListMcpResourcesTool', 'ReadMcpResourceTool'];
  const settings = { permissions: { allow }, sandbox: { enabled: false } };
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

it('an agent sees resources and prompts of the servers that its definition names, and of no other', async () => {
  await define('mcpServers: [a]\n');
  const { folder } = fixture;
  const { session } = await client.call('session.send', { folder, input: { text: 'delegate reading' }, model: 'scripted/served' });
  const agent = 'main/asker-1';
  const watched = await watchSession(client, session);
  const hasRun = (times: number) => (state: SessionState) =>
    isIdle(state) && state.agents?.[0]?.state === 'completed' && state.agents[0].spans.length === times;
  const lastBody = async (runs: number) => {
    const { calls } = await watched.until(hasRun(runs));
    const call = calls.findLast((one) => one.agent === agent)?.call ?? '';
    return (await client.call('call.raw', { session, call, offset: 0, limit: 1_000_000, form: 'json' })).text;
  };
  const read = await lastBody(1);
  expect([read.includes('a note://one'), read.includes('b note://one'), read.includes('text of note://one')]).toEqual([true, false, true]);
  expect(read).toContain('note://one of the server b could not be read');
  const detail = await client.call('agent.read', { session, agent });
  expect(detail.rights.servers).toEqual(['a']);

  for (const [index, [server, says]] of [['a', true] as const, ['b', false] as const].entries()) {
    await client.call('agent.message', { session, agent, text: `/mcp__${server}__greet ${server}-friend` });
    expect((await lastBody(index + 2)).includes(`Say hello to ${server}-friend.`)).toBe(says);
  }
});

it('an agent finds deferred tools of the servers that its definition names, and of no other', async () => {
  await define('mcpServers: [a]\n');
  const { folder } = fixture;
  for (const server of ['a', 'b']) await client.call('mcp.options', { folder, server, change: { loading: 'defer' } });
  const { session } = await client.call('session.send', { folder, input: { text: 'delegate searching' }, model: 'scripted/served' });
  await (await watchSession(client, session)).until(isIdle);
  const { events } = await client.call('session.events', { session, after: 0 });
  const found = events
    .filter(isKnownEvent)
    .flatMap((event) => (event.type === 'item/completed' && event.item.kind === 'tool-call' ? [event.item] : []))
    .filter(({ name }) => name === 'ToolSearch');
  expect(found).toMatchObject([{ state: 'success', display: { type: 'tools', names: ['mcp__a__one'] } }]);
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
