import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import type { SessionEvent } from '../../shared/model/event';
import type { SessionState } from '../../shared/model/session';
import { createHostFixture, type HostFixture } from '../support/host-fixture';

const agent = (prompt: string, more = '') =>
  `{ name: Agent, input: { description: Look, prompt: '${prompt}', subagent_type: Explore${more} } }`;
const tell = (message: string) => `{ name: SendMessage, input: { to: explore-1, message: ${message} } }`;
const SCRIPT = `
turns:
  - id: one
    match: delegate one search
    rounds:
      - calls: [${agent('look for the notes')}]
      - text: The agent has answered.
  - id: look
    match: look for the notes
    rounds:
      - text: They are in notes.txt.
  - id: both
    match: tell it two things
    rounds:
      - calls: [${tell('name the colours')}, ${tell('name the sizes')}]
      - text: Both are told.
  - id: answers
    matches: name the (?:colours|sizes)
    rounds:
      - text: "Named.${' And so on.'.repeat(20)}"
        chars_per_second: 400
  - id: slow
    match: delegate a slow answer
    rounds:
      - calls: [${agent('answer slowly')}]
      - text: It has answered.
  - id: slowly
    match: answer slowly
    rounds:
      - text: "Slow.${' And so on.'.repeat(20)}"
        chars_per_second: 200
  - id: full
    match: fill all places
    rounds:
      - calls: [${agent('stay until stopped', ', run_in_background: true')}, ${tell('name the colours')}]
      - text: Filled.
  - id: behind
    match: delegate behind
    rounds:
      - calls: [${agent('answer slowly', ', run_in_background: true')}]
      - text: It runs.
  - id: hello
    matches: hello (?:one|two)
    rounds:
      - text: Hello.
  - id: stay
    match: stay until stopped
    rounds:
      - text: "${'working on it. '.repeat(200)}"
        chars_per_second: 20
`;

let fixture: HostFixture | undefined;

afterEach(async () => {
  await fixture?.close();
  fixture = undefined;
});

async function openFixture(): Promise<HostFixture> {
  fixture = await createHostFixture();
  await writeFile(join(fixture.ports.resources, 'scripts/messages.yaml'), SCRIPT);
  return fixture;
}

function say(host: HostFixture, text: string, session?: string) {
  const where = session === undefined ? { folder: host.folder, model: 'scripted/messages' } : { session };
  return host.host.sessions.send({ ...where, input: { text, images: [] } });
}

async function read(host: HostFixture, session: string): Promise<{ state: SessionState; events: SessionEvent[] }> {
  const reader = await host.ports.store.openForReading(session);
  const events: SessionEvent[] = [];
  for await (const event of reader.read(0)) events.push(event as SessionEvent);
  const { state } = reader;
  await reader.close();
  return { state, events };
}

async function childState(host: HostFixture, session: string) {
  return (await read(host, session)).state.agents?.[0]?.state;
}

/** What the agent was told, and the most calls of it that ran at one time. */
async function childLife(host: HostFixture, session: string): Promise<{ told: string[]; atOnce: number }> {
  const running = new Set<string>();
  const told: string[] = [];
  let atOnce = 0;
  for (const event of (await read(host, session)).events) {
    if (event.type === 'call/started' && event.agent === 'main/explore-1') running.add(event.call);
    if (event.type === 'call/ended') running.delete(event.call);
    if (event.type === 'item/completed' && event.item.kind === 'user-text' && event.item.agent === 'main/explore-1')
      told.push(event.item.preview);
    atOnce = Math.max(atOnce, running.size);
  }
  return { told, atOnce };
}

it('two messages of one answer to an agent that has ended run one after the other', async () => {
  const host = await openFixture();
  const { session, finished } = await say(host, 'delegate one search');
  await finished;
  expect((await (await say(host, 'tell it two things', session)).finished)?.reason).toBe('end_turn');
  const { told, atOnce } = await childLife(host, session);
  expect(told.map((text) => /colours|sizes/.exec(text)?.[0] ?? 'task')).toEqual(['task', 'colours', 'sizes']);
  expect(atOnce).toBe(1);
  expect(await childState(host, session)).toBe('completed');
});

it('two messages of the person to an agent that has ended run one after the other', async () => {
  const host = await openFixture();
  const { session, finished } = await say(host, 'delegate one search');
  await finished;
  const client = host.connect();
  const message = (text: string) => client.call('agent.message', { session, agent: 'main/explore-1', text });
  await Promise.all([message('name the colours'), message('name the sizes')]);
  await expect.poll(async () => (await childLife(host, session)).told).toHaveLength(3);
  await expect.poll(() => childState(host, session)).toBe('completed');
  expect((await childLife(host, session)).atOnce).toBe(1);
});

it('a message in the last call of an agent is read and answered', async () => {
  const host = await openFixture();
  const { session, finished } = await say(host, 'delegate a slow answer');
  await expect.poll(async () => (await read(host, session)).state.calls.some((call) => call.agent === 'main/explore-1')).toBe(true);
  await host.connect().call('agent.message', { session, agent: 'main/explore-1', text: 'name the colours' });
  await finished;
  const { told } = await childLife(host, session);
  expect(told.at(-1)).toContain('name the colours');
  const { events } = await read(host, session);
  const result = events.findLast((event) => event.type === 'agent/ended');
  expect(result).toMatchObject({ agent: 'main/explore-1', state: 'completed', rounds: 1 });
  expect(events.filter((event) => event.type === 'agent/ended')).toHaveLength(2);
});

it('an agent that has ended goes on only within the limit of agents that run', async () => {
  const host = await openFixture();
  const { config } = await host.ports.config.read();
  await host.ports.config.change({ agents: { ...config.agents, concurrent: 1 } });
  const { session, finished } = await say(host, 'delegate one search');
  await finished;
  const second = await say(host, 'fill all places', session);
  await second.finished;
  const { calls, agents = [] } = (await read(host, session)).state;
  const call = calls.filter((one) => one.agent === 'main').at(-1)?.call ?? '';
  const { text } = await host.connect().call('call.raw', { session, call, offset: 0, limit: 1_000_000, form: 'json' });
  expect(text).toContain('1 agents run now, which is the limit.');
  // Whichever of the two calls came first has the one place.
  const goesOn = (await childLife(host, session)).told.length - 1;
  expect(goesOn + agents.length - 1).toBe(1);
  host.host.sessions.interrupt(session);
});

it('of two messages that the person sends at once to a session at rest, the second is queued', async () => {
  const host = await openFixture();
  const { session, finished } = await say(host, 'delegate one search');
  await finished;
  const sent = await Promise.all([say(host, 'hello one', session), say(host, 'hello two', session)]);
  expect(sent.map(({ queued }) => queued !== undefined)).toEqual([false, true]);
  await expect.poll(async () => (await read(host, session)).state.queue).toEqual([]);
  await sent[0].finished;
  const said = (await read(host, session)).events.flatMap((event) =>
    event.type === 'item/completed' && event.item.kind === 'user-text' && event.item.agent === 'main' ? [event.item.preview] : [],
  );
  expect(said.slice(-2)).toEqual(['hello one', 'hello two']);
});

it('how an agent ended is kept for the next turn where none can be begun', async () => {
  const host = await openFixture();
  const { session, finished } = await say(host, 'delegate behind');
  await finished;
  const { config } = host.ports;
  let refused = 0;
  host.ports.config = {
    ...config,
    read: async () => {
      if ((await childState(host, session)) !== 'completed') return config.read();
      refused += 1;
      throw new Error('the settings cannot be read');
    },
  };
  await expect.poll(() => childState(host, session)).toBe('completed');
  await expect.poll(() => refused).toBeGreaterThan(0);
  host.ports.config = config;
  await (await say(host, 'hello one', session)).finished;
  const said = async () =>
    (await read(host, session)).events.flatMap((event) =>
      event.type === 'item/completed' && event.item.kind === 'user-text' && event.item.agent === 'main' ? [event.item.preview] : [],
    );
  await expect.poll(async () => (await said()).at(-1)).toContain('Slow.');
});
