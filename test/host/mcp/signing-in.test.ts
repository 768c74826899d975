import { afterEach, beforeEach, expect, it } from 'vitest';
import type { ServerRequest } from '../../../shared/model/mcp';
import { createServedFolder } from '../../support/mcp-folder';
import { startProtectedServer } from '../../support/mcp-protected-server';
import { is, watchServers } from '../../support/mcp-watch';

let remote: Awaited<ReturnType<typeof startProtectedServer>>;
beforeEach(async () => {
  remote = await startProtectedServer();
});
afterEach(() => remote.close());

/** A window on a folder with the protected server. `visit`: what the person does with the address of a sign-in. */
async function open(visit: (request: Extract<ServerRequest, { type: 'url' }>) => 'accept' | 'cancel') {
  const { folder, connect } = await createServedFolder({ secure: { type: 'http', url: remote.url } }, 'turns: []');
  const client = connect();
  const seen: ServerRequest[] = [];
  client.on('mcp/requests', ({ requests }) => {
    for (const request of requests) {
      if (request.type !== 'url') continue;
      seen.push(request);
      const action = visit(request);
      void client.call('mcp.answer', { request: request.request, answer: { action } });
      if (action === 'accept') void fetch(request.url);
    }
  });
  const servers = await watchServers(client, folder);
  await servers.until('secure', is('needs-auth'));
  const place = { folder, server: 'secure' };
  return { seen, until: servers.until, signIn: () => client.call('mcp.signIn', place), signOut: () => client.call('mcp.signOut', place) };
}

it('connects once the person has signed in, again when they sign in anew, and wants it again when they have signed out', async () => {
  const { seen, until, signIn, signOut } = await open(() => 'accept');
  await signIn();
  await until('secure', is('connected'));
  expect(seen).toMatchObject([{ server: 'secure', signIn: true, url: expect.stringContaining(`${remote.origin}/authorize?`) }]);
  await signIn();
  await until('secure', is('connected'));
  expect(remote.counts.authorised).toBe(2);
  await signOut();
  await until('secure', is('needs-auth'));
});

it('opens nothing for who gives up, and says of another failure why', async () => {
  let action: 'accept' | 'cancel' = 'cancel';
  const { until, signIn } = await open(() => action);
  await expect(signIn()).rejects.toMatchObject({ code: 'aborted' });
  expect(remote.counts.authorised).toBe(0);
  action = 'accept';
  remote.behaviour.answer = { iss: 'https://other.test' };
  await expect(signIn()).rejects.toMatchObject({ code: 'unavailable', message: expect.stringContaining('refused') });
  await until('secure', is('needs-auth'));
});
