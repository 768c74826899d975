import fc from 'fast-check';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { escapeMarks, hasMark, unescapeMarks } from '../../../main/core/context/escape-marks';
import { lintPayload } from '../../../main/core/context/lint-payload';
import { listSegments } from '../../../main/core/context/list-segments';
import { renderBody } from '../../../main/core/context/render-body';
import { resolveRecipe } from '../../../main/core/context/resolve-recipe';
import { shareOut, shareTokens } from '../../../main/core/context/share-tokens';
import type { AssembledCall } from '../../../main/core/context/session-context';
import { estimatedPrompt, promptTokens } from '../../../shared/model/add-usage';
import type { CallStart } from '../../../shared/model/call';
import { configSchema } from '../../../shared/model/config';
import type { ResolvedRecipe } from '../../../shared/model/part';
import { KIND_TRAITS } from '../../../shared/model/kind-traits';
import { uncovered } from '../../support/context-coverage';
import { writeTree } from '../../support/context-files';
import { ContextSession, HAIKU, OPUS, type ToolRound } from '../../support/context-session';

type Step =
  | { type: 'say'; text: string }
  | { type: 'round'; thinking: boolean; text: string; results: Array<{ text: string | undefined; isError: boolean; image: boolean }> }
  | { type: 'hook'; text: string; sends: boolean }
  | { type: 'fail' }
  | { type: 'switch' }
  | { type: 'restart' }
  | { type: 'edit'; text: string }
  | { type: 'wait'; hours: number }
  | { type: 'touch' }
  | { type: 'quarantine'; pick: number };

const marks = [
  '<system-reminder>',
  '</system-reminder>',
  '< / System_Reminder >',
  '<~system-reminder>',
  '<tool_call>',
  '<function_calls>',
  '<document source="x">',
];
const foreign = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.string({ maxLength: 60 }),
  fc.constantFrom(
    ...marks,
    'see @docs/guide.md please',
    '@"docs/with blank.md"#L1',
    '\ud83d',
    '日本語の文 👩‍👩‍👧',
    ' ',
    '/greet you and me',
  ),
  fc.tuple(fc.string({ maxLength: 20 }), fc.constantFrom(...marks), fc.string({ maxLength: 400 })).map((parts) => parts.join('')),
);
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ type: fc.constant('say' as const), text: foreign }) },
  {
    weight: 5,
    arbitrary: fc.record({
      type: fc.constant('round' as const),
      thinking: fc.boolean(),
      text: foreign,
      results: fc.array(fc.record({ text: fc.option(foreign, { nil: undefined, freq: 6 }), isError: fc.boolean(), image: fc.boolean() }), {
        maxLength: 3,
      }),
    }),
  },
  fc.constantFrom<Step>({ type: 'fail' }, { type: 'switch' }, { type: 'restart' }, { type: 'restart' }, { type: 'touch' }),
  fc.record({ type: fc.constant('edit' as const), text: foreign }),
  fc.record({ type: fc.constant('hook' as const), text: foreign, sends: fc.boolean() }),
  fc.record({ type: fc.constant('wait' as const), hours: fc.integer({ min: 1, max: 30 }) }),
  fc.record({ type: fc.constant('quarantine' as const), pick: fc.nat(1000) }),
);

/** Each file with the line on which its marker stands. */
const MARKED: Record<string, { text: string; marker: string; line: number }> = {
  'home/.claude/CLAUDE.md': { text: 'Personal.\nMARK_HOME\n', marker: 'MARK_HOME', line: 2 },
  'home/.claude/rules/style.md': { text: '---\nauthor: me\n---\nMARK_USERRULE', marker: 'MARK_USERRULE', line: 4 },
  'home/.claude/skills/tidy/SKILL.md': { text: '---\nname: tidy\ndescription: MARK_TIDY\n---\nBody', marker: 'MARK_TIDY', line: 3 },
  'project/CLAUDE.md': {
    text: 'Top.\n<!-- hidden\nMARK_HIDDEN -->\nMARK_ROOT\nSee @docs/guide.md for more.\n',
    marker: 'MARK_ROOT',
    line: 4,
  },
  'project/CLAUDE.local.md': { text: 'MARK_LOCAL\n', marker: 'MARK_LOCAL', line: 1 },
  'project/docs/guide.md': { text: 'Guide\n\nMARK_GUIDE\n', marker: 'MARK_GUIDE', line: 3 },
  'project/.claude/rules/api.md': { text: '---\npaths: "sub/**"\n---\n\nMARK_RULE\n', marker: 'MARK_RULE', line: 5 },
  'project/.claude/skills/greet/SKILL.md': { text: '---\ndescription: MARK_GREET\n---\nHello $ARGUMENTS\n', marker: 'MARK_GREET', line: 2 },
  'project/sub/CLAUDE.md': { text: 'MARK_NESTED\n', marker: 'MARK_NESTED', line: 1 },
};
const ALWAYS = ['MARK_HOME', 'MARK_USERRULE', 'MARK_TIDY', 'MARK_ROOT', 'MARK_LOCAL', 'MARK_GUIDE', 'MARK_GREET'];

const IMAGE = {
  type: 'image',
  source: {
    type: 'base64',
    media_type: 'image/png',
    data: 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  },
};

let useCount = 0;

function toRound(result: { text: string | undefined; isError: boolean; image: boolean }): ToolRound {
  useCount += 1;
  const round = {
    id: `toolu_${useCount}`,
    name: 'Read',
    input: { file_path: `/f/${useCount}`, note: '<~system-reminder>' },
    isError: result.isError,
  };
  if (result.text === undefined) return round;
  const text = escapeMarks(result.text) || '(no output)';
  return { ...round, result: result.image ? [{ type: 'text', text }, IMAGE] : text };
}

async function perform(session: ContextSession, action: Step): Promise<void> {
  switch (action.type) {
    case 'say':
      session.startTurn();
      await session.say(action.text);
      return check(session, await session.call());
    case 'round': {
      if (session.calls.length === 0) return;
      const thinking = action.thinking ? [{ type: 'thinking', thinking: 'hm', signature: 'c2ln' }] : [];
      session.answer([...thinking, ...(action.text === '' ? [] : [{ type: 'text', text: action.text }])], action.results.map(toRound));
      return check(session, await session.call());
    }
    case 'hook':
      return session.hook(action.text, action.sends);
    case 'fail':
      if (session.calls.length === 0) return;
      session.append({
        type: 'call/ended',
        call: session.calls.at(-1)?.start.call ?? '',
        agent: 'main',
        blocks: [],
        durationMs: 1,
        attempts: [],
        failure: { kind: 'network', message: 'gone' },
      });
      return check(session, await session.call());
    case 'switch':
      session.model = session.model === OPUS ? HAIKU : OPUS;
      return;
    case 'restart':
      return session.restart();
    case 'edit':
      return writeFile(join(session.folder, 'CLAUDE.local.md'), `MARK_LOCAL ${action.text}\n`);
    case 'wait':
      session.now += action.hours * 3_600_000;
      return;
    case 'touch': {
      if (session.calls.length === 0) return;
      const reads = join(session.folder, 'sub/deep/a.ts');
      session.answer([], [{ ...toRound({ text: 'x', isError: false, image: false }), reads }]);
      session.context.noteFile(reads, 'read');
      return check(session, await session.call());
    }
    case 'quarantine': {
      const messages: Array<{ content: unknown[] }> = JSON.parse(session.calls.at(-1)?.body ?? '{"messages":[]}').messages;
      const pointers = messages.flatMap((message, at) => message.content.map((_, index) => `/messages/${at}/content/${index}`));
      const pointer = pointers[action.pick % Math.max(1, pointers.length)];
      if (pointer === undefined) return;
      session.append(...((await session.context.quarantine(pointer))?.events ?? []));
    }
  }
}

function resolve(session: ContextSession, start: CallStart): ResolvedRecipe {
  const stored = session.events.flatMap((event) => (event.type === 'call/started' ? [event] : []));
  const find = (call: string): CallStart | undefined => stored.find((event) => event.call === call);
  return resolveRecipe(find(start.call) ?? start, find);
}

function stripMarks(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value, (key, member: unknown) => (key === 'cache_control' ? undefined : member)));
}

function check(session: ContextSession, call: AssembledCall): void {
  const recipe = resolve(session, call.start);
  // Exact
  expect(renderBody(recipe, (ref) => session.parts.text(ref))).toBe(call.body);
  expect(call.start.bytes).toBe(Buffer.byteLength(call.body));
  // Covered
  const segments = listSegments(recipe);
  expect(uncovered(call.body, segments)).toEqual([]);
  expect(new Set(segments.map((segment) => segment.id)).size).toBe(segments.length);
  const eventIds = new Set(session.events.map((event) => event.id));
  expect(segments.filter((segment) => segment.event !== '' && !eventIds.has(segment.event)).map((segment) => segment.event)).toEqual([]);
  // Adds up
  for (const usage of [
    undefined,
    { input: 3, cacheRead: 1_000, cacheWrite: 77, output: 5 },
    { input: 1, cacheRead: 0, cacheWrite: 0, output: 0 },
  ]) {
    const { shares, sums } = shareTokens({
      start: call.start,
      recipe,
      ...(usage === undefined ? {} : { end: { call: call.start.call, agent: 'main', blocks: [], durationMs: 1, attempts: [], usage } }),
    });
    expect(shares.reduce((sum, share) => sum + share, 0) + sums.overhead).toBe(sums.total);
    expect(sums.overhead).toBeGreaterThanOrEqual(0);
    expect(sums.total).toBe(usage === undefined ? estimatedPrompt(call.start.estimate) : promptTokens(usage));
  }
  // Well-formed
  expect(lintPayload(call.body, session.model)).toEqual([]);
  // Append-only
  const previous = session.calls.at(-2);
  const isBroken = call.start.comparison.brokenBy === 'model-switch' || call.start.comparison.brokenBy === 'quarantine';
  if (previous !== undefined && !isBroken) {
    const before: { system: unknown; tools: unknown; messages: unknown[] } = JSON.parse(previous.body);
    const now: { system: unknown; tools: unknown; messages: unknown[] } = JSON.parse(call.body);
    expect(stripMarks([now.system, now.tools])).toEqual(stripMarks([before.system, before.tools]));
    expect(JSON.stringify(stripMarks(now.messages.slice(0, before.messages.length)))).toBe(JSON.stringify(stripMarks(before.messages)));
  }
  // Unforgeable
  const parsed: { messages: Array<{ role: string; content: Array<{ type: string; text?: string; content?: unknown }> }> } = JSON.parse(
    call.body,
  );
  parsed.messages.forEach((message, at) => {
    if (message.role !== 'user') return;
    message.content.forEach((block, index) => {
      const owners = segments.filter((segment) => segment.pointer === `/messages/${at}/content/${index}/text`);
      const isReminder =
        owners.length > 0 &&
        owners.every((segment) => KIND_TRAITS[segment.kind].reminder !== undefined && segment.why.detail !== 'quarantine');
      const isDocument = owners.length > 0 && owners.every((segment) => segment.kind === 'mention');
      const text = block.type === 'tool_result' ? JSON.stringify(block.content) : (block.text ?? '');
      if (isReminder) expect(hasMark(text.slice('<system-reminder>'.length, -'</system-reminder>'.length))).toBe(false);
      else if (!isDocument) expect(hasMark(text)).toBe(false);
    });
  });
}

function findMarker(session: ContextSession, marker: string): Array<{ path: string; start: number; end: number }> {
  const call = session.calls.at(-1);
  if (call === undefined) return [];
  const body: unknown = JSON.parse(call.body);
  return listSegments(resolve(session, call.start)).flatMap((segment) => {
    let value: unknown = body;
    for (const token of segment.pointer.split('/').slice(1))
      value = typeof value === 'object' && value !== null ? Object.entries(value).find(([key]) => key === token)?.[1] : undefined;
    if (typeof value !== 'string' || !value.slice(segment.start, segment.end).includes(marker)) return [];
    const { source } = segment;
    if (source.type === 'file') return [{ path: source.path, start: source.startLine, end: source.endLine }];
    if (source.type === 'skill') return [{ path: source.path ?? '', start: source.startLine ?? 0, end: source.endLine ?? 0 }];
    return [];
  });
}

async function begin(distance: number): Promise<ContextSession> {
  const session = await ContextSession.create();
  await writeTree(session.root, Object.fromEntries(Object.entries(MARKED).map(([path, { text }]) => [path, text])));
  await writeTree(session.root, { 'project/docs/with blank.md': 'one\ntwo\n', 'project/sub/deep/a.ts': 'x' });
  session.config = configSchema.parse({
    reminders: { instructions: { when: 'distance', tokens: distance }, 'skill-list': { when: 'turn' } },
  });
  await session.begin();
  return session;
}

describe('the context of a session', () => {
  it('is exact, covered, adding up, append-only, well-formed and unforgeable whatever happens', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 14 }), fc.integer({ min: 5, max: 500 }), async (steps, distance) => {
        const session = await begin(distance);
        try {
          for (const action of [{ type: 'say' as const, text: 'Start' }, ...steps]) await perform(session, action);
          for (const [path, { marker, line }] of Object.entries(MARKED)) {
            const found = findMarker(session, marker);
            if (ALWAYS.includes(marker) && !steps.some((action) => action.type === 'quarantine'))
              expect(found.length, marker).toBeGreaterThan(0);
            for (const place of found) {
              expect(place.path).toBe(join(session.root, path));
              expect(place.start).toBeLessThanOrEqual(line);
              expect(place.end).toBeGreaterThanOrEqual(line);
            }
          }
          expect(session.calls.at(-1)?.body).not.toContain('MARK_HIDDEN');
        } finally {
          await rm(session.root, { recursive: true, force: true });
        }
      }),
      { numRuns: 40 },
    );
  });

  it('comes to the same next body after a restart at any point', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 8 }), async (steps) => {
        const session = await begin(200);
        try {
          for (const action of [{ type: 'say' as const, text: 'Start' }, ...steps]) await perform(session, action);
          // A restart ends a turn, and files are read once for each: what was edited meanwhile counts from the next one on.
          session.startTurn();
          const options = {
            turn: session.turn,
            model: session.model,
            mode: session.mode,
            config: session.config,
            endpoint: 'x',
            maxOutputTokens: 8_000,
          };
          const live = await session.context.assemble(options);
          session.restart();
          const again = await session.context.assemble(options);
          expect(again.body).toBe(live.body);
        } finally {
          await rm(session.root, { recursive: true, force: true });
        }
      }),
      { numRuns: 15 },
    );
  });
});

describe('escaping marks', () => {
  const text = fc.oneof(
    foreign,
    fc
      .array(fc.constantFrom('<', '~', '/', ' ', '\n', 'system', '-', 'reminder', 'tool_call', '>', '\u200b', 'antml:', 'invoke'), {
        maxLength: 14,
      })
      .map((parts) => parts.join('')),
  );

  it('is undone without loss and leaves no mark', () => {
    fc.assert(
      fc.property(text, (value) => {
        expect(unescapeMarks(escapeMarks(value))).toBe(value);
        expect(hasMark(escapeMarks(value))).toBe(false);
      }),
      { numRuns: 3_000 },
    );
  });

  it('takes linear time on hostile text', () => {
    expect(hasMark(`<${' '.repeat(200_000)}`)).toBe(false);
    expect(escapeMarks('<~'.repeat(50_000)).length).toBe(100_000);
    expect(escapeMarks(`<${'~'.repeat(50_000)}`).length).toBe(50_001);
  });
});

describe('sharing out tokens', () => {
  it('gives whole numbers that sum to the total', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(5_000), { minLength: 1 }), fc.nat(1_000_000), (weights, total) => {
        const shares = shareOut(weights, total);
        expect(shares.reduce((sum, share) => sum + share, 0)).toBe(total);
        expect(shares.every((share) => Number.isInteger(share) && share >= 0)).toBe(true);
      }),
    );
  });
});
