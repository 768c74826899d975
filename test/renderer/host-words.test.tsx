// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import i18next from 'i18next';
import { describe, expect, it } from 'vitest';
import { saidParams } from '../../main/core/agent/turn-scope';
import { HOOK_RUN_WORDS, sayRun } from '../../main/core/hooks/hook-run-words';
import { type HookOutput, NO_OUTPUT, notRun } from '../../main/core/hooks/hook-runner';
import { HOOK_WORDS } from '../../main/core/hooks/hook-words';
import { readHooks } from '../../main/core/hooks/read-hooks';
import { readVerdict } from '../../main/core/hooks/read-verdict';
import { FILE_WORDS } from '../../main/core/kernel/file-words';
import { lintSkill } from '../../main/core/skills/lint-skill';
import { parseSkill } from '../../main/core/skills/parse-skill';
import { MEMORY_WORDS } from '../../main/core/context/memory-words';
import { parseServers } from '../../main/core/mcp/parse-servers';
import { SERVER_WORDS } from '../../main/core/mcp/server-words';
import { RULE_WORDS } from '../../main/core/permission/rule-words';
import { SKILL_WORDS } from '../../main/core/skills/skill-words';
import { parseTriggers } from '../../main/core/skills/triggers';
import { AGENT_WORDS } from '../../main/core/subagents/agent-words';
import { parseDefinition } from '../../main/core/subagents/parse-definition';
import { NoticeRow } from '../../renderer/features/conversation/notice-row';
import { TurnEnd } from '../../renderer/features/conversation/turn-end';
import { RunDetail } from '../../renderer/features/hooks/run-detail';
import { openSession, useSession } from '../../renderer/stores/session';
import { DiagnosticList } from '../../renderer/ui/diagnostic-list';
import { failureKindSchema } from '../../shared/model/failure';
import { demoState, SESSION } from './support/demo-session';
import { connect, preparePage, resetPageAfterEach, show, useLanguage } from './support/page';
import { createScriptedClient } from './support/scripted-client';

preparePage();
resetPageAfterEach();

const MESSAGE = 'The words of the provider';

describe.each(['en', 'ja'] as const)('in %s', (language) => {
  it.each(failureKindSchema.options)('the foot of a turn that failed with %s says so and quotes the rest', async (failure) => {
    await useLanguage(language);
    const state = demoState();
    const calls = state.calls.map((call) => ({ ...call, failure }));
    connect(createScriptedClient({ 'session.open': () => ({ state: { ...state, calls }, totalItems: 0, totalCalls: 0, views: [] }) }));
    await openSession(SESSION);
    const [turn] = state.turns;
    if (turn === undefined) throw new Error('the sample has no turn');
    show(<TurnEnd turn={{ ...turn, reason: 'error', errorCode: 'provider', error: MESSAGE }} isLast />);
    const quoted = screen.getByText(MESSAGE);
    expect(quoted.lang).toBe('en');
    const words = i18next.t(`common:failure.${failure}`);
    expect(words).not.toBe(`failure.${failure}`);
    const says = failure === 'network' ? 'conversation:unreachable' : 'common:error.provider';
    expect(quoted.parentElement?.textContent).toBe(`${i18next.t(says)} (${words}) ${MESSAGE}`);
  });

  it.each<{ code: string; params: Record<string, string | number>; says: string[] }>([
    { code: 'retrying', params: { attempt: 2, of: 5, seconds: 1, reason: 'rate-limited' }, says: ['common:failure.rate-limited'] },
    {
      code: 'input-problem',
      params: { problem: 'mention-not-found' },
      says: ['notice.input-problem', 'diagnostics:code.mention-not-found'],
    },
    { code: 'input-problem', params: {}, says: ['notice.input-problem'] },
    { code: 'quarantined', params: { block: 'image', place: 3 }, says: ['notice.block.image'] },
    { code: 'quarantined', params: { block: 'a_new_kind', place: 3 }, says: ['notice.block.other'] },
  ])('the notice $code with $params speaks it, and quotes the rest', async ({ code, params, says }) => {
    await useLanguage(language);
    const item = { id: 'n1', turn: 't1', agent: 'main', kind: 'notice' as const, level: 'warning' as const, code };
    useSession.setState({ views: new Map([['n1', { item: { ...item, params: { ...params, message: MESSAGE } }, more: false }]]) });
    show(<NoticeRow item={{ id: 'n1', kind: 'notice', turn: 't1', agent: 'main', state: 'done', chars: 1 }} />);
    const quoted = screen.getByText(MESSAGE);
    expect(quoted.lang).toBe('en');
    const said = quoted.parentElement?.textContent ?? '';
    for (const key of says) expect(said).toContain(i18next.t(key, { ns: ['conversation'] }));
    expect(said).not.toMatch(/\{\{|undefined/);
  });
});

it('says in Japanese what is wrong with a hook, and in English what the host says', async () => {
  const value = { Stopp: [], Stop: [{ hooks: [{ type: 'comand', command: 'x', timeout: 'soon' }] }] };
  const { diagnostics } = readHooks({ value, lineOf: () => 1, place: { file: '/p/settings.json', scope: 'project' } });
  await useLanguage('en');
  const { unmount } = show(<DiagnosticList diagnostics={diagnostics} name="found" />);
  expect(diagnostics.map(({ code }) => code)).toEqual(['hook-event', 'hook-type', 'hook-field']);
  for (const { message } of diagnostics) expect(screen.getByText(message)).toBeTruthy();
  unmount();
  await useLanguage('ja');
  show(<DiagnosticList diagnostics={diagnostics} name="found" />);
  expect(screen.getByText('"Stopp" というフックイベントはありません。この下のフックは一度も実行されません。')).toBeTruthy();
  for (const { message } of diagnostics) expect(screen.queryByText(message)).toBeNull();
});

it.each([
  ['hook', HOOK_WORDS],
  ['hook-run', HOOK_RUN_WORDS],
  ['agent', AGENT_WORDS],
  ['skill', SKILL_WORDS],
  ['file', FILE_WORDS],
  ['rule', RULE_WORDS],
  ['memory', MEMORY_WORDS],
  ['server', SERVER_WORDS],
])('has the words of the host about a %s in both languages', (group, words) => {
  expect(i18next.getResource('en', 'diagnostics', `detail.${group}`)).toEqual(words);
  expect(Object.keys(i18next.getResource('ja', 'diagnostics', `detail.${group}`))).toEqual(Object.keys(words));
});

const ENGLISH = /[a-z]{2,} [a-z]{2,} [a-z]{2,}/i;

it('says in Japanese whatever is wrong with an agent, a skill, the entry of a server or the condition of a hook', async () => {
  const agent =
    '---\nname: A b\ndescription: Looks\nmaxTurns: many\ntoolz: Read\ninitialPrompt: Go\nmcpServers: { x: { command: y } }\ntools: Agent(A b)\n---\n';
  const place = {
    name: 'other',
    folder: '/p/.claude/skills/other',
    path: '/p/.claude/skills/other/SKILL.md',
    scope: 'project' as const,
    form: 'skill' as const,
  };
  const skill =
    '---\nname: A\nbackground: perhaps\ncontext: spoon\nfoo: 1\nargument: 2\neffort: low\nmetadata: 3\nallowed-tools: [Bash(a && b *), Bash(c]\n---\nRun git push.\n';
  const read = await parseSkill(skill, place);
  const linted = lintSkill(read.skill, {
    diagnostics: read.diagnostics,
    keys: ['name', 'effort'],
    missing: [{ path: 'a.md', line: 9, own: true }],
  });
  const agents = await Promise.all(
    ['', '---\nname: a\n---\n', '---\nname: a\n', '\n---\nname: a\n---\n', agent].map((text) =>
      parseDefinition(text, '/p/a.md', 'project'),
    ),
  );
  const triggers = await Promise.all(['should: 3', 'x: []', '3'].map((text) => parseTriggers(text, '/p/t.yaml')));
  const value = { 'a b': {}, c: { typ: 'http' }, d: { command: 'x', timeout: 1, x: 1 }, e: { command: 3 }, f: { type: 'htp' } };
  const servers = parseServers({ text: { value, lineOf: () => 1 }, path: [], file: '/p/.mcp.json', scope: 'project', hash: String });
  const handler = { type: 'command', command: 'x', if: 'Bash(a' };
  const hooks = readHooks({
    value: { PreToolUse: [{ hooks: [handler] }] },
    lineOf: () => 1,
    place: { file: '/p/settings.json', scope: 'project' },
  });
  const diagnostics = [...linted, ...[...agents, ...triggers, servers, hooks].flatMap((one) => one.diagnostics)];
  await useLanguage('ja');
  const { container } = show(<DiagnosticList diagnostics={diagnostics} name="found" />);
  expect(diagnostics.length).toBeGreaterThan(20);
  for (const { message } of diagnostics) expect(screen.queryByText(message)).toBeNull();
  const rows = [...container.querySelectorAll('li')].map(({ textContent }) => textContent ?? '');
  expect(rows.filter((row) => ENGLISH.test(row) && !row.includes('YAML'))).toEqual([]);
  expect(rows.join()).not.toMatch(/\{\{|undefined/);
});

it.each<[string, Partial<HookOutput>]>([
  ['終了コード 127 で終わりました: sh: x: not found', { exitCode: 127, stderr: 'sh: x: not found' }],
  ['SIGKILL で終了させられました', { signal: 'SIGKILL' }],
  ['制限時間内に終わらなかったため、停止しました。', { timedOut: true }],
  ['出力は JSON のように始まりますが、JSON ではありません。', { exitCode: 0, stdout: '{' }],
  ['JSON 出力が形に合いません。"continue" はこの値にできません。', { exitCode: 0, stdout: '{"continue": 3}' }],
  ['サーバーがステータス 500 を返しました。', notRun(sayRun('status', { status: '500' }))],
])('the ledger and the notice of a hook that failed say %s', async (says, output) => {
  await useLanguage('ja');
  const handler = { type: 'command' as const, command: 'x' };
  const { outcome, problem = '', detail } = readVerdict('PostToolUse', handler, { ...NO_OUTPUT, ...output });
  const about = {
    id: 'r1',
    hook: 'h1',
    source: { file: '/p/s.json', line: 1, scope: 'project' as const },
    type: 'command' as const,
    label: 'x',
  };
  const run = { ...about, matched: true, outcome, problem, detail, toPerson: problem };
  const ledger = show(<RunDetail run={run} folder="/p" texts={{}} onEdit={undefined} />);
  expect(screen.getAllByText(says)).toHaveLength(2);
  ledger.unmount();
  const params = { ...saidParams(detail), event: 'PostToolUse', hook: 'x', text: problem };
  const item = { id: 'n1', turn: 't1', agent: 'main', kind: 'notice' as const, level: 'warning' as const, code: 'hook-problem', params };
  useSession.setState({ views: new Map([['n1', { item, more: false }]]) });
  show(<NoticeRow item={{ id: 'n1', kind: 'notice', turn: 't1', agent: 'main', state: 'done', chars: 1 }} />);
  expect(screen.getByText((text) => text.includes(says))).toBeTruthy();
});
