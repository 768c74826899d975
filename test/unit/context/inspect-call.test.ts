import { describe, expect, it } from 'vitest';
import { neededForAdded } from '../../../main/core/context/added-segments';
import { buildAnatomy } from '../../../main/core/context/build-anatomy';
import { type CallSource, partsOf, readerOf, readTexts } from '../../../main/core/context/call-source';
import { copyAsCurl, copyAsTypescript } from '../../../main/core/context/copy-call';
import { diffCalls } from '../../../main/core/context/diff-calls';
import { jsonRanges } from '../../../main/core/context/json-ranges';
import { listSegments } from '../../../main/core/context/list-segments';
import { resolveRecipe } from '../../../main/core/context/resolve-recipe';
import { responseOf } from '../../../main/core/context/response-of';
import { readBeginnings } from '../../../main/core/context/segment-beginnings';
import { readSegmentText } from '../../../main/core/context/segment-text';
import { findInBody, sliceText } from '../../../main/core/context/slice-text';
import { textForm } from '../../../main/core/context/text-form';
import { promptTokens } from '../../../shared/model/add-usage';
import type { PartRef } from '../../../shared/model/part';
import { type Anatomy, anatomySchema, callResponseSchema, payloadDiffSchema } from '../../../shared/model/anatomy';
import { applyEvents, emptySession } from '../../../shared/reduce/session-reducer';
import { writeTree } from '../../support/context-files';
import { ContextSession, HAIKU } from '../../support/context-session';

async function play(): Promise<{ session: ContextSession; open(index: number): Promise<CallSource> }> {
  const session = await ContextSession.create();
  await writeTree(session.root, {
    'project/CLAUDE.md': 'One "quoted"\\\n<!-- hidden -->\nTwo 日本語 \ud83d\ude00\ttab\n',
    'project/.claude/skills/a/SKILL.md': 'First skill',
    'project/.claude/skills/b/SKILL.md': 'Second skill',
  });
  await session.begin();
  session.startTurn();
  await session.say('Read "a"\\b');
  await session.call();
  session.answer(
    [
      { type: 'thinking', thinking: 'hm', signature: 's' },
      { type: 'text', text: 'Reading' },
    ],
    [{ id: 't1', name: 'Read', input: { file_path: '/a', deep: { x: ['y'] } }, result: [{ type: 'text', text: 'line\n' }] }],
  );
  await session.call();
  const open = async (index: number): Promise<CallSource> => {
    const call = session.calls[index];
    if (call === undefined) throw new Error('no such call');
    const end = session.events.find((event) => event.type === 'call/ended' && event.call === call.start.call);
    const recipe = resolveRecipe(call.start, (id) => session.findStart(id));
    const outline = { session: 'ses_1', start: call.start, at: '', ...(end?.type === 'call/ended' ? { end } : {}), recipe };
    const texts = await readTexts(partsOf(outline), (ref) => session.parts.readPart(ref));
    return { ...outline, read: readerOf(texts) };
  };
  return { session, open };
}

describe('inspecting a call', () => {
  it('shows an anatomy whose shares add up, in the shape of the contract', async () => {
    const { open } = await play();
    const anatomy = buildAnatomy(await open(1));
    expect(anatomySchema.parse(anatomy)).toEqual(anatomy);
    const share = anatomy.segments.reduce((sum, segment) => sum + segment.share, 0) + anatomy.tokens.overhead / anatomy.tokens.total;
    expect(share).toBeCloseTo(1);
    expect(anatomy.segments.map((segment) => segment.kind)).toEqual([
      'core',
      'memory-reference',
      'environment',
      'vcs-snapshot',
      'tool-definition',
      'tool-definition',
      'tool-definition',
      'instructions',
      'instructions',
      'skill-list',
      'skill-list',
      'skill-list',
      'user-text',
      'thinking',
      'assistant-text',
      'tool-call',
      'tool-result',
    ]);
  });

  it('has one number of tokens in every view: the estimate, and then what the provider counted', async () => {
    const { session, open } = await play();
    const before = applyEvents(emptySession('ses_1'), session.events).calls[1];
    const { tokens } = buildAnatomy(await open(1));
    expect(tokens).toEqual({ overhead: expect.any(Number), total: before?.estimate, estimated: true });
    expect(tokens.overhead).toBeGreaterThan(0);
    const usage = { input: 7, cacheRead: 900, cacheWrite: 93, output: 5 };
    session.append({ type: 'call/ended', call: before?.call ?? '', agent: 'main', blocks: [], durationMs: 1, attempts: [], usage });
    const after = applyEvents(emptySession('ses_1'), session.events).calls[1];
    expect(after?.usage && promptTokens(after.usage)).toBe(1_000);
    expect(buildAnatomy(await open(1)).tokens).toMatchObject({ total: 1_000, provider: 1_000, estimated: false });
  });

  it('reads how the wanted segments begin, and no part that holds none of them', async () => {
    const { session, open } = await play();
    const source = await open(1);
    const segments = listSegments(source.recipe);
    const wanted = segments.filter(({ kind }) => kind === 'tool-result' || kind === 'user-text').map(({ id }) => id);
    const read: string[] = [];
    const readPart = (ref: PartRef) => {
      read.push(ref.hash);
      return session.parts.readPart(ref);
    };
    const beginnings = await readBeginnings(source, readPart, [...wanted, 'nothing']);
    expect(beginnings).toEqual([
      { segment: wanted[0], text: 'Read "a"\\b', chars: 10 },
      { segment: wanted[1], text: expect.stringContaining('line'), chars: expect.any(Number) },
    ]);
    expect(read).toHaveLength(2);
    const tools = segments.filter(({ kind }) => kind === 'tool-definition').map(({ id }) => id);
    for (const { text } of await readBeginnings(source, readPart, tools)) expect(text.length).toBeLessThanOrEqual(400);
  });

  it('finds every segment in the JSON and in the text form', async () => {
    const { session, open } = await play();
    const source = await open(1);
    const json = jsonRanges(source);
    expect(json.body).toBe(session.calls[1]?.body);
    const text = textForm(source);
    for (const segment of listSegments(source.recipe)) {
      const slice = { segment: segment.id, offset: 0, limit: 1_000_000 };
      const whole = (await readSegmentText(source, (ref) => session.parts.readPart(ref), slice))?.text ?? '';
      const inText = text.ranges.find((range) => range.segment === segment.id);
      const inJson = json.ranges.find((range) => range.segment === segment.id);
      expect(text.body.slice(inText?.start, inText?.end)).toBe(whole);
      const raw = json.body.slice(inJson?.start, inJson?.end);
      if (segment.start === undefined) expect(() => JSON.parse(raw)).not.toThrow();
      else expect(JSON.parse(`"${raw}"`)).toBe(whole);
    }
    expect(json.ranges).toHaveLength(text.ranges.length);
    expect(text.body).toContain('──── assistant ────');
    expect(text.body).not.toContain('hidden');
  });

  it('tells what a call added, by identity', async () => {
    const { open } = await play();
    const [first, second] = [await open(0), await open(1)];
    const diff = diffCalls(second, first);
    expect(payloadDiffSchema.parse(diff)).toEqual(diff);
    expect(diff).toMatchObject({ removed: [], moved: [], changed: [] });
    expect(diff.added).toHaveLength(4);
    expect(diffCalls(first, second)).toMatchObject({ added: [], removed: diff.added });
    const swapped = { ...second, recipe: { ...second.recipe, system: [...second.recipe.system].reverse() } };
    expect(diffCalls(swapped, second).moved).toHaveLength(3);
  });

  it('marks in the anatomy what the call before did not send, whether the call builds on it or had to start over', async () => {
    const { session, open } = await play();
    const [first, second] = [await open(0), await open(1)];
    const marked = (anatomy: Anatomy) => anatomy.segments.filter(({ added }) => added).map(({ id }) => id);
    expect(marked(buildAnatomy(first))).toEqual([]);
    expect(neededForAdded(second)).toBeUndefined();
    expect(marked(buildAnatomy(second))).toEqual(diffCalls(second, first).added);
    session.answer([{ type: 'text', text: 'Done' }]);
    session.model = HAIKU;
    session.startTurn();
    await session.say('And now?');
    await session.call();
    const third = await open(2);
    expect(neededForAdded(third)).toBe(second.start.call);
    const kinds = (ids: string[]) => listSegments(third.recipe).flatMap(({ id, kind }) => (ids.includes(id) ? [kind] : []));
    expect(kinds(marked(buildAnatomy(third, second)))).toEqual(expect.arrayContaining(['assistant-text', 'user-text']));
    expect(marked(buildAnatomy(third, second)).length).toBeLessThan(listSegments(third.recipe).length / 2);
    expect(marked(buildAnatomy(third))).toEqual([]);
  });

  it('gives the answer as received', async () => {
    const { open } = await play();
    const response = responseOf(await open(0));
    expect(callResponseSchema.parse(response)).toEqual(response);
    expect(response).toMatchObject({
      state: 'done',
      stopReason: 'tool_use',
      blocks: [{ type: 'thinking' }, { type: 'text' }, { type: 'tool_use' }],
    });
    expect(responseOf(await open(1)).state).toBe('running');
  });

  it('copies a call with the key as a variable', async () => {
    const { session } = await play();
    const body = session.calls[0]?.body ?? '';
    const curl = copyAsCurl('https://user:pass@api.example.test/', body);
    expect(curl).toContain('$ANTHROPIC_API_KEY');
    expect(curl).toContain(`\n${body}\n`);
    expect(curl).toContain("curl 'https://api.example.test/v1/messages'");
    expect(curl).not.toContain('pass@');
    expect(copyAsTypescript('https://api.example.test', body)).toContain('process.env.ANTHROPIC_API_KEY');
  });

  it('slices and searches without breaking a character', () => {
    expect(sliceText('a\ud83d\ude00b', 0, 2)).toEqual({ text: 'a', offset: 0, total: 4 });
    expect(sliceText('a\ud83d\ude00b', 2, 1)).toEqual({ text: '\ud83d\ude00', offset: 1, total: 4 });
    expect(findInBody('Aa.a-(A', 'a', 3)).toEqual({ offsets: [0, 1, 3], more: true });
    expect(findInBody('x.y-(z)', '.y-(', 9)).toEqual({ offsets: [1], more: false });
  });
});
