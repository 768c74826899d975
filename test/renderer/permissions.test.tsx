// @vitest-environment jsdom
import i18next from 'i18next';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { questionOf } from '../../renderer/features/permissions/check-input';
import { PermissionsView } from '../../renderer/features/permissions/permissions-view';
import { editsFor } from '../../renderer/features/permissions/rule-editor';
import { groupRules } from '../../renderer/features/permissions/rule-groups';
import { useConfig } from '../../renderer/stores/config';
import { useFolder } from '../../renderer/stores/folder';
import { goBack, useSelection } from '../../renderer/stores/selection';
import { openSession, useSession } from '../../renderer/stores/session';
import { useToasts } from '../../renderer/stores/toasts';
import { HostCallError } from '../../renderer/transport/host-call-error';
import type { Result } from '../../shared/contract/methods';
import { configSchema } from '../../shared/model/config';
import type { MatrixCell } from '../../shared/model/matrix';
import type { Decision } from '../../shared/model/permission';
import { demoState, SESSION } from './support/demo-session';
import { connect, preparePage, resetPageAfterEach, show, useLanguage } from './support/page';
import { createScriptedClient, paramsOf, type ScriptedClient } from './support/scripted-client';

preparePage();
resetPageAfterEach();
beforeAll(() => useLanguage('en'));

const FILE = '/p/.claude/settings.json';
const RM = { text: 'Bash(rm *)', verdict: 'deny', scope: 'project', file: FILE, line: 5 } as const;
const RULES: Result<'permission.rules'> = {
  rules: [
    { text: 'Bash(npm test)', verdict: 'allow', scope: 'project', file: FILE, line: 3, off: 'untrusted' },
    { text: 'Bash(git push *)', verdict: 'ask', scope: 'project', file: FILE, line: 4 },
    RM,
  ],
  files: [
    { path: '/p/.claude/settings.local.json', scope: 'local', exists: false },
    { path: FILE, scope: 'project', exists: true },
  ],
  directories: ['/shared'],
  protected: ['.git/', '.npmrc'],
  diagnostics: [
    {
      code: 'never-consulted',
      message: 'Grep paths are governed by Read rules.',
      severity: 'warning',
      file: FILE,
      line: 6,
      suggestion: 'Read(x)',
    },
  ],
  trusted: false,
};
const DECISION: Decision = {
  decision: 'deny',
  mode: 'plan',
  reason: 'A rule denies it.',
  rule: RM,
  parts: [
    { text: 'git status', decision: 'allow', builtin: 'read-only-command' },
    { text: 'rm -rf build', decision: 'deny', rule: RM },
  ],
  sandbox: { isolated: false, why: 'off', detail: 'sandbox.enabled is false in the settings' },
  capabilities: [{ capability: 'delete' }],
  diagnostics: [...RULES.diagnostics, { code: 'invalid-input', message: 'The tool would refuse this input.', severity: 'warning' }],
};

const RM_PLACE = { text: RM.text, verdict: RM.verdict, scope: RM.scope, file: RM.file };
const LOOKED = { calls: 4, sessions: 2, partial: false };
const cell = (row: string, column: string, verdict?: 'allow' | 'ask' | 'deny', probe: object = {}): MatrixCell => ({
  row,
  column,
  ...(verdict ? { verdict } : {}),
  mixed: false,
  probes: [{ call: `Bash ${row}`, ...(verdict ? { decision: verdict } : {}), ...probe }],
});
const says = { allow: ['Bash(x *)'], ask: ['Bash(x *)'], deny: ['Bash(x *)'] };
const MATRIX: Result<'permission.matrix'> = {
  rows: [
    { id: 'delete', capability: 'delete', says },
    { id: 'git-commit', capability: 'git-commit', says },
    { id: 'run-read-only', capability: 'run-read-only', says: { ...says, allow: [] } },
  ],
  columns: [
    { id: 'scope:project', kind: 'scope', scope: 'project', file: FILE, editable: true },
    { id: 'mode:default', kind: 'mode', mode: 'default' },
  ],
  cells: [
    cell('delete', 'scope:project', 'deny', { rule: RM }),
    cell('delete', 'mode:default', 'deny', { rule: RM }),
    cell('git-commit', 'scope:project'),
    cell('git-commit', 'mode:default', 'ask', { builtin: 'command' }),
    cell('run-read-only', 'scope:project'),
    cell('run-read-only', 'mode:default', 'allow', { builtin: 'read-only-command' }),
  ],
  diagnostics: [],
};
const PLAN: Result<'permission.plan'> = {
  files: [{ path: FILE, exists: true, hash: 'h1', patch: `--- ${FILE}\n+++ ${FILE}\n@@ -1 +1 @@\n-{}\n+{ "x": 1 }\n` }],
  session: { add: [], remove: [] },
  changes: [
    {
      row: 'git-commit',
      column: 'mode:default',
      before: cell('git-commit', 'mode:default', 'ask'),
      after: cell('git-commit', 'mode:default', 'allow'),
    },
  ],
  blockers: [RM],
  problems: [],
};
const SUGGESTION = {
  verdict: 'allow' as const,
  rules: ['Bash(npm test)'],
  count: 5,
  examples: [{ call: 'npm test', count: 5 }],
  admits: { calls: 1, kinds: 1, examples: [{ call: 'npm test -- -u', count: 1 }] },
};
const short = (decision: 'allow' | 'deny') => ({ decision, mode: 'default' as const, reason: '', builtin: 'command' });
const REPLAY: Result<'permission.replay'> = {
  calls: 4,
  skipped: 0,
  changed: 1,
  byEdit: 1,
  changes: [
    {
      session: SESSION,
      title: 'Tea',
      item: 'i1',
      at: '2026-11-03T10:00:00.000Z',
      tool: 'Bash',
      call: 'rm x',
      recorded: short('allow'),
      saved: short('allow'),
      edited: { ...short('deny'), rule: RM },
    },
  ],
  looked: LOOKED,
};

let client: ScriptedClient;
let rules: Result<'permission.rules'>;
let matrix: Result<'permission.matrix'>;
let refusal: string | undefined;
let refusalData: Record<string, unknown> | undefined;
beforeEach(() => {
  rules = RULES;
  matrix = MATRIX;
  refusal = undefined;
  refusalData = undefined;
  useFolder.setState({ folder: '/p', trusted: false });
  useConfig.setState({ config: configSchema.parse({}) });
  useSelection.setState({ current: { view: 'permissions' }, past: [], future: [] });
  client = connect(
    createScriptedClient({
      'permission.rules': () => rules,
      'permission.check': () => DECISION,
      'permission.matrix': () => matrix,
      'permission.uses': () => ({
        uses: [{ ...RM_PLACE, hits: 3, lastAt: '2026-11-03T10:00:00.000Z', last: { session: SESSION, item: 'i', call: 'rm x' } }],
        looked: LOOKED,
      }),
      'permission.suggest': () => ({ suggestions: [SUGGESTION], looked: LOOKED }),
      'permission.plan': () => {
        if (refusal !== undefined)
          throw new HostCallError({ code: 'bad-request', message: refusal, ...(refusalData === undefined ? {} : { data: refusalData }) });
        return PLAN;
      },
      'permission.apply': () => ({ undo: 'undo_1' }),
      'permission.undo': () => ({}),
      'permission.replay': () => REPLAY,
      'session.list': () => ({ sessions: [], total: 0 }),
      'folder.trust': () => ({}),
      'config.set': ({ change }) => ({ config: configSchema.parse(change) }),
    }),
  );
});

async function open(tab: 'Matrix' | 'Rules' | 'Simulator' | 'Replay' = 'Rules') {
  const user = userEvent.setup();
  show(<PermissionsView folder="/p" />);
  await screen.findByRole('tab', { name: 'Rules (1)' });
  await user.click(screen.getByRole('tab', { name: new RegExp(`^${tab}`) }));
  return user;
}

describe('permissions', () => {
  it('lists the rules of a file as they are looked at, with their lines, and says which is off', async () => {
    await open();
    await screen.findAllByText('never used');
    const list = screen.getByRole('list', { name: FILE });
    const rows = within(list)
      .getAllByRole('listitem')
      .map((row) => row.textContent);
    expect(rows).toEqual([
      'denyBash(rm *)3 uses, Nov 3line 5',
      'askBash(git push *)never usedline 4',
      'allowBash(npm test)off until trustednever usedline 3',
    ]);
  });

  it('marks the rule that a link names', async () => {
    useSelection.setState({ current: { view: 'permissions', detail: 'Bash(rm *)' }, past: [], future: [] });
    await open();
    expect(screen.getByRole('button', { name: /Bash\(rm \*\)/ }).getAttribute('aria-current')).toBe('true');
  });

  it('shows problems with place and suggestion, the files that are not there, and what is protected', async () => {
    await open();
    expect(screen.getByText('Rule is never consulted')).toBeTruthy();
    expect(screen.getByText(`${FILE}:6`)).toBeTruthy();
    expect(screen.getByText('Read(x)')).toBeTruthy();
    expect(screen.getByText('not there')).toBeTruthy();
    expect(screen.getByText('.npmrc')).toBeTruthy();
    expect(screen.getByText('/shared')).toBeTruthy();
  });

  it('lists what trusting turns on', async () => {
    await open();
    const list = screen.getByRole('list', { name: 'What trusting it turns on', hidden: true });
    expect(list.textContent).toContain(RULES.rules.find(({ off }) => off === 'untrusted')?.text);
    expect(list.textContent).toContain('Tests and builds run in the sandbox');
  });

  it('trusts the folder and reads the rules again', async () => {
    const user = await open();
    rules = { ...RULES, rules: [{ ...RM }], trusted: true };
    await user.click(screen.getByRole('button', { name: 'Trust this folder' }));
    expect(paramsOf(client, 'folder.trust')).toEqual([{ folder: '/p', trusted: true }]);
    expect(await screen.findByRole('button', { name: 'Withdraw trust' })).toBeTruthy();
    await waitFor(() => expect(screen.queryByText('off until trusted')).toBeNull());
  });

  it('asks what would happen and shows the decision part by part, down to the rule and the row', async () => {
    const user = await open('Simulator');
    await user.selectOptions(screen.getByRole('combobox', { name: 'Mode' }), 'plan');
    await user.type(screen.getByRole('textbox', { name: 'Command' }), 'git status && rm -rf build{Enter}');
    const parts = await screen.findByRole('list', { name: 'Parts of the command' });
    expect(paramsOf(client, 'permission.check')).toEqual([
      { folder: '/p', tool: 'Bash', input: { command: 'git status && rm -rf build' }, mode: 'plan', agent: 'main' },
    ]);
    expect(within(parts).getAllByRole('listitem')).toHaveLength(2);
    expect(screen.getByText('Sandbox')).toBeTruthy();
    expect(screen.getByText('Input would be refused')).toBeTruthy();
    expect(screen.queryByText('Rule is never consulted')).toBeNull();
    expect(screen.getByRole('button', { name: 'Delete' })).toBeTruthy();
    await user.click(within(parts).getByRole('button', { name: /Rule Bash\(rm \*\)/ }));
    expect(useSelection.getState().current).toEqual({ view: 'permissions', detail: 'Bash(rm *)' });
    expect(screen.getByRole('button', { name: /Bash\(rm \*\)/ }).getAttribute('aria-current')).toBe('true');
    await user.click(screen.getByRole('tab', { name: 'Simulator' }));
    expect(screen.getByRole('textbox', { name: 'Command' })).toHaveProperty('value', 'git status && rm -rf build');
  });

  it('begins with the call that a link names, and comes back to it after its rule was looked up', async () => {
    const item = { id: 'i1', kind: 'tool-call' as const, turn: 't', agent: 'main', toolUseId: 'u', name: 'Bash', state: 'denied' as const };
    useSession.setState({ views: { i1: { item, input: { command: 'rm -rf build', timeout: 5 }, more: false } } });
    useSelection.setState({ current: { view: 'permissions', item: 'i1' }, past: [], future: [] });
    show(<PermissionsView folder="/p" />);
    const parts = await screen.findByRole('list', { name: 'Parts of the command' });
    expect(paramsOf(client, 'permission.check')).toMatchObject([{ tool: 'Bash', input: { command: 'rm -rf build', timeout: 5 } }]);
    expect(screen.getByText(/other fields of the call count as they were: timeout/)).toBeTruthy();
    await userEvent.click(within(parts).getByRole('button', { name: /Rule Bash\(rm \*\)/ }));
    expect(useSelection.getState().current.detail).toBe('Bash(rm *)');
    act(goBack);
    expect(await screen.findByRole('textbox', { name: 'Command' })).toHaveProperty('value', 'rm -rf build');
  });

  it('takes the input of any other tool as JSON and says what is wrong with it', async () => {
    const user = await open('Simulator');
    await user.selectOptions(screen.getByRole('combobox', { name: 'Tool' }), 'other');
    await user.type(screen.getByRole('textbox', { name: 'Name' }), 'Nope');
    await user.type(screen.getByRole('textbox', { name: 'Input (JSON)' }), '{{');
    await user.click(screen.getByRole('button', { name: 'Decide' }));
    expect(await screen.findByText('The input is not valid JSON.')).toBeTruthy();
    client.answers['permission.check'] = () => {
      throw new HostCallError({ code: 'not-found', message: 'No tool is called "Nope"' });
    };
    await user.clear(screen.getByRole('textbox', { name: 'Input (JSON)' }));
    await user.click(screen.getByRole('button', { name: 'Decide' }));
    expect(await screen.findByText('No tool has this name.')).toBeTruthy();
  });

  it('counts what the open session was granted', async () => {
    const state = { ...demoState(), folder: '/p', rules: ['Bash(make)'] };
    client.answers['session.open'] = () => ({ state, totalItems: state.items.length, totalCalls: state.calls.length, views: [] });
    rules = { ...RULES, rules: [{ text: 'Bash(make)', verdict: 'allow', scope: 'session' }] };
    await openSession(SESSION);
    const user = await open();
    expect(paramsOf(client, 'permission.rules').at(-1)).toEqual({ folder: '/p', session: SESSION });
    expect(within(screen.getByRole('list', { name: 'this session' })).getByText('Bash(make)')).toBeTruthy();
    await user.click(screen.getByRole('tab', { name: 'Simulator' }));
    await user.type(screen.getByRole('textbox', { name: 'Command' }), 'make{Enter}');
    await waitFor(() => expect(paramsOf(client, 'permission.check')[0]).toMatchObject({ session: SESSION }));
  });

  it('makes a mode the one of new sessions, unless a settings file says it', async () => {
    const user = await open();
    await user.click(screen.getByRole('button', { name: 'Use for new sessions: Plan' }));
    expect(paramsOf(client, 'config.set')).toEqual([{ change: { mode: 'plan' } }]);
    rules = { ...RULES, defaultMode: 'acceptEdits' };
    await user.click(screen.getByRole('button', { name: 'Read the rules again' }));
    expect(await screen.findByText(/A settings file says/)).toBeTruthy();
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Use for new sessions: Ask' }).disabled).toBe(true);
  });

  it('says when the rules cannot be read', async () => {
    client.answers['permission.rules'] = () => {
      throw new HostCallError({ code: 'not-found', message: 'gone' });
    };
    show(<PermissionsView folder="/p" />);
    expect((await screen.findByRole('alert')).textContent).toMatch(/not found/);
  });
});

describe('the matrix', () => {
  const chosen = () => document.querySelector('[data-chosen="true"]');

  it('is walked with the arrow keys, and says why a cell is decided so', async () => {
    const user = await open('Matrix');
    const grid = await screen.findByRole('grid', { name: 'Permission matrix' });
    const cells = within(grid).getAllByRole('gridcell');
    expect(cells.map((one) => one.textContent)).toEqual(['deny', 'deny', '·no rule here', 'ask', '·no rule here', 'allow']);
    await user.click(cells[0] ?? grid);
    await user.keyboard('{ArrowRight}{ArrowDown}');
    expect(chosen()).toBe(cells[3]);
    expect(document.activeElement).toBe(cells[3]);
    expect(screen.getByText('Bash git-commit')).toBeTruthy();
    expect(screen.getByText(/This cell is computed/)).toBeTruthy();
    await user.keyboard('{ArrowUp}{Home}');
    await user.click(screen.getByRole('button', { name: /Rule Bash\(rm \*\)/ }));
    expect(useSelection.getState().current.detail).toBe('Bash(rm *)');
  });

  it('shows what setting a cell changes, writes it when told to, and takes it back', async () => {
    const user = await open('Matrix');
    const cells = within(await screen.findByRole('grid')).getAllByRole('gridcell');
    await user.click(cells[2] ?? document.body);
    await user.keyboard('{Enter}');
    await user.click(screen.getByRole('button', { name: 'allow' }));
    expect(paramsOf(client, 'permission.plan')).toEqual([
      { folder: '/p', edits: [{ type: 'cell', row: 'git-commit', column: 'scope:project', verdict: 'allow' }] },
    ]);
    const preview = await screen.findByRole('region', { name: 'What this would change' });
    expect(within(preview).getByRole('list', { name: '1 cell changes' }).textContent).toContain('Git: commit');
    expect(within(preview).getByRole('button', { name: 'Edit that rule' })).toBeTruthy();
    expect(paramsOf(client, 'permission.apply')).toEqual([]);
    await user.click(within(preview).getByRole('button', { name: 'Write it' }));
    expect(paramsOf(client, 'permission.apply')).toMatchObject([{ hashes: { [FILE]: 'h1' } }]);
    act(() => useToasts.getState().toasts.at(-1)?.action?.run());
    await waitFor(() => expect(paramsOf(client, 'permission.undo')).toEqual([{ undo: 'undo_1' }]));
  });

  it('says that the examples of a cell differ, and how; and what a mode does', async () => {
    const differing = { ...cell('delete', 'mode:default', 'ask'), mixed: true };
    const probes = [...differing.probes, { call: 'Bash rm x', decision: 'allow' as const }];
    matrix = { ...MATRIX, cells: MATRIX.cells.map((one, index) => (index === 1 ? { ...differing, probes } : one)) };
    const user = await open('Matrix');
    const cells = within(await screen.findByRole('grid')).getAllByRole('gridcell');
    expect(cells[1]?.textContent).toBe('partly ask');
    expect(cells[1]?.title).toContain('allow 1 · ask 1');
    await user.click(cells[1] ?? document.body);
    expect(screen.getByText(/not decided alike: allow 1 · ask 1/)).toBeTruthy();
    expect(screen.getByText(/Reads inside the folder without asking/)).toBeTruthy();
  });

  it('says at the network row that WebFetch is switched off', async () => {
    useConfig.setState({ config: configSchema.parse({ webFetch: false }) });
    matrix = {
      ...MATRIX,
      rows: [{ id: 'network', capability: 'network', says }],
      cells: [cell('network', 'scope:project'), cell('network', 'mode:default', 'ask')],
    };
    const user = await open('Matrix');
    await user.click(within(await screen.findByRole('grid')).getAllByRole('gridcell')[1] ?? document.body);
    expect(screen.getByText(/WebFetch is switched off/)).toBeTruthy();
  });

  it('selects a row that was added, and says which row stands for the same rules already', async () => {
    const user = await open('Matrix');
    await user.click(await screen.findByRole('button', { name: 'Add a row' }));
    await user.type(screen.getByRole('textbox', { name: 'Name of the row' }), 'Mine');
    await user.type(screen.getByRole('textbox', { name: 'Rules, one a line' }), 'Bash(x *)');
    expect(screen.getByText('The row “Delete” stands for these rules already.')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Show the change' }));
    matrix = {
      ...MATRIX,
      rows: [...MATRIX.rows, { id: 'custom:Mine', custom: { name: 'Mine', rules: ['Bash(x *)'] }, says }],
      columns: [{ id: 'scope:local', kind: 'scope', scope: 'local', editable: true }],
      cells: [cell('custom:Mine', 'scope:local')],
    };
    await user.click(await screen.findByRole('button', { name: 'Write it' }));
    expect(await screen.findByRole('heading', { name: 'Mine' })).toBeTruthy();
    expect(screen.queryByRole('form', { name: 'Add a row' })).toBeNull();
  });

  it('greys out what no rule can say, and takes a row of one’s own', async () => {
    const user = await open('Matrix');
    const cells = within(await screen.findByRole('grid')).getAllByRole('gridcell');
    await user.click(cells[4] ?? document.body);
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'allow' }).disabled).toBe(true);
    await user.click(screen.getByRole('button', { name: 'Add a row' }));
    await user.type(screen.getByRole('textbox', { name: 'Name of the row' }), 'Docs');
    await user.type(screen.getByRole('textbox', { name: 'Rules, one a line' }), 'Edit(docs/**)');
    await user.click(screen.getByRole('button', { name: 'Show the change' }));
    expect(paramsOf(client, 'permission.plan')).toMatchObject([{ edits: [{ type: 'add-row', name: 'Docs', rules: ['Edit(docs/**)'] }] }]);
  });
});

describe('changing rules', () => {
  it('shows what a changed, removed or suggested rule would do', async () => {
    const user = await open('Rules');
    await user.click(await screen.findByRole('button', { name: 'Show what this rule would change: Bash(npm test)' }));
    await user.click(screen.getByRole('button', { name: /Bash\(git push \*\)/ }));
    await user.selectOptions(screen.getByRole('combobox', { name: 'Verdict' }), 'deny');
    await user.click(screen.getByRole('button', { name: 'Show the change' }));
    await user.click(screen.getByRole('button', { name: 'Remove' }));
    const place = { scope: 'project', file: FILE, verdict: 'ask', rule: 'Bash(git push *)' };
    expect(paramsOf(client, 'permission.plan').map((params) => params)).toMatchObject([
      { edits: [{ type: 'add', scope: 'local', verdict: 'allow', rule: 'Bash(npm test)' }] },
      { edits: [{ ...place, type: 'replace', by: { verdict: 'deny', rule: 'Bash(git push *)' } }] },
      { edits: [{ ...place, type: 'remove' }] },
    ]);
  });

  it('says at the field what is no rule', async () => {
    refusal = 'Bsh(git push has no closing parenthesis.';
    const user = await open('Rules');
    await user.click(screen.getByRole('button', { name: /Bash\(git push \*\)/ }));
    const field = screen.getByRole('textbox', { name: 'Rule' });
    await user.type(field, 'x');
    await user.click(screen.getByRole('button', { name: 'Show the change' }));
    expect((await screen.findByText(/This is no rule: Bsh/)).parentElement?.id).toBe(field.getAttribute('aria-describedby'));
    expect(field.getAttribute('aria-invalid')).toBe('true');
    expect(useToasts.getState().toasts).toEqual([]);
    await user.type(field, 'y');
    expect(screen.queryByText(/This is no rule/)).toBeNull();
  });

  it('names what is wrong with a rule by its code, and what was meant', async () => {
    refusal = 'The parentheses of "Bash()" are empty: the rule never matches.';
    refusalData = { problem: 'empty-specifier', suggestion: 'Bash(*)' };
    const user = await open('Rules');
    await user.click(screen.getByRole('button', { name: /Bash\(git push \*\)/ }));
    await user.type(screen.getByRole('textbox', { name: 'Rule' }), 'x');
    await user.click(screen.getByRole('button', { name: 'Show the change' }));
    await screen.findByText(`This is no rule: ${i18next.t('diagnostics:code.empty-specifier')}`);
    expect(screen.getByText('Bash(*)').parentElement?.textContent).toBe('Probably meant: Bash(*)');
  });

  it('replays recorded calls under unsaved rules', async () => {
    const user = await open('Replay');
    await user.selectOptions(screen.getByRole('combobox', { name: 'Verdict' }), 'deny');
    await user.type(screen.getByRole('textbox', { name: 'Rule' }), 'Bash(rm *){Enter}');
    await user.click(screen.getByRole('button', { name: 'Replay' }));
    expect(paramsOf(client, 'permission.replay')).toEqual([
      { folder: '/p', edits: [{ type: 'add', scope: 'local', verdict: 'deny', rule: 'Bash(rm *)' }] },
    ]);
    const changes = await screen.findByRole('list', { name: 'Calls that come out otherwise' });
    expect(within(changes).getByText('rm x')).toBeTruthy();
    await user.click(within(changes).getByRole('button', { name: 'Tea' }));
    expect(useSelection.getState().current).toEqual({ view: 'sessions', session: SESSION, item: 'i1' });
  });

  it.each([
    [RM, { verdict: 'deny', text: 'Bash(rm *)', scope: 'project' }, []],
    [RM, { verdict: 'deny', text: 'Bash(rm *)', scope: 'user' }, ['move']],
    [RM, { verdict: 'ask', text: 'Bash(rm *)', scope: 'project' }, ['replace']],
    [RM, { verdict: 'ask', text: 'Bash(rm *)', scope: 'user' }, ['remove', 'add']],
    [undefined, { verdict: 'ask', text: '', scope: 'user' }, []],
    [undefined, { verdict: 'ask', text: 'Edit', scope: 'user' }, ['add']],
  ] as const)('makes the edits that lead from %j to %j', (rule, to, types) => {
    expect(editsFor(rule, to).map(({ type }) => type)).toEqual(types);
  });

  it('takes a whole call that was pasted', () => {
    const json = '{"name":"Bash","input":{"command":"ls"}}';
    expect(questionOf({ tool: 'other', subject: '', otherTool: '', json }, '/p')).toEqual({ tool: 'Bash', input: { command: 'ls' } });
  });
});

it('groups rules by their place and keeps the order of the places', () => {
  const groups = groupRules([
    { text: 'a', verdict: 'allow', scope: 'local', file: '/l' },
    { text: 'b', verdict: 'allow', scope: 'project', file: FILE },
    { text: 'c', verdict: 'deny', scope: 'local', file: '/l' },
  ]);
  expect(groups.map(({ scope, rules: own }) => [scope, own.map(({ text }) => text)])).toEqual([
    ['local', ['c', 'a']],
    ['project', ['b']],
  ]);
});

it.each([
  ['Read', 'src/a.ts', { file_path: '/p/src/a.ts' }],
  ['Read', '/etc/hosts', { file_path: '/etc/hosts' }],
  ['Bash', ' ls ', { command: ' ls ' }],
  ['WebFetch', 'https://example.com', { url: 'https://example.com', prompt: '' }],
] as const)('makes a call of %s out of %j', (tool, subject, input) =>
  expect(questionOf({ tool, subject, otherTool: '', json: '' }, '/p')).toEqual({ tool, input }),
);
