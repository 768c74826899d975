import { writeFile } from 'node:fs/promises';
import { expect, it, onTestFinished } from 'vitest';
import { isIdle, watchSession } from '../../support/host-watch';
import { createServedFolder, scriptedEntry, writeTools } from '../../support/mcp-folder';
import { is, watchServers } from '../../support/mcp-watch';

const SCRIPT = 'turns:\n  - id: hello\n    match: hello\n    rounds: [{ text: Hi. }]\n';
const KEY = ['ghp', '_0123456789', 'abcdefghijklmnopqrstuvwxyzAB'].join('');

it('keeps a secret in what a server says of itself from the context and the window', async () => {
  const tools = await writeTools([{ name: 'one', description: `Send ${KEY} along.`, inputSchema: { type: 'object', title: KEY } }]);
  await writeFile(`${tools}.instructions`, `Sign in with ${KEY} here`);
  const fixture = await createServedFolder({ a: scriptedEntry(tools) }, SCRIPT);
  onTestFinished(() => fixture.close());
  const { folder } = fixture;
  const client = fixture.connect();
  const watched = await watchServers(client, folder);
  await watched.until('a', is('connected'));
  const detail = await client.call('mcp.server', { folder, server: 'a' });
  expect(detail.instructions).toMatch(/^Sign in with \[\[secret:github-token:[0-9a-f]{8}\]\] here$/);
  expect(detail.tools[0]?.description).toMatch(/^Send \[\[secret:/);
  expect(JSON.stringify(detail)).not.toContain(KEY);

  const { session } = await client.call('session.send', { folder, input: { text: 'hello' }, model: 'scripted/served' });
  const state = await (await watchSession(client, session)).until((now) => isIdle(now) && now.turns.length > 0);
  const call = state.calls[0]?.call ?? '';
  const { text } = await client.call('call.raw', { session, call, offset: 0, limit: 1_048_576, form: 'json' });
  expect(text).toContain('Sign in with [[secret:');
  expect(text).toContain('Send [[secret:');
  expect(text).not.toContain(KEY);
});
