import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { expect, it, onTestFinished, vi } from 'vitest';
import { createServedFolder } from '../../support/mcp-folder';
import { is, watchServers } from '../../support/mcp-watch';

const SCRIPT = 'turns:\n  - id: hello\n    match: hello\n    rounds: [{ text: Hi. }]\n';

/** Keeps the headers of what it is asked, and refuses it. */
async function startRefuser() {
  const seen: IncomingHttpHeaders[] = [];
  const server = createServer((request, response) => {
    seen.push(request.headers);
    response.writeHead(403).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const address = server.address();
  return { seen, url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/mcp` };
}

it('puts the headers that the command of an entry prints beside those of the entry, and says why it printed none', async () => {
  const { seen, url } = await startRefuser();
  const entry = (headersHelper: string) => ({ type: 'http', url, headers: { 'x-own': 'own', 'x-both': 'own' }, headersHelper });
  const fixture = await createServedFolder(
    {
      good: entry(`printf '{"x-both":"%s at %s"}' "$CLAUDE_CODE_MCP_SERVER_NAME" "$CLAUDE_CODE_MCP_SERVER_URL"`),
      bad: entry('echo no token here >&2; exit 4'),
      odd: entry('echo Bearer private'),
    },
    SCRIPT,
  );
  onTestFinished(() => fixture.close());
  const { folder } = fixture;
  const client = fixture.connect();
  const watched = await watchServers(client, folder);
  expect(await watched.until('good', is('failed'))).toMatchObject({
    reason: { code: 'refused' },
    launch: { headerNames: ['x-own', 'x-both'], headersHelper: expect.stringContaining('printf') },
  });
  expect(seen[0]).toMatchObject({ 'x-own': 'own', 'x-both': `good at ${url}` });
  const asked = seen.length;
  expect(await watched.until('bad', is('failed'))).toMatchObject({
    reason: { code: 'cannot-start', detail: 'its headersHelper ended with exit code 4: no token here' },
  });
  expect((await watched.until('odd', is('failed')))?.reason).toEqual({
    code: 'cannot-start',
    detail: 'its headersHelper printed no JSON object of headers',
  });
  expect(seen).toHaveLength(asked);
});

it('ends the command of an entry as soon as its server is not to start any more', async () => {
  const entry = { type: 'http', url: 'http://127.0.0.1:9/mcp', headersHelper: 'sleep 60' };
  const fixture = await createServedFolder({ hangs: entry }, SCRIPT);
  onTestFinished(() => fixture.close());
  const start = vi.spyOn(fixture.ports.hooks, 'start');
  const { folder } = fixture;
  const client = fixture.connect();
  await watchServers(client, folder);
  await expect.poll(() => start.mock.calls.length).toBe(1);
  expect(start.mock.calls[0]?.[0].signal.aborted).toBe(false);
  await client.call('mcp.enable', { folder, server: 'hangs', enabled: false });
  expect(start.mock.calls[0]?.[0].signal.aborted).toBe(true);
  await expect(start.mock.results[0]?.value.result).resolves.toMatchObject({ aborted: true, timedOut: false });
});
