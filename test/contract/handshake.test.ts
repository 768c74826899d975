import { afterAll, beforeAll, expect, it } from 'vitest';
import { createChannelPair } from '../../main/host/memory-channel';
import { createHostClient } from '../../renderer/transport/host-client';
import { type Channel, MAX_FRAME_CHARS, PROTOCOL_VERSION } from '../../shared/contract/protocol';
import { createHostFixture, type HostFixture } from '../support/host-fixture';

let fixture: HostFixture;
beforeAll(async () => {
  fixture = await createHostFixture();
});
afterAll(() => fixture.close());

/** A bare channel to the host, with what came over it. */
function open(): { channel: Channel; texts: string[]; closed: Promise<void>; text(): Promise<string> } {
  const [channel, far] = createChannelPair();
  const texts: string[] = [];
  let waiting: ((text: string) => void) | undefined;
  channel.onMessage((text) => {
    texts.push(text);
    waiting?.(text);
  });
  const closed = new Promise<void>((resolve) => channel.onClose(resolve));
  fixture.host.connect(far, { name: 'bare' });
  return { channel, texts, closed, text: () => new Promise((resolve) => (waiting = resolve)) };
}
const hello = JSON.stringify({ hello: { protocol: PROTOCOL_VERSION, client: 'test' } });

it('welcomes a client of the same version', async () => {
  const { channel, text } = open();
  const first = text();
  channel.send(hello);
  expect(JSON.parse(await first)).toEqual({
    welcome: { protocol: PROTOCOL_VERSION, version: fixture.ports.appVersion, shell: 'serve', platform: process.platform, language: 'en' },
  });
});

it.each([
  ['a request before hello', [JSON.stringify({ id: 1, method: 'app.info', params: {} })]],
  ['a frame that is not JSON', [hello, '{']],
  ['a frame of no known shape', [hello, '{"id":"1"}']],
  ['a second hello', [hello, hello]],
  ['a frame beyond the bound', [hello, ' '.repeat(MAX_FRAME_CHARS + 1)]],
])('closes on %s', async (_what, frames) => {
  const { channel, texts, closed } = open();
  for (const frame of frames) channel.send(frame);
  await closed;
  expect(texts.filter((text) => text.includes('"result"'))).toEqual([]);
});

it('asks a client of another version to reload, and the client says so', async () => {
  const { channel, text, closed } = open();
  const first = text();
  channel.send(JSON.stringify({ hello: { protocol: PROTOCOL_VERSION + 1, client: 'new page' } }));
  expect(JSON.parse(await first)).toEqual({ reload: { protocol: PROTOCOL_VERSION } });
  await closed;

  const client = createHostClient({
    name: 'old page',
    open: async () => {
      const [near, far] = createChannelPair();
      far.onMessage(() => far.send(JSON.stringify({ reload: { protocol: PROTOCOL_VERSION + 1 } })));
      return near;
    },
  });
  const outdated = new Promise<void>((resolve) => client.onStatus((status) => status === 'outdated' && resolve()));
  await expect(client.call('app.info', {})).rejects.toMatchObject({ code: 'version-mismatch' });
  await outdated;
  await expect(client.call('app.info', {})).rejects.toMatchObject({ code: 'version-mismatch' });
});

it('answers no more than its bound of requests at once', async () => {
  const client = fixture.connect();
  const answers = await Promise.allSettled(Array.from({ length: 400 }, () => client.call('session.list', {})));
  const refused = answers.filter((answer) => answer.status === 'rejected');
  expect(refused.length).toBeGreaterThan(0);
  expect(refused.every((answer) => answer.reason.code === 'busy')).toBe(true);
  await expect(client.call('app.info', {})).resolves.toBeDefined();
});

it('rejects calls that were under way when the connection dropped, and connects again', async () => {
  const channels: Channel[] = [];
  const client = createHostClient({
    name: 'dropped',
    delays: [1],
    open: async () => {
      const [near, far] = createChannelPair();
      channels.push(near);
      fixture.host.connect(far, { name: 'dropped' });
      return near;
    },
  });
  await client.call('app.info', {});
  const call = client.call('doctor.report', {});
  channels[0]?.close();
  await expect(call).rejects.toMatchObject({ code: 'unavailable' });
  await new Promise<void>((resolve) => client.onStatus((status) => status === 'connected' && resolve()));
  expect(channels).toHaveLength(2);
  await expect(client.call('app.info', {})).resolves.toBeDefined();
  client.close();
});
