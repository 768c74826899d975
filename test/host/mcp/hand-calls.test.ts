import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { root } from '../../support/bundle-for-node.mjs';
import { createServedFolder } from '../../support/mcp-folder';

const entry = { command: process.execPath, args: [resolve(root, 'test/support/mcp-hostile-server.mjs')] };

it('stops a call by hand whose server wants one address after the other opened, and takes no second call of its name', async () => {
  const fixture = await createServedFolder({ hostile: entry }, 'script: []');
  const client = fixture.connect();
  const { folder } = fixture;
  const call = () => client.call('mcp.call', { folder, server: 'hostile', tool: 'addresses', input: {}, call: 'one', confirmed: true });
  const waiting = async () =>
    (await client.call('mcp.list', { folder })).requests.map((request) => ('message' in request ? request.message : request.type));
  const first = expect(call()).rejects.toMatchObject({ code: 'aborted' });
  await expect.poll(waiting).toEqual(['page 0']);
  await expect(call()).rejects.toMatchObject({ code: 'conflict' });
  await client.call('mcp.stopCall', { folder, call: 'one' });
  await first;
  expect(await waiting()).toEqual([]);

  const second = expect(call()).rejects.toMatchObject({ code: 'unavailable' });
  await expect.poll(waiting).toEqual(['page 0']);
  await client.call('mcp.enable', { folder, server: 'hostile', enabled: false });
  await second;
  expect(await waiting()).toEqual([]);
  await fixture.close();
});
