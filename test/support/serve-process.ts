import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { WebSocket } from 'ws';
import type { Channel } from '../../shared/contract/protocol';
import { createHostClient, type HostClient } from '../../renderer/transport/host-client';
import { CLI } from './built-cli';
import type { HostFixture } from './host-fixture';

/** `vitrine serve` as a process of its own, on the home and folder of a fixture, and a client of it. */
export async function serveProcess({ home, folder }: HostFixture): Promise<{ served: ChildProcess; client: HostClient }> {
  const env = { ...process.env, VITRINE_HOME: home, HOME: join(home, '../person') };
  const served = spawn(process.execPath, [CLI, 'serve', folder, '--no-open'], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const { value } = await createInterface({ input: served.stdout })[Symbol.asyncIterator]().next();
  const { href, origin, host } = new URL(String(value).replace('READY ', ''));
  const answer = await fetch(href, { redirect: 'manual' });
  const cookie = String(answer.headers.get('set-cookie')).split(';')[0] ?? '';
  const open = () => openChannel(`ws://${host}/socket`, { origin, cookie });
  return { served, client: createHostClient({ name: 'test', delays: [1], open }) };
}

async function openChannel(url: string, headers: Record<string, string>): Promise<Channel> {
  const socket = new WebSocket(url, { headers });
  socket.on('error', () => undefined);
  await once(socket, 'open');
  return {
    send: (text) => socket.send(text),
    onMessage: (next) => void socket.on('message', (data) => next(data.toString())),
    onClose: (next) => void socket.on('close', next),
    close: () => socket.close(),
    waiting: () => socket.bufferedAmount,
  };
}
