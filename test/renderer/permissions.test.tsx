// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { questionOf } from '../../renderer/features/permissions/check-input';
import { PermissionsView } from '../../renderer/features/permissions/permissions-view';
import { groupRules } from '../../renderer/features/permissions/rule-groups';
import { useConfig } from '../../renderer/stores/config';
import { useFolder } from '../../renderer/stores/folder';
import { useSelection } from '../../renderer/stores/selection';
import { useSession } from '../../renderer/stores/session';
import { openSession } from '../../renderer/stores/session';
import { HostCallError } from '../../renderer/transport/host-call-error';
import type { Result } from '../../shared/contract/methods';
import { configSchema } from '../../shared/model/config';
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
  diagnostics: [...RULES.diagnostics, { code: 'invalid-input', message: 'The tool would refuse this input.', severity: 'warning' }],
};

let client: ScriptedClient;
let rules: Result<'permission.rules'>;
beforeEach(() => {
  rules = RULES;
  useFolder.setState({ folder: '/p', trusted: false });
  useConfig.setState({ config: configSchema.parse({}) });
  useSelection.setState({ current: { view: 'permissions' }, past: [], future: [] });
  client = connect(
    createScriptedClient({
      'permission.rules': () => rules,
      'permission.check': () => DECISION,
      'folder.trust': () => ({}),
      'config.set': ({ change }) => ({ config: configSchema.parse(change) }),
    }),
  );
});

async function open() {
  show(<PermissionsView />);
  await screen.findByRole('heading', { level: 2, name: 'Rules' }, { timeout: 10_000 });
  return userEvent.setup();
}

describe('permissions', () => {
  it('lists the rules of a file as they are looked at, with their lines, and says which is off', async () => {
    await open();
    const list = screen.getByRole('list', { name: FILE });
    const rows = within(list)
      .getAllByRole('listitem')
      .map((row) => row.textContent);
    expect(rows).toEqual(['denyBash(rm *)line 5', 'askBash(git push *)line 4', 'allowBash(npm test)off until trustedline 3']);
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

  it('trusts the folder and reads the rules again', async () => {
    const user = await open();
    rules = { ...RULES, rules: [{ ...RM }], trusted: true };
    await user.click(screen.getByRole('button', { name: 'Trust this folder' }));
    expect(paramsOf(client, 'folder.trust')).toEqual([{ folder: '/p', trusted: true }]);
    expect(await screen.findByRole('button', { name: 'Withdraw trust' })).toBeTruthy();
    await waitFor(() => expect(screen.queryByText('off until trusted')).toBeNull());
  });

  it('asks what would happen and shows the decision part by part, down to the rule', async () => {
    const user = await open();
    await user.selectOptions(screen.getByRole('combobox', { name: 'Mode' }), 'plan');
    await user.type(screen.getByRole('textbox', { name: 'Command' }), 'git status && rm -rf build{Enter}');
    const parts = await screen.findByRole('list', { name: 'Parts of the command' });
    expect(paramsOf(client, 'permission.check')).toEqual([
      { folder: '/p', tool: 'Bash', input: { command: 'git status && rm -rf build' }, mode: 'plan' },
    ]);
    expect(within(parts).getAllByRole('listitem')).toHaveLength(2);
    expect(screen.getByText('bubblewrap')).toBeTruthy();
    expect(screen.getByText('Input would be refused')).toBeTruthy();
    expect(screen.getAllByText('Rule is never consulted')).toHaveLength(1);
    await user.click(within(parts).getByRole('button', { name: /Rule Bash\(rm \*\)/ }));
    expect(useSelection.getState().current).toEqual({ view: 'permissions', detail: 'Bash(rm *)' });
  });

  it('begins with the call that a link names, and keeps it while its rule is looked up', async () => {
    const item = { id: 'i1', kind: 'tool-call' as const, turn: 't', agent: 'main', toolUseId: 'u', name: 'Bash', state: 'denied' as const };
    useSession.setState({ views: { i1: { item, input: { command: 'rm -rf build', timeout: 5 }, more: false } } });
    useSelection.setState({ current: { view: 'permissions', item: 'i1' }, past: [], future: [] });
    const user = await open();
    const parts = await screen.findByRole('list', { name: 'Parts of the command' });
    expect(paramsOf(client, 'permission.check')).toMatchObject([{ tool: 'Bash', input: { command: 'rm -rf build' } }]);
    await user.click(within(parts).getByRole('button', { name: /Rule Bash\(rm \*\)/ }));
    expect(screen.getByRole('textbox', { name: 'Command' })).toHaveProperty('value', 'rm -rf build');
    expect(useSelection.getState().current.detail).toBe('Bash(rm *)');
  });

  it('takes the input of any other tool as JSON and says what is wrong with it', async () => {
    const user = await open();
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

  it('says when the rules cannot be read, and offers to open a folder where there is none', async () => {
    client.answers['permission.rules'] = () => {
      throw new HostCallError({ code: 'not-found', message: 'gone' });
    };
    show(<PermissionsView />);
    expect((await screen.findByRole('alert')).textContent).toMatch(/not found/);
    useFolder.setState({ folder: undefined });
    expect(await screen.findByRole('button', { name: 'Open a folder…' })).toBeTruthy();
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
