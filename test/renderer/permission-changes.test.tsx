// @vitest-environment jsdom
import i18next from 'i18next';
import { screen, within } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { questionOf } from '../../renderer/features/permissions/check-input';
import { editsFor } from '../../renderer/features/permissions/rule-editor';
import { useSelection } from '../../renderer/stores/selection';
import { useToasts } from '../../renderer/stores/toasts';
import { SESSION } from './support/demo-session';
import { preparePage, resetPageAfterEach, useLanguage } from './support/page';
import { createPermissionDesk, FILE, openPermissions, type PermissionDesk, RM } from './support/permission-desk';
import { paramsOf } from './support/scripted-client';

preparePage();
resetPageAfterEach();
beforeAll(() => useLanguage('en'));

let desk: PermissionDesk;
beforeEach(() => {
  desk = createPermissionDesk();
});

describe('changing rules', () => {
  it('shows what a changed, removed or suggested rule would do', async () => {
    const user = await openPermissions('Rules');
    await user.click(await screen.findByRole('button', { name: 'Show what this rule would change: Bash(npm test)' }));
    await user.click(screen.getByRole('button', { name: /Bash\(git push \*\)/ }));
    await user.selectOptions(screen.getByRole('combobox', { name: 'Verdict' }), 'deny');
    await user.click(screen.getByRole('button', { name: 'Show the change' }));
    await user.click(screen.getByRole('button', { name: 'Remove' }));
    const place = { scope: 'project', file: FILE, verdict: 'ask', rule: 'Bash(git push *)' };
    expect(paramsOf(desk.client, 'permission.plan').map((params) => params)).toMatchObject([
      { edits: [{ type: 'add', scope: 'local', verdict: 'allow', rule: 'Bash(npm test)' }] },
      { edits: [{ ...place, type: 'replace', by: { verdict: 'deny', rule: 'Bash(git push *)' } }] },
      { edits: [{ ...place, type: 'remove' }] },
    ]);
  });

  it('says at the field what is no rule', async () => {
    desk.refusal = { message: 'Bsh(git push has no closing parenthesis.' };
    const user = await openPermissions('Rules');
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
    desk.refusal = {
      message: 'The parentheses of "Bash()" are empty: the rule never matches.',
      data: { problem: 'empty-specifier', suggestion: 'Bash(*)' },
    };
    const user = await openPermissions('Rules');
    await user.click(screen.getByRole('button', { name: /Bash\(git push \*\)/ }));
    await user.type(screen.getByRole('textbox', { name: 'Rule' }), 'x');
    await user.click(screen.getByRole('button', { name: 'Show the change' }));
    await screen.findByText(`This is no rule: ${i18next.t('diagnostics:code.empty-specifier')}`);
    expect(screen.getByText('Bash(*)').parentElement?.textContent).toBe('Probably meant: Bash(*)');
  });

  it('replays recorded calls under unsaved rules', async () => {
    const user = await openPermissions('Replay');
    await user.selectOptions(screen.getByRole('combobox', { name: 'Verdict' }), 'deny');
    await user.type(screen.getByRole('textbox', { name: 'Rule' }), 'Bash(rm *){Enter}');
    await user.click(screen.getByRole('button', { name: 'Replay' }));
    expect(paramsOf(desk.client, 'permission.replay')).toEqual([
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
