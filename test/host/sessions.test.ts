import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { folderSlug, projectsFolder, sessionPaths } from '../../main/adapters/storage/session-paths';
import { createHost } from '../../main/host/create-host';
import { createChannelPair } from '../../main/host/memory-channel';
import { createHostClient, type HostClient } from '../../renderer/transport/host-client';
import type { Channel } from '../../shared/contract/protocol';
import type { SessionSummary } from '../../shared/model/session';
import { createHostFixture, type HostFixture } from '../support/host-fixture';
import { isIdle, watchSession } from '../support/host-watch';

let fixture: HostFixture;
let client: HostClient;
beforeEach(async () => {
  fixture = await createHostFixture();
  client = fixture.connect();
});
afterEach(() => fixture.close());

async function send(text: string, session?: string): Promise<string> {
  const sent = await client.call('session.send', {
    ...(session === undefined ? { folder: fixture.folder } : { session }),
    input: { text },
  });
  return sent.session;
}
const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index);

describe('a turn', () => {
  it('makes the session with the first message and is seen without a gap to its end', async () => {
    const session = await send('hello');
    const watched = await watchSession(client, session);
    const state = await watched.until(isIdle);
    expect(state).toMatchObject({
      title: 'hello',
      model: 'scripted/tour',
      folder: fixture.folder,
      turns: [{ reason: 'end_turn', rounds: 1 }],
    });
    const [first = 1] = watched.seqs;
    expect(watched.seqs).toEqual(range(first, state.lastSeq));
    const again = await fixture.connect().call('session.open', { session });
    expect({ ...state, items: again.state.items, calls: again.state.calls }).toEqual(again.state);
    expect(again.views.map((view) => view.item.id)).toEqual(again.state.items.map((item) => item.id));
    expect(again.views.at(-1)?.text).toBe('Hello from the script.');
    expect((await client.call('session.list', { folder: fixture.folder })).sessions).toMatchObject([
      { id: session, turns: 1, status: 'idle' },
    ]);
  });

  it('leaves nothing on the disk when there is no key for the model', async () => {
    const sent = client.call('session.send', { folder: fixture.folder, input: { text: 'hello' }, model: 'anthropic/claude-opus-5-5' });
    await expect(sent).rejects.toMatchObject({ code: 'no-credential' });
    expect(await client.call('session.list', {})).toEqual({ sessions: [], total: 0 });
    await expect(stat(join(fixture.home, 'projects'))).rejects.toThrow();
  });

  it('names its session in the lists by the first message while it runs', async () => {
    const heard: SessionSummary[] = [];
    client.on('sessions/changed', ({ summary }) => void heard.push(summary));
    const session = await send('tell me a long story');
    await expect
      .poll(() => heard)
      .toContainEqual(expect.objectContaining({ id: session, title: 'tell me a long story', status: 'running' }));
  });

  it('streams its text as deltas that sum to the item', async () => {
    const session = await send('tell me a long story');
    const watched = await watchSession(client, session);
    const state = await watched.until(isIdle);
    const item = state.items.find(({ kind }) => kind === 'assistant-text');
    const { views } = await client.call('item.read', { session, items: [item?.id ?? ''] });
    expect(views[0]?.text).toContain('once upon a time');
    expect(watched.deltas.get(item?.id ?? '')).toBe(views[0]?.text);
  });

  it('gives who comes in mid-stream what was said so far, once', async () => {
    const session = await send('tell me a long story');
    const watched = await watchSession(client, session);
    await new Promise<void>((resolve) => void client.on('session/delta', () => resolve()));
    const late = await watchSession(fixture.connect(), session);
    const item = (await watched.until(isIdle)).items.find(({ kind }) => kind === 'assistant-text')?.id ?? '';
    await late.until(isIdle);
    expect(late.deltas.get(item)).toBe(watched.deltas.get(item));
    const after = await watchSession(fixture.connect(), session);
    expect(after.deltas.size).toBe(0);
  });

  it('queues what is typed meanwhile, in an order that can be changed and withdrawn', async () => {
    const session = await send('tell me a long story');
    const watched = await watchSession(client, session);
    const first = await client.call('session.send', { session, input: { text: 'run a command' } });
    const second = await client.call('session.send', { session, input: { text: 'never mind' } });
    expect(first.queued).toBeDefined();
    await client.call('queue.change', { session, entry: first.queued ?? '', input: { text: 'hello' } });
    expect(await client.call('queue.withdraw', { session, entry: second.queued ?? '' })).toMatchObject({ input: { text: 'never mind' } });
    const state = await watched.until((now) => isIdle(now) && now.queue.length === 0 && now.turns.length === 2);
    const texts = (await client.call('item.read', { session, items: state.items.map(({ id }) => id) })).views
      .filter(({ item }) => item.kind === 'user-text')
      .map(({ text }) => text);
    expect(texts).toEqual(['tell me a long story', 'hello']);
  });

  it('stops at once when interrupted, and goes on when told to', async () => {
    const session = await send('tell me a long story');
    const watched = await watchSession(client, session);
    await watched.until((state) => state.items.some(({ kind }) => kind === 'assistant-text'));
    await client.call('session.interrupt', { session });
    expect((await watched.until(isIdle)).turns.at(-1)?.reason).toBe('aborted');
    await client.call('session.continue', { session });
    await watched.until((state) => isIdle(state) && state.turns.length === 2);
  });
});

describe('several clients', () => {
  it('agree on the session, whoever sent', async () => {
    const other = fixture.connect({ name: 'other' });
    const session = await send('tell me a long story');
    const [one, two] = await Promise.all([watchSession(client, session), watchSession(other, session)]);
    await other.call('session.change', { session, title: 'Stories' });
    const [left, right] = await Promise.all([one.until(isIdle), two.until(isIdle)]);
    expect(left).toEqual(right);
    expect(left.title).toBe('Stories');
  });

  it('hear of new sessions and of waiting requests, and the first answer wins', async () => {
    const other = fixture.connect({ name: 'other' });
    await other.call('app.info', {});
    const waiting = new Promise<string>((resolve) =>
      other.on('requests/changed', ({ waiting: [first] }) => first?.type === 'permission' && resolve(first.request)),
    );
    const session = await send('run a command');
    const watched = await watchSession(client, session);
    const request = await waiting;
    const answers = await Promise.all([
      client.call('permission.answer', { session, request, answer: { type: 'allow-once' } }),
      other.call('permission.answer', { session, request, answer: { type: 'reject' } }),
    ]);
    expect(answers.map(({ accepted }) => accepted).sort()).toEqual([false, true]);
    const state = await watched.until(isIdle);
    expect(state.pending).toEqual([]);
    expect(await other.call('permission.answer', { session, request, answer: { type: 'reject' } })).toEqual({ accepted: false });
  });
});

describe('a background command', () => {
  it('shows its output while it runs, after its end, and when its session is opened again', async () => {
    const { session } = await client.call('session.send', {
      folder: fixture.folder,
      input: { text: 'start a server' },
      mode: 'bypassPermissions',
    });
    const watched = await watchSession(client, session);
    const state = await watched.until((now) => isIdle(now) && now.turns.length === 1);
    const item = state.items.find(({ tool }) => tool === 'Bash')?.id ?? '';
    const look = (offset = 0) => client.call('item.text', { session, item, of: 'output', offset, limit: 100 });
    const lookUntil = async (holds: (slice: Awaited<ReturnType<typeof look>>) => boolean) => {
      for (;;) {
        const slice = await look();
        if (holds(slice)) return slice;
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    };
    expect(await lookUntil(({ total }) => total > 0)).toMatchObject({ text: 'listening\n', command: { running: true } });
    await writeFile(join(fixture.folder, 'stop'), '');
    expect(await lookUntil(({ command }) => command?.running === false)).toEqual({
      text: 'listening\nbye\n',
      offset: 0,
      total: 14,
      command: { running: false, exitCode: 3, timedOut: false, stopped: false },
    });
    expect(await look(-4)).toMatchObject({ text: 'bye\n', offset: 10 });
    await client.call('session.close', { session });
    expect(await look()).toEqual({
      text: 'listening\nbye\n',
      offset: 0,
      total: 14,
      command: { running: false, exitCode: 3, timedOut: false, stopped: false },
    });
  });
});

describe('a request for permission', () => {
  it('ends with the turn that asked', async () => {
    const session = await send('run a command');
    const watched = await watchSession(client, session);
    const asked = await watched.until((state) => state.status === 'waiting');
    await client.call('session.interrupt', { session });
    const state = await watched.until(isIdle);
    expect(state.pending).toEqual([]);
    const { events } = await client.call('session.events', { session, after: 0 });
    expect(events.filter(({ type }) => type === 'permission/resolved')).toMatchObject([
      { request: asked.pending[0]?.request, resolution: { type: 'cancelled' } },
    ]);
    await expect(stat(join(fixture.folder, 'made-by-agent'))).rejects.toThrow();
  });

  it('runs what was allowed, and saves an offered rule only', async () => {
    const session = await send('run a command');
    const watched = await watchSession(client, session);
    const { pending } = await watched.until((state) => state.status === 'waiting');
    const [request] = pending;
    if (request?.type !== 'permission') throw new Error('no permission was asked');
    const forged = { type: 'allow-always' as const, offer: { rule: 'Bash(*)', scope: 'session' as const } };
    expect(await client.call('permission.answer', { session, request: request.request, answer: forged })).toEqual({ accepted: false });
    const [offer] = request.offers;
    if (offer === undefined) throw new Error('no rule was offered');
    expect(await client.call('permission.answer', { session, request: request.request, answer: { type: 'allow-always', offer } })).toEqual({
      accepted: true,
    });
    const state = await watched.until(isIdle);
    expect((await stat(join(fixture.folder, 'made-by-agent'))).isDirectory()).toBe(true);
    if (offer.scope === 'session') expect(state.rules).toEqual([offer.rule]);
  });
});

it('puts questions to the person and gives the model the answer', async () => {
  const session = await send('ask me something');
  const watched = await watchSession(client, session);
  const { pending } = await watched.until((state) => state.pending.some(({ type }) => type === 'question'));
  expect(await client.call('question.answer', { session, request: pending[0]?.request ?? '', answers: [['red']] })).toEqual({
    accepted: true,
  });
  const state = await watched.until(isIdle);
  const call = state.items.find(({ tool }) => tool === 'AskUserQuestion');
  const { views } = await client.call('item.read', { session, items: [call?.id ?? ''] });
  expect(views[0]?.result?.text).toContain('red');
});

it('gives the spine in pages that are together the whole', async () => {
  const session = await send('hello');
  const watched = await watchSession(client, session);
  await watched.until(isIdle);
  for (const turns of [2, 3]) {
    await send(`hello ${turns}`, session);
    await watched.until((state) => isIdle(state) && state.turns.length === turns);
  }
  const { state, totalItems, totalCalls } = await client.call('session.open', { session });
  const pages = [];
  for (let before = totalItems; before > 0; before -= 2) pages.unshift(await client.call('session.spine', { session, before, limit: 2 }));
  expect(pages.flatMap((page) => page.items)).toEqual(state.items);
  const calls = new Map(pages.flatMap((page) => page.calls).map((call) => [call.call, call]));
  expect([...calls.values()]).toEqual(state.calls);
  expect([state.items.length, calls.size]).toEqual([totalItems, totalCalls]);
});

it('takes back what the agent wrote, and only that', async () => {
  const session = await client
    .call('session.send', { folder: fixture.folder, input: { text: 'edit the notes' }, mode: 'acceptEdits' })
    .then((sent) => sent.session);
  const state = await (await watchSession(client, session)).until(isIdle);
  const notes = join(fixture.folder, 'notes.txt');
  expect(await readFile(notes, 'utf8')).toBe('one\nthree\n');
  const turn = state.turns[0]?.turn ?? '';
  expect(await client.call('changes.undo', { session, turn })).toEqual({ undone: [notes], kept: [] });
  expect(await readFile(notes, 'utf8')).toBe('one\ntwo\n');
  expect((await client.call('changes.undo', { session, turn })).kept).toMatchObject([{ path: notes }]);
});

it('takes nothing back while a turn runs, and begins no turn while something is taken back', async () => {
  const session = await client
    .call('session.send', { folder: fixture.folder, input: { text: 'edit the notes' }, mode: 'acceptEdits' })
    .then((sent) => sent.session);
  const watched = await watchSession(client, session);
  const turn = (await watched.until(isIdle)).turns[0]?.turn ?? '';
  const notes = join(fixture.folder, 'notes.txt');
  await send('tell me a long story', session);
  await expect(client.call('changes.undo', { session, turn })).rejects.toMatchObject({ code: 'busy' });
  expect(await readFile(notes, 'utf8')).toBe('one\nthree\n');
  await client.call('session.interrupt', { session });
  await watched.until(isIdle);

  const [taken] = await Promise.all([client.call('changes.undo', { session, turn }), send('hello', session)]);
  expect(taken).toEqual({ undone: [notes], kept: [] });
  const after = await watched.until((state) => isIdle(state) && state.turns.length === 3);
  expect(after.turns[2]?.reason).toBe('end_turn');
  expect(await readFile(notes, 'utf8')).toBe('one\ntwo\n');
  const place = join(projectsFolder(fixture.home), folderSlug(fixture.folder));
  const lines = (await readFile(sessionPaths(place, session).log, 'utf8')).trimEnd().split('\n');
  const types = lines.map((line) => JSON.parse(line).type);
  expect(types.indexOf('changes/undone')).toBeLessThan(types.lastIndexOf('turn/started'));
});

it('tells the model in the next turn which files somebody else changed', async () => {
  const session = await client
    .call('session.send', { folder: fixture.folder, input: { text: 'edit the notes' }, mode: 'acceptEdits' })
    .then((sent) => sent.session);
  const watched = await watchSession(client, session);
  await watched.until(isIdle);
  const notes = join(fixture.folder, 'notes.txt');
  const reminders = async () => {
    const { items } = watched.state();
    const { views } = await client.call('item.read', { session, items: items.map(({ id }) => id) });
    return views.filter(({ item }) => item.kind === 'reminder' && item.segment === 'file-changed').map(({ text }) => text);
  };
  await send('hello', session);
  await watched.until((state) => isIdle(state) && state.turns.length === 2);
  expect(await reminders()).toEqual([]);
  await writeFile(notes, 'mine\n');
  await send('hello', session);
  await watched.until((state) => isIdle(state) && state.turns.length === 3);
  expect(await reminders()).toEqual([expect.stringContaining(notes)]);
});

it('reminds the model of a changed task list once, with the next message', async () => {
  const { session } = await client.call('session.send', { folder: fixture.folder, input: { text: 'make a list' } });
  const watched = await watchSession(client, session);
  for (const turns of [2, 3]) {
    await watched.until((state) => isIdle(state) && state.turns.length === turns - 1);
    await send('hello', session);
  }
  const { items } = await watched.until((state) => isIdle(state) && state.turns.length === 3);
  const { views } = await client.call('item.read', { session, items: items.map(({ id }) => id) });
  const reminders = views.filter(({ item }) => item.kind === 'reminder' && item.segment === 'todo');
  expect(reminders).toMatchObject([
    { text: expect.stringContaining('- [pending] Brew tea'), item: { turn: watched.state().turns[1]?.turn } },
  ]);
});

it('shows any call: its parts, its body, its answer, and what changed since the one before', async () => {
  const session = await client
    .call('session.send', { folder: fixture.folder, input: { text: 'edit the notes' }, mode: 'acceptEdits' })
    .then((sent) => sent.session);
  const state = await (await watchSession(client, session)).until(isIdle);
  const [first, second] = state.calls.map(({ call }) => call);
  const ref = { session, call: second ?? '' };
  const anatomy = await client.call('call.anatomy', ref);
  const total = anatomy.segments.reduce((sum, segment) => sum + segment.tokens, 0) + anatomy.tokens.overhead;
  expect(Math.round(total)).toBe(Math.round(anatomy.tokens.total));
  expect(await client.call('call.diff', ref)).toMatchObject({ against: first, removed: [] });
  const raw = await client.call('call.raw', { ...ref, offset: 0, limit: 1_048_576, form: 'json' });
  expect(Buffer.byteLength(raw.text)).toBe(anatomy.bytes);
  expect(JSON.parse(raw.text)).toMatchObject({ model: 'tour' });
  const { ranges } = await client.call('call.ranges', { ...ref, form: 'text' });
  expect(ranges.map(({ segment }) => segment).sort()).toEqual(anatomy.segments.map(({ id }) => id).sort());
  expect((await client.call('call.find', { ...ref, query: 'notes.txt', form: 'json', limit: 10 })).offsets.length).toBeGreaterThan(0);
  const segment = anatomy.segments[0]?.id ?? '';
  const whole = await client.call('call.segment', { ...ref, segment, offset: 0, limit: 100 });
  const { beginnings } = await client.call('call.beginnings', { ...ref, segments: [segment] });
  expect(beginnings).toMatchObject([{ segment, text: expect.stringMatching(/^.{100}/s), chars: whole.total }]);
  expect(beginnings[0]?.text.startsWith(whole.text)).toBe(true);
  expect(await client.call('call.response', ref)).toMatchObject({ state: 'done', stopReason: 'tool_use' });
  expect((await client.call('call.copy', { ...ref, as: 'curl' })).text).toContain('$ANTHROPIC_API_KEY');
});

describe('a client that was away', () => {
  async function openWithDrop(): Promise<{ client: HostClient; drop(): void }> {
    let channel: Channel | undefined;
    const dropping = createHostClient({
      name: 'dropping',
      delays: [1],
      open: async () => {
        const [near, far] = createChannelPair();
        channel = near;
        fixture.host.connect(far, { name: 'dropping' });
        return near;
      },
    });
    await dropping.call('app.info', {});
    return { client: dropping, drop: () => channel?.close() };
  }

  it('gets every event that it missed in mid-stream, in order and once', async () => {
    const away = await openWithDrop();
    const session = await send('tell me a long story');
    const watched = await watchSession(away.client, session);
    for (const _ of range(1, 5)) {
      await new Promise<void>((resolve) => {
        const stop = away.client.on('session/delta', () => {
          stop();
          resolve();
        });
      });
      away.drop();
    }
    const state = await watched.until(isIdle);
    expect(watched.seqs).toEqual(range(watched.seqs[0] ?? 1, state.lastSeq));
    const snapshot = (await client.call('session.open', { session })).state;
    expect(state).toEqual(snapshot);
    away.client.close();
  });
});

describe('two hosts on one home', () => {
  it('let one write and the other follow it live', async () => {
    const second = createHost({ ...fixture.ports, store: (await createHostFixture({ home: fixture.home })).ports.store });
    const [near, far] = createChannelPair();
    second.connect(far, { name: 'reader' });
    const reader = createHostClient({ name: 'reader', open: async () => near });
    const session = await send('tell me a long story');
    const opened = await reader.call('session.open', { session });
    expect(opened.readOnly?.owner).toBeDefined();
    await expect(reader.call('session.send', { session, input: { text: 'hello' } })).rejects.toMatchObject({ code: 'conflict' });
    const watched = await watchSession(reader, session);
    const state = await watched.until(isIdle);
    const own = (await client.call('session.open', { session })).state;
    expect(state.lastSeq).toBe(own.lastSeq);
    expect(state.items).toEqual(own.items);
    reader.close();
    await second.close();
  });

  it('see that the writer died: its turn ends, and the session can be written', async () => {
    const session = await send('hello');
    await (await watchSession(client, session)).until(isIdle);
    await client.call('session.close', { session });
    const folder = (await readdir(join(fixture.home, 'projects'), { recursive: true })).find((path) => path.endsWith(session));
    const place = join(fixture.home, 'projects', folder ?? '');
    const { lastSeq } = (await client.call('session.open', { session })).state;
    await client.call('session.close', { session });
    const started = { v: 1, id: 'ev_lost', seq: lastSeq + 1, at: new Date().toISOString(), type: 'turn/started' };
    const turn = { turn: 'turn_lost', agent: 'main', mode: 'default', model: 'scripted/tour', limits: {} };
    await appendFile(join(place, 'log.jsonl'), `${JSON.stringify({ ...started, ...turn })}\n`);
    const writer = spawn('sleep', ['60']);
    const owner = { pid: writer.pid, host: hostname(), label: 'Vitrine elsewhere', token: 'elsewhere' };
    await writeFile(sessionPaths(join(place, '../..'), session).lock, JSON.stringify(owner));

    const told: Array<string | undefined> = [];
    client.on('session/owner', (data) => told.push(data.owner));
    const opened = await client.call('session.open', { session });
    expect(opened).toMatchObject({ readOnly: { owner: 'Vitrine elsewhere' }, state: { status: 'running' } });
    writer.kill('SIGKILL');
    await once(writer, 'exit');
    await expect.poll(() => told.length > 0 && told.every((one) => one === undefined)).toBe(true);
    const { state, readOnly } = await client.call('session.open', { session });
    expect(readOnly).toBeUndefined();
    expect(state).toMatchObject({ status: 'idle' });
    expect(state.turns.at(-1)).toMatchObject({ turn: 'turn_lost', state: 'done' });
  });

  it('hand the session over when the first one closes', async () => {
    const other = await createHostFixture({ home: fixture.home, change: { resources: fixture.ports.resources } });
    const session = await send('hello');
    await (await watchSession(client, session)).until(isIdle);
    await client.call('session.close', { session });
    const reader = other.connect();
    await reader.call('session.send', { session, input: { text: 'hello' } });
    const state = await (await watchSession(reader, session)).until((now) => isIdle(now) && now.turns.length === 2);
    expect(state.turns.map(({ reason }) => reason)).toEqual(['end_turn', 'end_turn']);
    await other.close();
  });
});

it('gives up the lock of a session that nobody watches once its turn has ended', async () => {
  const other = fixture.connect();
  const session = await send('tell me a long story');
  const watched = await watchSession(other, session);
  await client.call('session.change', { session, title: 'Held' });
  const owner = async () => {
    const reader = await fixture.ports.store.openForReading(session);
    await reader.close();
    return reader.owner;
  };
  expect(await owner()).toBeDefined();
  await watched.until(isIdle);
  expect(await owner()).toBeDefined();
  await other.call('session.close', { session });
  expect(await owner()).toBeUndefined();
  await client.call('session.change', { session, title: 'Free' });
  expect((await client.call('session.list', {})).sessions).toMatchObject([{ title: 'Free' }]);
  await expect.poll(owner).toBeUndefined();
});

it('ends running turns in the log when it closes', async () => {
  const session = await send('tell me a long story');
  await (await watchSession(client, session)).until((state) => state.items.some(({ kind }) => kind === 'assistant-text'));
  await fixture.host.close();
  const reader = await fixture.ports.store.openForReading(session);
  expect(reader.state).toMatchObject({ status: 'idle', turns: [{ reason: 'aborted' }] });
  expect(reader.owner).toBeUndefined();
  await reader.close();
});

it('forks after a turn, exports, searches, renames and archives', async () => {
  const session = await send('hello');
  const watched = await watchSession(client, session);
  await watched.until(isIdle);
  await send('hello', session);
  const state = await watched.until((now) => isIdle(now) && now.turns.length === 2);
  const fork = await client.call('session.fork', { session, afterTurn: state.turns[0]?.turn });
  expect((await client.call('session.open', { session: fork.session })).state).toMatchObject({
    forkOf: session,
    turns: [{ reason: 'end_turn' }],
  });
  expect((await client.call('session.export', { session, format: 'md' })).text).toContain('Hello from the script.');
  expect((await client.call('session.search', { query: 'from the script' })).hits.map((hit) => hit.session)).toContain(session);
  await client.call('session.change', { session, title: 'Greeting', archived: true });
  expect((await client.call('session.list', { archived: true })).sessions).toMatchObject([{ id: session, title: 'Greeting' }]);
});
