import { mkdir, mkdtemp, realpath } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ContextDeps, LateTool } from '../../../main/core/context/context-deps';
import { lintPayload } from '../../../main/core/context/lint-payload';
import { listSegments } from '../../../main/core/context/list-segments';
import { renderBody } from '../../../main/core/context/render-body';
import { resolveRecipe } from '../../../main/core/context/resolve-recipe';
import { ContextSession, HAIKU, OPUS } from '../../support/context-session';
import { sha256 } from '../../support/context-part-store';
import { uncovered } from '../../support/context-coverage';

/** A session with a server whose tools come and go. */
class ServedSession extends ContextSession {
  late: LateTool[] = [];

  override deps(): ContextDeps {
    return {
      ...super.deps(),
      late: {
        ready: async () => undefined,
        tools: () => this.late,
        instructions: () => (this.late.length === 0 ? [] : [{ server: 's', text: 'Use them well.' }]),
        readResource: async () => undefined,
        runPrompt: async () => undefined,
      },
    };
  }
}

const tool = (name: string, description = 'As it was.', deferred = false): LateTool => ({
  name: `mcp__s__${name}`,
  description,
  inputSchema: { type: 'object', properties: {} },
  source: { type: 'server', server: 's', tool: name },
  deferred,
});

async function begin(late: LateTool[]): Promise<ServedSession> {
  const session = new ServedSession(await realpath(await mkdtemp(join(tmpdir(), 'late-tools-'))));
  await mkdir(session.folder, { recursive: true });
  session.late = late;
  await session.begin();
  session.startTurn();
  return session;
}

/** A call after a message, with what holds for every request looked at. */
async function ask(session: ServedSession) {
  await session.say('Go on');
  const before = session.calls.at(-1);
  const live = await session.context.assemble({
    turn: session.turn,
    model: session.model,
    mode: session.mode,
    config: session.config,
    endpoint: 'x',
    maxOutputTokens: 8_000,
  });
  session.restart();
  const call = await session.call();
  expect(call.body).toBe(live.body);
  const recipe = resolveRecipe(call.start, (id) => session.findStart(id));
  expect(renderBody(recipe, (ref) => session.parts.text(ref))).toBe(call.body);
  expect(sha256(call.body)).toBe(call.start.bodyHash);
  expect(lintPayload(call.body, session.model)).toEqual([]);
  expect(uncovered(call.body, listSegments(recipe))).toEqual([]);
  const body: { tools: Array<{ name: string; defer_loading?: boolean }>; messages: unknown[] } = JSON.parse(call.body);
  if (before !== undefined && call.start.comparison.brokenBy === undefined) {
    const old = JSON.parse(before.body);
    expect(body.tools.slice(0, old.tools.length)).toEqual(old.tools);
    expect(body.messages.length).toBeGreaterThan(old.messages.length);
  }
  session.answer([{ type: 'text', text: 'Well.' }]);
  session.startTurn();
  return { body, call };
}

/** The newest call loads tools by a search. */
function loadTools(session: ServedSession, id: string, names: string[]): void {
  session.answer([], [{ id, name: 'Read', input: {} }]);
  const content = names.map((tool_name) => ({ type: 'tool_reference', tool_name }));
  session.append({
    type: 'item/completed',
    item: {
      id: `item_${id}`,
      turn: session.turn,
      agent: 'main',
      kind: 'tool-call',
      toolUseId: id,
      name: 'Read',
      state: 'success',
      display: { type: 'tools', names },
      result: session.parts.putPart(JSON.stringify({ type: 'tool_result', tool_use_id: id, content })),
    },
  });
}

describe('tools that come and go', () => {
  it('keep every request whole, and break a prefix by name only', async () => {
    const change = fc.record({
      names: fc.subarray(['a', 'b', 'c', 'd']),
      says: fc.constantFrom('As it was.', 'Otherwise.'),
      deferred: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 5 }), async (changes) => {
        const session = await begin([]);
        const sent = new Map<string, string>();
        for (const { names, says, deferred } of changes) {
          session.late = names.map((name) => tool(name, says, deferred));
          const isChanged = names.some((name) => sent.has(name) && sent.get(name) !== says);
          const { call, body } = await ask(session);
          for (const name of names) sent.set(name, says);
          const first = session.calls.length === 1;
          expect(call.start.comparison.brokenBy).toBe(first ? 'first-call' : isChanged ? 'tools-changed' : undefined);
          expect(
            body.tools
              .filter(({ name }) => name.startsWith('mcp__'))
              .map(({ name }) => name.slice(-1))
              .sort(),
          ).toEqual([...sent.keys()].sort());
        }
      }),
      { numRuns: 25 },
    );
  });

  it('are deferred here where the provider cannot do it: loading one changes the list, by name', async () => {
    const session = await begin([tool('a', undefined, true), tool('b', undefined, true)]);
    session.model = { ...session.model, deferral: 'own' };
    const first = await ask(session);
    expect(first.body.tools.map(({ name }) => name)).not.toContain('mcp__s__a');
    expect(first.call.body).toContain('- mcp__s__a');
    await session.say('Load it');
    await session.call();
    loadTools(session, 't1', ['mcp__s__a']);
    const next = await ask(session);
    expect(next.call.start.comparison.brokenBy).toBe('tools-changed');
    expect(next.body.tools.at(-1)).toEqual({
      name: 'mcp__s__a',
      description: 'As it was.',
      input_schema: { type: 'object', properties: {} },
    });
    expect(next.call.body).not.toContain('tool_reference');
    expect(next.call.start.lint.map(({ code }) => code)).toContain('missing-tool');
  });

  it('are deferred by nobody but the provider that can: a switch renders them anew, loaded ones whole', async () => {
    const own = { ...HAIKU, deferral: 'own' as const };
    const step = fc.record({
      names: fc.subarray(['a', 'b', 'c']),
      deferred: fc.boolean(),
      model: fc.constantFrom(OPUS, own),
      load: fc.option(fc.constantFrom('a', 'b', 'c'), { nil: undefined }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 6 }), async (steps) => {
        const session = await begin([]);
        const loaded = new Set<string>();
        for (const { names, deferred, model, load } of steps) {
          session.late = names.map((name) => tool(name, undefined, deferred));
          session.model = model;
          const { body, call } = await ask(session);
          const offered = new Map(body.tools.map((one) => [one.name, one]));
          expect(offered.size).toBe(body.tools.length);
          for (const { name } of session.late) if (model === OPUS || !deferred || loaded.has(name)) expect(offered.has(name)).toBe(true);
          if (model === own) expect(call.body).not.toMatch(/defer_loading|tool_reference/);
          if (load === undefined) continue;
          await session.say('Load it');
          await session.call();
          loadTools(session, `t${session.events.length}`, [`mcp__s__${load}`]);
          loaded.add(`mcp__s__${load}`);
        }
      }),
      { numRuns: 40 },
    );
  });

  it('cost what they say, once a result has brought them in', async () => {
    const long = 'Says much. '.repeat(200);
    const session = await begin([tool('a', long, true)]);
    const first = await ask(session);
    await session.say('Load it');
    await session.call();
    loadTools(session, 't1', ['mcp__s__a']);
    const { call } = await ask(session);
    expect(call.start.estimate.tools).toBe(first.call.start.estimate.tools);
    expect(call.start.estimate.messages - first.call.start.estimate.messages).toBeGreaterThan(400);
  });

  it('are never referred to where the request does not have them', async () => {
    const session = await begin([tool('a', undefined, true)]);
    await ask(session);
    await session.say('Load it');
    await session.call();
    const content = ['mcp__s__a', 'mcp__s__gone'].map((tool_name) => ({ type: 'tool_reference', tool_name }));
    session.answer([], [{ id: 't1', name: 'Read', input: {}, result: content }]);
    const { call } = await ask(session);
    expect(call.body).toContain('{"type":"tool_reference","tool_name":"mcp__s__a"}');
    expect(call.body).not.toContain('"tool_name":"mcp__s__gone"');
    expect(call.body).toContain('[mcp__s__gone]');
  });
});
