import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import type { SessionEvent } from '../../shared/model/event';
import type { SessionState } from '../../shared/model/session';
import { createHostFixture, type HostFixture } from '../support/host-fixture';

const SCRIPT = `
turns:
  - id: behind
    match: delegate behind
    rounds:
      - calls: [{ name: Agent, input: { description: Look, prompt: 'answer after a while', subagent_type: Explore, run_in_background: true } }]
      - text: It runs.
  - id: forever
    match: delegate forever
    rounds:
      - calls: [{ name: Agent, input: { description: Look, prompt: 'stay until stopped', subagent_type: Explore, run_in_background: true } }]
      - text: It runs.
  - id: slowly
    match: answer after a while
    rounds:
      - text: "Slow.${' And so on.'.repeat(10)}"
        chars_per_second: 200
  - id: stay
    match: stay until stopped
    rounds:
      - text: "${'working on it. '.repeat(200)}"
        chars_per_second: 20
  - id: hello
    matches: hello (?:one|two)
    rounds:
      - text: Hello.
`;

const open: HostFixture[] = [];

afterEach(async () => {
  for (const fixture of open.splice(0).reverse()) await fixture.close();
});

async function openFixture(home?: string): Promise<HostFixture> {
  const fixture = await createHostFixture(home === undefined ? {} : { home });
  open.push(fixture);
  await writeFile(join(fixture.ports.resources, 'scripts/results.yaml'), SCRIPT);
  return fixture;
}

function say(host: HostFixture, text: string, session?: string) {
  const where = session === undefined ? { folder: host.folder, model: 'scripted/results' } : { session };
  return host.host.sessions.send({ ...where, input: { text, images: [] } });
}

async function read(
  host: HostFixture,
  session: string,
): Promise<{ state: SessionState; events: SessionEvent[]; owner: string | undefined }> {
  const reader = await host.ports.store.openForReading(session);
  const events: SessionEvent[] = [];
  for await (const event of reader.read(0)) events.push(event as SessionEvent);
  const { state, owner } = reader;
  await reader.close();
  return { state, events, owner };
}

/** What the main agent was told by agents. */
async function toldByAgents(host: HostFixture, session: string): Promise<string[]> {
  const { events } = await read(host, session);
  return events.flatMap((event) =>
    event.type === 'item/completed' && event.item.kind === 'user-text' && event.item.agent === 'main' && event.item.author === 'agent'
      ? [event.item.preview]
      : [],
  );
}

async function bodyOf(host: HostFixture, session: string): Promise<string> {
  const { calls } = (await read(host, session)).state;
  const call = calls.filter(({ agent }) => agent === 'main').at(-1)?.call ?? '';
  return (await host.connect().call('call.raw', { session, call, offset: 0, limit: 1_000_000, form: 'json' })).text;
}

const childState = async (host: HostFixture, session: string) => (await read(host, session)).state.agents?.[0]?.state;

it('what an agent found while its parent could not be asked is given by the next host, once', async () => {
  const host = await openFixture();
  const { session, finished } = await say(host, 'delegate behind');
  await finished;
  const { config } = host.ports;
  host.ports.config = {
    ...config,
    read: async () => {
      if ((await childState(host, session)) === 'completed') throw new Error('the settings cannot be read');
      return config.read();
    },
  };
  await expect.poll(() => childState(host, session)).toBe('completed');
  await host.host.close();
  expect(await toldByAgents(host, session)).toEqual([]);

  const next = await openFixture(host.home);
  await (await say(next, 'hello one', session)).finished;
  await expect.poll(() => toldByAgents(next, session)).toHaveLength(1);
  expect((await toldByAgents(next, session))[0]).toContain('Slow.');
  await expect.poll(() => bodyOf(next, session)).toContain('The agent explore-1 (Explore: Look) has ended.');
  await next.host.close();

  const last = await openFixture(host.home);
  await (await say(last, 'hello two', session)).finished;
  expect(await toldByAgents(last, session)).toHaveLength(1);
});

it('of an agent that ended with its host, the next host tells that it was stopped', async () => {
  const host = await openFixture();
  const { session, finished } = await say(host, 'delegate forever');
  await finished;
  await host.host.close();
  const next = await openFixture(host.home);
  await (await say(next, 'hello one', session)).finished;
  await expect.poll(() => bodyOf(next, session)).toContain('[Agent explore-1 (Explore) was stopped (aborted)');
});

it('the end of a stopped agent keeps no session locked, and is told at the next turn', async () => {
  const host = await openFixture();
  const { session, finished } = await say(host, 'delegate forever');
  await finished;
  await expect.poll(async () => (await read(host, session)).owner).toBeDefined();
  expect(await host.connect().call('agent.stop', { session, agent: 'main/explore-1' })).toEqual({ stopped: true });
  await expect.poll(async () => (await read(host, session)).owner).toBeUndefined();
  expect(await toldByAgents(host, session)).toEqual([]);

  const other = await openFixture(host.home);
  await (await say(other, 'hello one', session)).finished;
  await expect.poll(() => toldByAgents(other, session)).toHaveLength(1);
});
