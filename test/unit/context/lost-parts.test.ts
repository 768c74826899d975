import { expect, it } from 'vitest';
import { buildAnatomy } from '../../../main/core/context/build-anatomy';
import { lintPayload } from '../../../main/core/context/lint-payload';
import { partsOf } from '../../../main/core/context/call-source';
import type { AssembledCall } from '../../../main/core/context/session-context';
import { LOST_WORDS } from '../../../main/core/sessions/part-text';
import type { PartRef } from '../../../shared/model/part';
import { uncovered } from '../../support/context-coverage';
import { writeTree } from '../../support/context-files';
import { ContextSession, HAIKU } from '../../support/context-session';

const THINKING = { type: 'thinking', thinking: 'hm', signature: 'c2ln' };

/** A turn with a read of a file, and an answer that is not sent back yet. */
async function talk(): Promise<ContextSession> {
  const session = await ContextSession.create();
  await writeTree(session.root, { 'project/CLAUDE.md': 'Rules.\n' });
  await session.begin();
  session.startTurn();
  await session.say('first question');
  await session.call();
  session.answer([THINKING, { type: 'text', text: 'reading' }], [{ id: 't1', name: 'Read', input: { file_path: 'a' }, result: 'aaa' }]);
  await session.call();
  session.answer([THINKING, { type: 'text', text: 'more' }], [{ id: 't2', name: 'Read', input: { file_path: 'b' }, result: 'bbb' }]);
  return session;
}

function sentParts(call: AssembledCall): PartRef[] {
  return partsOf({ recipe: call.start.recipe });
}

async function goOn(session: ContextSession): Promise<AssembledCall> {
  session.restart();
  session.startTurn();
  await session.say('go on');
  return session.call();
}

/** What holds of a request whatever was lost before it. */
function expectWhole(session: ContextSession, call: AssembledCall): void {
  expect(lintPayload(call.body, session.model)).toEqual([]);
  const { start } = call;
  const anatomy = buildAnatomy({ session: 'ses_1', start, at: '', recipe: start.recipe }, undefined);
  expect(uncovered(call.body, anatomy.segments)).toEqual([]);
  for (const part of sentParts(call)) expect(() => session.parts.text(part)).not.toThrow();
}

it('each part that is lost costs itself alone: the next request is whole, says it, and is built upon', async () => {
  const count = new Set((await talk()).parts.texts.keys()).size;
  for (let place = 0; place < count; place += 1) {
    const session = await talk();
    const [hash = '', text = ''] = [...session.parts.texts][place] ?? [];
    const needed = [
      ...session.calls.flatMap(sentParts),
      ...session.events.flatMap((event) => (event.type === 'call/ended' ? event.blocks : [])),
    ];
    const results = session.events.flatMap((event) =>
      event.type === 'item/completed' && event.item.kind === 'tool-call' ? (event.item.result ?? []) : [],
    );
    const isNeeded = [...needed, ...results].some((part) => part.hash === hash);
    session.parts.lose(hash);
    const call = await goOn(session);
    const recovered = session.events.filter(({ type }) => type === 'recovered');
    expect(recovered, text).toHaveLength(isNeeded ? 1 : 0);
    if (!isNeeded) continue;
    expectAllBut(session, call, text);

    session.answer([{ type: 'text', text: 'done' }]);
    const next = await goOn(session);
    expect(next.start.recipe.base, text).toBe(call.start.call);
    expect(next.start.comparison.brokenBy, text).toBeUndefined();
    expect(session.events.filter(({ type }) => type === 'recovered')).toHaveLength(1);
    expect(next.body.startsWith(call.body.slice(0, call.body.indexOf('"messages":['))), text).toBe(true);
  }
});

function expectAllBut(session: ContextSession, call: AssembledCall, lost: string): void {
  expectValid(session, call);
  for (const kept of ['first question', 'reading', 'aaa', 'more', 'bbb', '"id":"t1"', '"id":"t2"', 'Rules.', 'go on'])
    if (!lost.includes(kept)) expect(call.body, lost).toContain(kept);
}

/** A request that builds on another has parts and segments of its own only for what it adds. */
function expectValid(session: ContextSession, call: AssembledCall): void {
  expect(lintPayload(call.body, session.model)).toEqual([]);
  if (call.start.recipe.base === undefined) expectWhole(session, call);
}

it('what was sent before breaks the prefix by name, and words stand in its place with its kind', async () => {
  const session = await talk();
  const [hash] = [...session.parts.texts].find(([, text]) => text.includes('aaa')) ?? [''];
  session.parts.lose(hash);
  const call = await goOn(session);
  expect(call.start.comparison.brokenBy).toBe('recovery');
  expect(session.events.filter(({ type }) => type === 'recovered' || type === 'prefix/broken')).toMatchObject([
    { type: 'recovered', records: 1 },
    { type: 'prefix/broken', reason: 'recovery' },
  ]);
  const event = session.events.find(({ type }) => type === 'recovered')?.id;
  const [standIn] = call.start.recipe.messages
    .flatMap(({ blocks }) => blocks)
    .filter(({ part }) => session.parts.text(part).includes(LOST_WORDS));
  expect(standIn?.segments).toMatchObject([
    { kind: 'tool-result', source: { type: 'tool', name: 'Read', toolUseId: 't1' }, why: { detail: 'recovery' }, event },
  ]);
});

it('everything lost at once leaves a request that is whole, with another model too', async () => {
  for (const model of [undefined, HAIKU]) {
    const session = await talk();
    for (const hash of [...session.parts.texts.keys()]) session.parts.lose(hash);
    if (model !== undefined) session.model = model;
    const call = await goOn(session);
    expectWhole(session, call);
    expect(call.body).toContain('go on');
    expect(call.body).toContain('"name":"Read"');
  }
});

it('words stand in the place of a result whose call the log does not name', async () => {
  const session = await talk();
  const [hash] = [...session.parts.texts].find(([, text]) => text.includes('"id":"t1"')) ?? [''];
  session.parts.lose(hash);
  for (const event of session.events)
    if ((event.type === 'item/completed' || event.type === 'item/started') && event.item.kind === 'tool-call') delete event.item.part;
  const call = await goOn(session);
  expectWhole(session, call);
  expect(call.body).not.toContain('aaa');
  expect(call.body).toContain('[This result is left out: its call is lost.]');
  expect(call.body).toContain('bbb');
});
