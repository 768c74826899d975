import type { ChildProcess } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import type { HostClient } from '../../renderer/transport/host-client';
import { createHostFixture, type HostFixture } from '../support/host-fixture';
import { serveProcess } from '../support/serve-process';

const SCRIPT = `
turns:
  - id: delegate
    match: delegate it
    rounds:
      - calls: [{ name: Agent, input: { description: Stay, prompt: 'stay until stopped', subagent_type: Explore, run_in_background: true } }]
      - text: It runs.
  - id: stay
    match: stay until stopped
    rounds:
      - text: "${'working on it. '.repeat(200)}"
        chars_per_second: 20
  - id: hello
    match: hello
    rounds: [{ text: Hello. }]
`;
let host: HostFixture | undefined;
let served: ChildProcess | undefined;
afterEach(async () => {
  served?.kill('SIGKILL');
  served = undefined;
  await host?.close();
  host = undefined;
});

it('an agent that another process runs is seen to run, and is neither stopped, spoken to nor ended from here', async () => {
  host = await createHostFixture();
  await mkdir(join(host.home, 'scripts'), { recursive: true });
  await writeFile(join(host.home, 'scripts/two.yaml'), SCRIPT);
  const other = await serveProcess(host);
  served = other.served;
  const { client } = other;
  const content = { text: 'delegate it', images: [] };
  const { session } = await client.call('session.send', { folder: host.folder, model: 'scripted/two', input: content });
  const nodeOf = async (where: HostClient) => (await where.call('session.open', { session })).state.agents?.[0];
  await expect.poll(async () => (await nodeOf(client))?.state).toBe('running');

  const here = host.connect();
  expect(await nodeOf(here)).toMatchObject({ agent: 'main/explore-1', state: 'running' });
  const agent = 'main/explore-1';
  expect(await here.call('agent.stop', { session, agent })).toEqual({ stopped: false });
  await expect(here.call('agent.message', { session, agent, text: 'Go on.' })).rejects.toMatchObject({ code: 'conflict' });
  await expect(here.call('agent.retry', { session, agent })).rejects.toMatchObject({ code: 'conflict' });
  await expect(here.call('session.send', { session, input: { text: 'hello', images: [] } })).rejects.toMatchObject({ code: 'conflict' });
  expect((await nodeOf(client))?.state).toBe('running');

  expect(await client.call('agent.stop', { session, agent })).toEqual({ stopped: true });
  await expect.poll(async () => (await nodeOf(here))?.state).toBe('stopped');
  client.close();
});
