import { describe, expect, it } from 'vitest';
import { renderBody } from '../../../main/core/context/render-body';
import { resolveRecipe } from '../../../main/core/context/resolve-recipe';
import { writeTree } from '../../support/context-files';
import { ContextSession } from '../../support/context-session';

interface Body {
  system: Array<{ text: string; cache_control?: unknown }>;
  tools: unknown[];
  messages: Array<{ role: string; content: Array<Record<string, unknown>> }>;
}

async function begin(tree: Record<string, string> = {}): Promise<ContextSession> {
  const session = await ContextSession.create();
  await writeTree(session.root, { 'project/README.md': 'hello\n', ...tree });
  await session.begin();
  session.startTurn();
  return session;
}

const parse = (body: string): Body => JSON.parse(body);

describe('assembling a call', () => {
  it('sends reminders before the text of a fresh message and renders its recipe to the very same body', async () => {
    const session = await begin({
      'project/CLAUDE.md': 'Use tabs.\n',
      'project/.claude/skills/greet/SKILL.md': '---\ndescription: Says hello\n---\nHello $ARGUMENTS\n',
    });
    await session.say('Hi there');
    const call = await session.call();
    const body = parse(call.body);
    expect(body.system).toHaveLength(4);
    expect(body.messages[0]?.content.map((block) => String(block['text']).slice(0, 30))).toEqual([
      expect.stringContaining('<system-reminder>'),
      expect.stringContaining('<system-reminder>'),
      'Hi there',
    ]);
    expect(
      renderBody(
        resolveRecipe(call.start, (id) => session.findStart(id)),
        (ref) => session.parts.text(ref),
      ),
    ).toBe(call.body);
    expect(call.start.bytes).toBe(Buffer.byteLength(call.body));
    expect(call.start.comparison.brokenBy).toBe('first-call');
  });

  it('answers tool calls in the order asked, before anything else, and keeps what was sent', async () => {
    const session = await begin({ 'project/CLAUDE.md': 'Use tabs.\n' });
    await session.say('Read two files');
    await session.call();
    session.answer(
      [
        { type: 'thinking', thinking: 'hm', signature: 'sig' },
        { type: 'text', text: 'Reading.' },
      ],
      [
        { id: 'toolu_1', name: 'Read', input: { file_path: 'a' }, result: 'AAA' },
        { id: 'toolu_2', name: 'Read', input: { file_path: 'b' }, result: 'BBB' },
      ],
    );
    await session.say('and hurry');
    const second = await session.call();
    const body = parse(second.body);
    expect(body.messages).toHaveLength(3);
    expect(body.messages[2]?.content.map((block) => block['type'])).toEqual(['tool_result', 'tool_result', 'text']);
    expect(second.start.recipe.base).toBe(session.calls[0]?.start.call);
    expect(second.start.comparison.brokenBy).toBeUndefined();
    expect(second.start.lint).toEqual([]);
    expect(
      renderBody(
        resolveRecipe(second.start, (id) => session.findStart(id)),
        (ref) => session.parts.text(ref),
      ),
    ).toBe(second.body);
  });

  it('gives a call without a result one that says so, and reports it', async () => {
    const session = await begin();
    await session.say('Go');
    await session.call();
    session.answer([], [{ id: 'toolu_1', name: 'Bash', input: { command: 'ls' } }]);
    session.restart();
    await session.say('Go on');
    const call = await session.call();
    expect(call.start.lint.map((finding) => finding.code)).toEqual(['unpaired-call']);
    expect(parse(call.body).messages[2]?.content[0]).toMatchObject({ type: 'tool_result', tool_use_id: 'toolu_1', is_error: true });
  });
});
