import { execFileSync } from 'node:child_process';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { dueReminder } from '../../../main/core/context/reminder-policy';
import { configSchema } from '../../../shared/model/config';
import type { ReminderItem } from '../../../shared/model/item';
import { writeTree } from '../../support/context-files';
import { ContextSession, HAIKU } from '../../support/context-session';

async function begin(tree: Record<string, string> = {}, reminders: Record<string, unknown> = {}): Promise<ContextSession> {
  const session = await ContextSession.create();
  await writeTree(session.root, { 'project/x': '', ...tree });
  session.config = configSchema.parse({ reminders });
  await session.begin();
  return session;
}

function reminders(session: ContextSession): ReminderItem[] {
  return session.events.flatMap((event) => (event.type === 'item/completed' && event.item.kind === 'reminder' ? [event.item] : []));
}

const brief = (items: ReminderItem[]) =>
  items.map((item) => [item.segment, item.why.trigger, item.why.detail].filter((part) => part !== undefined).join(' '));

async function turn(session: ContextSession, text = 'Go on'): Promise<void> {
  session.startTurn();
  await session.say(text);
  await session.call();
  session.answer([{ type: 'text', text: 'Done.' }]);
}

describe('a reminder policy', () => {
  const last = { position: 100, hash: 'a', turn: 't1' };
  it.each([
    [{ when: 'never' as const }, undefined, { position: 0, hash: 'a', turn: 't1' }, undefined],
    [{ when: 'once' as const }, undefined, { position: 0, hash: 'a', turn: 't1' }, { trigger: 'first-reminder' }],
    [{ when: 'once' as const }, last, { position: 9_000, hash: 'b', turn: 't2' }, undefined],
    [{ when: 'changed' as const }, last, { position: 9_000, hash: 'a', turn: 't2' }, undefined],
    [{ when: 'changed' as const }, last, { position: 101, hash: 'b', turn: 't1' }, { trigger: 'changed' }],
    [{ when: 'turn' as const }, last, { position: 101, hash: 'a', turn: 't1' }, undefined],
    [{ when: 'turn' as const }, last, { position: 101, hash: 'a', turn: 't2' }, { trigger: 'every-turn' }],
    [{ when: 'distance' as const, tokens: 50 }, last, { position: 149, hash: 'a', turn: 't2' }, undefined],
    [{ when: 'distance' as const, tokens: 50 }, last, { position: 150, hash: 'a', turn: 't2' }, { trigger: 'distance', distance: 50 }],
    [{ when: 'distance' as const, tokens: 50 }, last, { position: 110, hash: 'b', turn: 't2' }, { trigger: 'changed', distance: 10 }],
  ])('%j after %j at %j gives %j', (policy, before, now, due) => {
    expect(dueReminder(policy, before, now)).toEqual(due === undefined ? undefined : { ...due, policy });
  });
});

describe('reminders in a session', () => {
  it('brings instructions and skills once and again after the distance, and says how far', async () => {
    const session = await begin(
      { 'project/CLAUDE.md': 'Rules.\n', 'project/.claude/skills/a/SKILL.md': 'A skill' },
      { instructions: { when: 'distance', tokens: 300 } },
    );
    await turn(session);
    expect(brief(reminders(session))).toEqual(['instructions first-reminder', 'skill-list first-reminder']);
    await turn(session);
    expect(reminders(session)).toHaveLength(2);
    await turn(session, 'many words '.repeat(300));
    await turn(session);
    const third = reminders(session)[2];
    expect(third?.why).toMatchObject({ trigger: 'distance', policy: { when: 'distance', tokens: 300 } });
    expect(third?.why.distance).toBeGreaterThanOrEqual(300);
  });

  it('goes by the history after a restart', async () => {
    const session = await begin({ 'project/CLAUDE.md': 'Rules.\n' });
    await turn(session);
    session.restart();
    await turn(session);
    expect(brief(reminders(session))).toEqual(['instructions first-reminder']);
  });

  it('does not send a reminder twice that was logged before a crash', async () => {
    const session = await begin({ 'project/CLAUDE.md': 'Rules.\n' });
    session.startTurn();
    await session.say('Hi');
    const lost = await session.context.assemble({
      turn: session.turn,
      model: session.model,
      mode: 'default',
      config: session.config,
      endpoint: 'https://example.test',
      maxOutputTokens: 8_000,
    });
    session.append(...lost.events);
    session.restart();
    const call = await session.call();
    expect(brief(reminders(session))).toEqual(['instructions first-reminder']);
    expect(call.body).toBe(lost.body);
  });

  it('sends changed instructions with the next message', async () => {
    const session = await begin({ 'project/CLAUDE.md': 'Tabs.\n' });
    await turn(session);
    await writeFile(join(session.folder, 'CLAUDE.md'), 'Spaces.\n');
    await turn(session);
    expect(brief(reminders(session))).toEqual(['instructions first-reminder', 'instructions changed']);
  });

  it('sends none of a kind that is set to never', async () => {
    const session = await begin({ 'project/CLAUDE.md': 'Tabs.\n' }, { instructions: { when: 'never' } });
    await turn(session);
    expect(reminders(session)).toEqual([]);
  });

  it('brings nested instructions and matching rules once a file below is read, and names it', async () => {
    const session = await begin({
      'project/sub/CLAUDE.md': 'Nested',
      'project/.claude/rules/ts.md': '---\npaths: "**/*.ts"\n---\nTypes',
      'project/.claude/rules/py.md': '---\npaths: "**/*.py"\n---\nPython',
    });
    await turn(session);
    expect(reminders(session)).toEqual([]);
    const path = join(session.folder, 'sub/a.ts');
    session.context.noteFile(path, 'read');
    await turn(session);
    expect(brief(reminders(session))).toEqual([`rule nested-read ${path}`, `nested-instructions nested-read ${path}`]);
    session.restart();
    await turn(session);
    expect(reminders(session)).toHaveLength(2);
  });

  it('tells of a new date, model, mode and branch, each when it changes', async () => {
    const session = await ContextSession.create();
    await writeTree(session.root, { 'project/x': '' });
    const git = (...args: string[]) => execFileSync('git', args, { cwd: session.folder, stdio: 'pipe' });
    git('init', '-q', '-b', 'trunk');
    await session.begin();
    await turn(session);
    expect(reminders(session)).toEqual([]);
    session.now += 26 * 3_600_000;
    session.model = HAIKU;
    session.mode = 'plan';
    git('checkout', '-q', '-b', 'feature');
    await turn(session);
    await turn(session);
    expect(brief(reminders(session))).toEqual([
      'state-change changed 2026-12-01',
      `state-change changed ${HAIKU.id}`,
      'state-change changed feature',
      'mode mode-changed plan',
    ]);
    session.mode = 'default';
    await turn(session);
    expect(brief(reminders(session)).at(-1)).toBe('mode mode-changed default');
  });

  it('sends a noted state when it changes, and a once-only one once', async () => {
    const session = await begin();
    session.context.noteState('todo', 'todos', '1. Write tests');
    session.context.noteState('limit', 'cost', 'Half of the money is used.');
    await turn(session);
    session.context.noteState('todo', 'todos', '1. Write tests');
    session.context.noteState('limit', 'cost', 'Most of the money is used.');
    await turn(session);
    session.context.noteState('todo', 'todos', '2. Run them');
    await turn(session);
    expect(brief(reminders(session))).toEqual(['todo todo-changed', 'limit limit-near', 'todo todo-changed']);
  });

  it('names in its diagnostics what it left out', async () => {
    const session = await begin({
      'project/CLAUDE.md': 'See @../outside.md.',
      'outside.md': '',
      [`project/.claude/skills/big/SKILL.md`]: `---\ndescription: ${'word '.repeat(300)}\n---\n`,
    });
    session.model = { ...HAIKU, contextTokens: 10_000 };
    await turn(session);
    await rm(session.root, { recursive: true });
    expect(session.context.diagnostics().map((diagnostic) => diagnostic.code)).toEqual(['import-outside', 'skills-cut']);
  });
});
