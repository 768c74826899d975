// @vitest-environment jsdom
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { questionOf } from '../../renderer/features/permissions/check-input';
import { PermissionsView } from '../../renderer/features/permissions/permissions-view';
import { groupRules } from '../../renderer/features/permissions/rule-groups';
import { goBack, useSelection } from '../../renderer/stores/selection';
import { openSession, useSession } from '../../renderer/stores/session';
import { HostCallError } from '../../renderer/transport/host-call-error';
import { demoState, SESSION } from './support/demo-session';
import { preparePage, resetPageAfterEach, show, useLanguage } from './support/page';
import { createPermissionDesk, FILE, openPermissions, type PermissionDesk, RM, RULES } from './support/permission-desk';
import { paramsOf } from './support/scripted-client';

preparePage();
resetPageAfterEach();
beforeAll(() => useLanguage('en'));

let desk: PermissionDesk;
beforeEach(() => {
  desk = createPermissionDesk();
});

describe('permissions', () => {
  it('lists the rules of a file as they are looked at, with their lines, and says which is off', async () => {
    await openPermissions();
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
    await openPermissions();
    expect(screen.getByRole('button', { name: /Bash\(rm \*\)/ }).getAttribute('aria-current')).toBe('true');
  });

  it('shows problems with place and suggestion, the files that are not there, and what is protected', async () => {
    await openPermissions();
    expect(screen.getByText('Rule is never consulted')).toBeTruthy();
    expect(screen.getByText(`${FILE}:6`)).toBeTruthy();
    expect(screen.getByText('Read(x)')).toBeTruthy();
    expect(screen.getByText('not there')).toBeTruthy();
    expect(screen.getByText('.npmrc')).toBeTruthy();
    expect(screen.getByText('/shared')).toBeTruthy();
  });

  it('lists what trusting turns on', async () => {
    await openPermissions();
    const list = screen.getByRole('list', { name: 'What trusting it turns on', hidden: true });
    expect(list.textContent).toContain(RULES.rules.find(({ off }) => off === 'untrusted')?.text);
    expect(list.textContent).toContain('Tests and builds run in the sandbox');
  });

  it('trusts the folder and reads the rules again', async () => {
    const user = await openPermissions();
    desk.rules = { ...RULES, rules: [{ ...RM }], trusted: true };
    await user.click(screen.getByRole('button', { name: 'Trust this folder' }));
    expect(paramsOf(desk.client, 'folder.trust')).toEqual([{ folder: '/p', trusted: true }]);
    expect(await screen.findByRole('button', { name: 'Withdraw trust' })).toBeTruthy();
    await waitFor(() => expect(screen.queryByText('off until trusted')).toBeNull());
  });

  it('asks what would happen and shows the decision part by part, down to the rule and the row', async () => {
    const user = await openPermissions('Simulator');
    await user.selectOptions(screen.getByRole('combobox', { name: 'Mode' }), 'plan');
    await user.type(screen.getByRole('textbox', { name: 'Command' }), 'git status && rm -rf build{Enter}');
    const parts = await screen.findByRole('list', { name: 'Parts of the command' });
    expect(paramsOf(desk.client, 'permission.check')).toEqual([
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
    useSession.setState({ views: new Map([['i1', { item, input: { command: 'rm -rf build', timeout: 5 }, more: false }]]) });
    useSelection.setState({ current: { view: 'permissions', item: 'i1' }, past: [], future: [] });
    show(<PermissionsView folder="/p" />);
    const parts = await screen.findByRole('list', { name: 'Parts of the command' });
    expect(paramsOf(desk.client, 'permission.check')).toMatchObject([{ tool: 'Bash', input: { command: 'rm -rf build', timeout: 5 } }]);
    expect(screen.getByText(/other fields of the call count as they were: timeout/)).toBeTruthy();
    await userEvent.click(within(parts).getByRole('button', { name: /Rule Bash\(rm \*\)/ }));
    expect(useSelection.getState().current.detail).toBe('Bash(rm *)');
    act(goBack);
    expect(await screen.findByRole('textbox', { name: 'Command' })).toHaveProperty('value', 'rm -rf build');
  });

  it('takes the input of any other tool as JSON and says what is wrong with it', async () => {
    const user = await openPermissions('Simulator');
    await user.selectOptions(screen.getByRole('combobox', { name: 'Tool' }), 'other');
    await user.type(screen.getByRole('textbox', { name: 'Name' }), 'Nope');
    await user.type(screen.getByRole('textbox', { name: 'Input (JSON)' }), '{{');
    await user.click(screen.getByRole('button', { name: 'Decide' }));
    expect(await screen.findByText('The input is not valid JSON.')).toBeTruthy();
    desk.client.answers['permission.check'] = () => {
      throw new HostCallError({ code: 'not-found', message: 'No tool is called "Nope"' });
    };
    await user.clear(screen.getByRole('textbox', { name: 'Input (JSON)' }));
    await user.click(screen.getByRole('button', { name: 'Decide' }));
    expect(await screen.findByText('No tool has this name.')).toBeTruthy();
  });

  it('counts what the open session was granted', async () => {
    const state = { ...demoState(), folder: '/p', rules: ['Bash(make)'] };
    desk.client.answers['session.open'] = () => ({ state, totalItems: state.items.length, totalCalls: state.calls.length, views: [] });
    desk.rules = { ...RULES, rules: [{ text: 'Bash(make)', verdict: 'allow', scope: 'session' }] };
    await openSession(SESSION);
    const user = await openPermissions();
    expect(paramsOf(desk.client, 'permission.rules').at(-1)).toEqual({ folder: '/p', session: SESSION });
    expect(within(screen.getByRole('list', { name: 'this session' })).getByText('Bash(make)')).toBeTruthy();
    await user.click(screen.getByRole('tab', { name: 'Simulator' }));
    await user.type(screen.getByRole('textbox', { name: 'Command' }), 'make{Enter}');
    await waitFor(() => expect(paramsOf(desk.client, 'permission.check')[0]).toMatchObject({ session: SESSION }));
  });

  it('makes a mode the one of new sessions, unless a settings file says it', async () => {
    const user = await openPermissions();
    await user.click(screen.getByRole('button', { name: 'Use for new sessions: Plan' }));
    expect(paramsOf(desk.client, 'config.set')).toEqual([{ change: { mode: 'plan' } }]);
    desk.rules = { ...RULES, defaultMode: 'acceptEdits' };
    await user.click(screen.getByRole('button', { name: 'Read the rules again' }));
    expect(await screen.findByText(/A settings file says/)).toBeTruthy();
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Use for new sessions: Ask' }).disabled).toBe(true);
  });

  it('says when the rules cannot be read', async () => {
    desk.client.answers['permission.rules'] = () => {
      throw new HostCallError({ code: 'not-found', message: 'gone' });
    };
    show(<PermissionsView folder="/p" />);
    expect((await screen.findByRole('alert')).textContent).toMatch(/not found/);
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
