import { afterEach, describe, expect, it } from 'vitest';
import { isRecord } from '../../../main/core/kernel/is-record';
import type { HostFixture } from '../../support/host-fixture';
import { isIdle, watchSession } from '../../support/host-watch';
import { createServedFolder, referenceEntry } from '../../support/mcp-folder';

const SCRIPT = `
turns:
  - id: echo
    match: echo it
    rounds:
      - calls: [{ name: mcp__everything__echo, input: { message: hello server } }]
      - text: Echoed.
`;

let fixture: HostFixture | undefined;
afterEach(async () => {
  await fixture?.close();
  fixture = undefined;
});

describe('a session with a server', () => {
  it('calls a tool of a real server by its rules, and gives the result to the model', async () => {
    fixture = await createServedFolder({ everything: referenceEntry('everything') }, SCRIPT);
    const client = fixture.connect();
    const { session } = await client.call('session.send', { folder: fixture.folder, input: { text: 'echo it' }, model: 'scripted/served' });
    const watched = await watchSession(client, session);
    const waiting = await watched.until(({ pending }) => pending.length > 0);
    const [request] = waiting.pending;
    expect(request).toMatchObject({ type: 'permission', action: { tool: 'mcp__everything__echo', capability: 'mcp' } });
    await client.call('permission.answer', { session, request: request?.request ?? '', answer: { type: 'allow-once' } });
    const state = await watched.until(isIdle);
    const call = state.items.find(({ tool }) => tool === 'mcp__everything__echo');
    expect(call?.toolState).toBe('success');
    const { views } = await client.call('item.read', { session, items: [call?.id ?? ''] });
    expect(views[0]?.result?.text).toContain('hello server');
    const { text } = await client.call('call.raw', {
      session,
      call: state.calls[0]?.call ?? '',
      offset: 0,
      limit: 1_000_000,
      form: 'json',
    });
    const body: unknown = JSON.parse(text);
    const tools = isRecord(body) && Array.isArray(body['tools']) ? body['tools'].filter(isRecord).map(({ name }) => name) : [];
    expect(tools).toContain('mcp__everything__echo');
    expect(tools).toContain('ToolSearch');
  });
});
