import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { HostClient } from '../../renderer/transport/host-client';
import type { Params } from '../../shared/contract/methods';
import type { SessionState } from '../../shared/model/session';
import { createHostFixture, type HostFixture } from '../support/host-fixture';
import { isIdle, watchSession } from '../support/host-watch';

const PLAN = '# Plan\n\n1. Edit notes.txt\n2. Say so';

let fixture: HostFixture;
let client: HostClient;
beforeEach(async () => {
  fixture = await createHostFixture();
  client = fixture.connect();
});
afterEach(() => fixture.close());

const planOf = (state: SessionState) => state.pending.find(({ type }) => type === 'plan');
const waits = (state: SessionState) => planOf(state) !== undefined;

async function propose(mode: 'plan' | 'default' = 'plan') {
  const { session } = await client.call('session.send', {
    folder: fixture.folder,
    input: { text: 'plan the change' },
    model: 'scripted/tour',
    mode,
  });
  return { session, watched: await watchSession(client, session) };
}
async function answer(session: string, state: SessionState, given: Params<'plan.answer'>['answer'], by = client) {
  return by.call('plan.answer', { session, request: planOf(state)?.request ?? '', answer: given });
}
/** What the tools answered the model, in order. */
async function results(session: string, state: SessionState): Promise<string[]> {
  const items = state.items.filter(({ tool }) => tool !== undefined).map(({ id }) => id);
  return (await client.call('item.read', { session, items })).views.map(({ result }) => result?.text ?? '');
}
const notes = () => readFile(join(fixture.folder, 'notes.txt'), 'utf8');

describe('plan mode', () => {
  it('denies edits until the plan is approved, and goes on in the mode that the person picked', async () => {
    const { session, watched } = await propose();
    const waiting = await watched.until(waits);
    expect(await client.call('plan.read', { session, request: planOf(waiting)?.request ?? '' })).toEqual({ plan: PLAN });
    expect((await results(session, waiting))[0]).toMatch(/Plan mode blocks edits/);
    expect(await notes()).toBe('one\ntwo\n');
    expect(await answer(session, waiting, { type: 'approve', mode: 'acceptEdits' })).toEqual({ accepted: true });
    const done = await watched.until(isIdle);
    expect(done.mode).toBe('acceptEdits');
    expect(await notes()).toBe('one\nthree\n');
    expect((await results(session, done))[1]).toMatch(/^The person approved the plan\. The permission mode is now acceptEdits: begin\.$/);
  });

  it('gives the model the plan exactly as the person edited it', async () => {
    const { session, watched } = await propose();
    const waiting = await watched.until(waits);
    const edited = '# 計画 🗺\n\n\t1. Only say so — “nothing” else\n\n```\ncode  \n```\n';
    await answer(session, waiting, { type: 'approve', mode: 'acceptEdits', plan: edited });
    const done = await watched.until(isIdle);
    const [, result = ''] = await results(session, done);
    expect(result.split('this is the plan that counts:\n\n')[1]).toBe(edited);
    const { total } = await client.call('call.raw', { session, call: done.calls.at(-1)?.call ?? '', offset: 0, limit: 10, form: 'json' });
    const { text } = await client.call('call.raw', { session, call: done.calls.at(-1)?.call ?? '', offset: 0, limit: total, form: 'json' });
    expect(text).toContain(JSON.stringify(edited).slice(1, -1));
  });

  it('sends a plan back with the words and the remarks on its lines, and stays on', async () => {
    const { session, watched } = await propose();
    const waiting = await watched.until(waits);
    await answer(session, waiting, { type: 'reject', words: 'Too much.', comments: [{ line: 3, text: 'Which line?' }] });
    const done = await watched.until(isIdle);
    expect(done.mode).toBe('plan');
    const [, result = ''] = await results(session, done);
    expect(result).toContain('Too much.');
    expect(result).toContain('- Line 3 (“1. Edit notes.txt”): Which line?');
    expect(await notes()).toBe('one\ntwo\n');
  });

  it('gives the model what the person says to a plan that they approve, and keeps it in the log', async () => {
    const { session, watched } = await propose();
    const comments = [{ line: 3, text: 'Only the second line' }];
    await answer(session, await watched.until(waits), { type: 'approve', mode: 'acceptEdits', words: 'Tell me when done.', comments });
    const [, result = ''] = await results(session, await watched.until(isIdle));
    expect(result).toMatch(/^The person approved the plan\./);
    expect(result).toContain('Tell me when done.');
    expect(result).toContain('- Line 3 (“1. Edit notes.txt”): Only the second line');
    const { events } = await client.call('session.events', { session, after: 0 });
    expect(events.find(({ type }) => type === 'plan/answered')).toMatchObject({
      outcome: 'approved',
      words: 'Tell me when done.',
      comments,
    });
  });

  it('waits while every window is closed, is found on reopening, and two windows agree', async () => {
    const { session, watched } = await propose();
    await watched.until(waits);
    client.close();
    const [second, third] = [fixture.connect(), fixture.connect()];
    const [one, two] = [await watchSession(second, session), await watchSession(third, session)];
    const found = await one.until(waits);
    client = second;
    expect(await answer(session, found, { type: 'reject', words: 'No.', comments: [] }, third)).toEqual({ accepted: true });
    expect(await answer(session, found, { type: 'approve', mode: 'acceptEdits' }, second)).toEqual({ accepted: false });
    for (const watching of [one, two]) expect((await watching.until(isIdle)).mode).toBe('plan');
  });

  it('ends with its turn', async () => {
    const { session, watched } = await propose();
    await watched.until(waits);
    await client.call('session.interrupt', { session });
    const done = await watched.until(isIdle);
    expect(done.pending).toEqual([]);
    expect(done.mode).toBe('plan');
  });

  it('is turned on by the model, and off only by a person', async () => {
    const { session } = await client.call('session.send', {
      folder: fixture.folder,
      input: { text: 'think before you work' },
      model: 'scripted/tour',
      mode: 'acceptEdits',
    });
    const done = await (await watchSession(client, session)).until(isIdle);
    expect(done.mode).toBe('plan');
    const [entered, edited] = await results(session, done);
    expect(entered).toMatch(/Plan mode is on/);
    expect(edited).toMatch(/Plan mode blocks edits/);
  });

  it('needs no approval where it is not on', async () => {
    const { session, watched } = await propose('default');
    const { pending } = await watched.until((state) => state.pending.length > 0);
    await client.call('permission.answer', {
      session,
      request: pending[0]?.request ?? '',
      answer: { type: 'reject-with-words', words: 'later' },
    });
    const done = await watched.until((state) => isIdle(state) || state.pending.some(({ request }) => request !== pending[0]?.request));
    expect((await results(session, done))[1]).toMatch(/Plan mode is not on/);
  });
});

it('says in a headless run that nobody can approve a plan', async () => {
  const headless = await createHostFixture({
    shellKind: 'run',
    invocation: { rules: { allow: [], ask: [], deny: [] }, trust: false, interactive: false },
  });
  const near = headless.connect();
  const { session } = await near.call('session.send', {
    folder: headless.folder,
    input: { text: 'plan the change' },
    model: 'scripted/tour',
    mode: 'plan',
  });
  const done = await (await watchSession(near, session)).until(isIdle);
  const items = done.items.filter(({ tool }) => tool === 'ExitPlanMode').map(({ id }) => id);
  const { views } = await near.call('item.read', { session, items });
  expect(views.map(({ result }) => result?.text)).toEqual([expect.stringMatching(/Nobody can approve a plan here/)]);
  await headless.close();
});
