import { applyEvents, emptySession } from '../../../shared/reduce/session-reducer';
import type { NewEvent, SessionEvent } from '../../../shared/model/event';
import type { Item, ItemView } from '../../../shared/model/item';
import type { Action, Decision } from '../../../shared/model/permission';
import type { SessionState, SessionSummary } from '../../../shared/model/session';

export const SESSION = 's1';
export const FOLDER = '/home/kei/projects/orchard';
const part = (size: number) => ({ hash: 'h', at: 0, size });
const USAGE = { input: 320, cacheRead: 11_840, cacheWrite: 1_210, output: 412 };
const HASH = 'a'.repeat(64);

export function decision(over: Partial<Decision>): Decision {
  return {
    decision: 'allow',
    mode: 'default',
    reason: 'Reading inside the working directories needs no approval.',
    builtin: 'working-directory',
    diagnostics: [],
    ...over,
  };
}

export const PATCH = [
  '--- a/src/harvest.ts',
  '+++ b/src/harvest.ts',
  '@@ -12,7 +12,9 @@ export function harvest(trees: Tree[]) {',
  ' export function harvest(trees: Tree[]): Basket {',
  '   const basket = new Basket();',
  '   for (const tree of trees) {',
  '-    basket.add(tree.fruit);',
  '+    if (tree.fruit.length === 0) continue;',
  '+    // 熟した実だけを籠に入れる',
  '+    basket.add(tree.fruit.filter(isRipe));',
  '   }',
  '   return basket;',
  ' }',
  '',
].join('\n');

export const ANSWER = `The test fails because \`harvest\` adds **every** fruit, ripe or not.

1. \`isRipe\` is exported from [ripeness.ts](https://example.com/docs) but never called.
2. An empty tree adds an empty list, which the basket counts as one.

\`\`\`ts
export function harvest(trees: Tree[]): Basket {
  const basket = new Basket();
  for (const tree of trees) basket.add(tree.fruit.filter(isRipe)); // only what is ripe
  return basket;
}
\`\`\`

| file | lines | state |
|---|---:|---|
| \`src/harvest.ts\` | 24 | changed |
| \`src/basket.ts\` | 61 | read |

テストは \`npm test\` で確かめました。残りの失敗は 1 件で、籠の容量に関するものです。`;

const action = (over: Partial<Action>): Action => ({
  tool: 'Read',
  capability: 'read',
  paths: [],
  params: {},
  summary: 'Reads a file',
  ...over,
});
const base = { turn: 't1', agent: 'main' };

function segmentOf(kind: 'instructions' | 'skill-list', origin: number) {
  return {
    id: `seg-${kind}`,
    origin,
    kind,
    pointer: '',
    source: { type: 'user' as const },
    why: { trigger: 'first-reminder' as const },
    tokens: 310,
    event: 'e1',
  };
}

export const ITEMS: { view: ItemView; started?: boolean }[] = [
  {
    view: {
      item: {
        ...base,
        id: 'i-rem1',
        kind: 'reminder',
        segment: 'instructions',
        source: { type: 'file', path: 'CLAUDE.md', startLine: 1, endLine: 42 },
        why: { trigger: 'first-reminder' },
        tokens: 612,
        placed: [{ part: part(900), segments: [segmentOf('instructions', 5)] }],
      },
      text: '<system-reminder>\n# Orchard\n\nUse two spaces.\n</system-reminder>',
      more: false,
    },
  },
  {
    view: {
      item: {
        ...base,
        id: 'i-rem2',
        kind: 'reminder',
        segment: 'skill-list',
        source: { type: 'host', part: 'skills' },
        why: { trigger: 'first-reminder' },
        tokens: 188,
        placed: [{ part: part(400), segments: [segmentOf('skill-list', 6)] }],
      },
      text: '<system-reminder>skills</system-reminder>',
      more: false,
    },
  },
  {
    view: {
      item: {
        ...base,
        id: 'i-user',
        kind: 'user-text',
        preview: 'The harvest test fails. Find out why and mend it.',
        placed: [],
        author: 'user',
      },
      text: 'The harvest test fails. Find out why and mend it. See @src/harvest.ts',
      more: false,
    },
  },
  {
    view: {
      item: { ...base, call: 'c1', id: 'i-think', kind: 'thinking', part: part(300) },
      text: 'The test is in test/harvest.test.ts. I should read it together with the source before I change anything.',
      more: false,
    },
  },
  {
    view: {
      item: { ...base, call: 'c1', id: 'i-text1', kind: 'assistant-text', part: part(90) },
      text: 'I read the source and its test first.',
      more: false,
    },
  },
  {
    view: {
      item: {
        ...base,
        call: 'c1',
        id: 'i-read',
        kind: 'tool-call',
        toolUseId: 'u1',
        name: 'Read',
        state: 'success',
        part: part(90),
        result: part(900),
        action: action({ paths: [`${FOLDER}/src/harvest.ts`] }),
        decision: decision({}),
        durationMs: 4,
        display: { type: 'file', path: `${FOLDER}/src/harvest.ts`, startLine: 1, endLine: 24, totalLines: 24, hash: HASH },
      },
      input: { file_path: `${FOLDER}/src/harvest.ts` },
      result: { text: '1\texport function harvest', isError: false, images: 0, chars: 24 },
      more: false,
    },
  },
  {
    view: {
      item: {
        ...base,
        call: 'c1',
        id: 'i-grep',
        kind: 'tool-call',
        toolUseId: 'u2',
        name: 'Grep',
        state: 'success',
        part: part(90),
        result: part(300),
        action: action({ tool: 'Grep', capability: 'search' }),
        decision: decision({}),
        durationMs: 18,
        display: { type: 'matches', count: 7, truncated: false },
      },
      input: { pattern: 'isRipe', path: `${FOLDER}/src` },
      result: { text: 'src/ripeness.ts:3:export function isRipe', isError: false, images: 0, chars: 40 },
      more: false,
    },
  },
  {
    view: {
      item: {
        ...base,
        call: 'c2',
        id: 'i-edit',
        kind: 'tool-call',
        toolUseId: 'u3',
        name: 'Edit',
        state: 'success',
        part: part(400),
        result: part(90),
        action: action({ tool: 'Edit', capability: 'write', paths: [`${FOLDER}/src/harvest.ts`] }),
        decision: decision({
          builtin: undefined,
          rule: { text: 'Edit(src/**)', verdict: 'allow', scope: 'project', file: '.claude/settings.json', line: 7 },
        }),
        durationMs: 12,
        display: {
          type: 'change',
          change: { path: `${FOLDER}/src/harvest.ts`, before: 'b', afterHash: HASH, added: 3, removed: 1, patch: part(400) },
        },
      },
      input: { file_path: `${FOLDER}/src/harvest.ts` },
      patch: PATCH,
      result: { text: 'Edited.', isError: false, images: 0, chars: 7 },
      more: false,
    },
  },
  {
    view: {
      item: {
        ...base,
        call: 'c3',
        id: 'i-bash',
        kind: 'tool-call',
        toolUseId: 'u4',
        name: 'Bash',
        state: 'error',
        part: part(90),
        result: part(900),
        action: action({ tool: 'Bash', capability: 'execute', command: 'npm test -- --reporter dot' }),
        decision: decision({ decision: 'ask', builtin: 'command', reason: 'No rule allows the command.' }),
        durationMs: 4_210,
        errorKind: 'failed',
        display: { type: 'shell', exitCode: 1, timedOut: false, outputBytes: 5_400, cwd: FOLDER },
      },
      input: { command: 'npm test -- --reporter dot' },
      result: { text: 'FAIL test/basket.test.ts\n  expected 12 to be 10', isError: true, images: 0, chars: 48 },
      more: false,
    },
  },
  {
    view: {
      item: {
        ...base,
        id: 'i-notice',
        kind: 'notice',
        level: 'warning',
        code: 'retrying',
        params: { attempt: 2, of: 5, seconds: 1.2, reason: 'overloaded', message: 'Overloaded' },
      },
      more: false,
    },
  },
  { view: { item: { ...base, call: 'c4', id: 'i-text2', kind: 'assistant-text', part: part(900) }, text: ANSWER, more: false } },
];

function stamp(events: NewEvent[]): SessionEvent[] {
  return events.map(
    (event, index) =>
      ({
        ...event,
        v: 1,
        seq: index + 1,
        id: `e${index + 1}`,
        at: new Date(Date.UTC(2026, 10, 30, 8, 0, index)).toISOString(),
      }) as SessionEvent,
  );
}

const recipe = { head: {}, system: [], tools: [], messages: [], marks: [] };
const callStart = (number: number, turn = 't1'): NewEvent => ({
  type: 'call/started',
  call: `c${number}`,
  turn,
  agent: 'main',
  number,
  provider: 'anthropic',
  model: 'claude-sonnet-5',
  endpoint: 'https://api.example.com',
  recipe,
  bytes: 41_000,
  bodyHash: HASH,
  estimate: { system: 3100, tools: 6200, messages: 2100, overhead: 300 },
  lint: [],
  comparison: { segments: 10, bytes: 100, tokens: 900, ...(number === 1 ? { brokenBy: 'first-call' as const } : {}) },
});
const callEnd = (number: number, stopReason: string): NewEvent => ({
  type: 'call/ended',
  call: `c${number}`,
  agent: 'main',
  blocks: [],
  stopReason,
  usage: { ...USAGE, cacheRead: USAGE.cacheRead + number * 900 },
  costUsd: 0.0123 * number,
  durationMs: 1400 * number,
  attempts: [],
});
const done = (id: string): NewEvent => ({ type: 'item/completed', item: itemOf(id) });
function itemOf(id: string): Item {
  const found = ITEMS.find(({ view }) => view.item.id === id);
  if (!found) throw new Error(id);
  return found.view.item;
}

/** A session of one finished turn with four calls, made by the real reducer. */
export function demoEvents(): SessionEvent[] {
  return stamp([
    {
      type: 'session/created',
      session: SESSION,
      folder: FOLDER,
      model: 'anthropic/claude-sonnet-5',
      mode: 'default',
      title: 'The harvest test fails',
      pinned: { system: [], tools: [] },
      app: '0.1.0',
    },
    { type: 'turn/started', turn: 't1', agent: 'main', mode: 'default', model: 'anthropic/claude-sonnet-5', limits: {} },
    done('i-rem1'),
    done('i-rem2'),
    done('i-user'),
    callStart(1),
    done('i-think'),
    done('i-text1'),
    callEnd(1, 'tool_use'),
    done('i-read'),
    done('i-grep'),
    callStart(2),
    callEnd(2, 'tool_use'),
    done('i-edit'),
    callStart(3),
    callEnd(3, 'tool_use'),
    done('i-bash'),
    done('i-notice'),
    callStart(4),
    done('i-text2'),
    callEnd(4, 'end_turn'),
    {
      type: 'turn/ended',
      turn: 't1',
      agent: 'main',
      reason: 'end_turn',
      rounds: 4,
      usage: { input: 1280, cacheRead: 56_360, cacheWrite: 4840, output: 1648 },
      costUsd: 0.123,
      durationMs: 22_400,
    },
  ]);
}

export function demoState(): SessionState {
  return applyEvents(emptySession(SESSION), demoEvents());
}

export function summary(over: Partial<SessionSummary>): SessionSummary {
  return {
    id: SESSION,
    folder: FOLDER,
    title: 'The harvest test fails',
    model: 'anthropic/claude-sonnet-5',
    archived: false,
    createdAt: '2026-11-30T08:00:00.000Z',
    updatedAt: '2026-11-30T08:00:21.000Z',
    turns: 1,
    costUsd: 0.123,
    status: 'idle',
    recovered: false,
    ...over,
  };
}
