// @vitest-environment jsdom
import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { useConfig } from '../../renderer/stores/config';
import { useSelection } from '../../renderer/stores/selection';
import { useToasts } from '../../renderer/stores/toasts';
import { configSchema } from '../../shared/model/config';
import { preparePage, resetPageAfterEach, useLanguage } from './support/page';
import { createPermissionDesk, cell, FILE, MATRIX, openPermissions, type PermissionDesk, says } from './support/permission-desk';
import { paramsOf } from './support/scripted-client';

preparePage();
resetPageAfterEach();
beforeAll(() => useLanguage('en'));

let desk: PermissionDesk;
beforeEach(() => {
  desk = createPermissionDesk();
});

describe('the matrix', () => {
  const chosen = () => document.querySelector('[data-chosen="true"]');

  it('is walked with the arrow keys, and says why a cell is decided so', async () => {
    const user = await openPermissions('Matrix');
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

  it('draws every row of a long one', async () => {
    const rows = Array.from({ length: 150 }, (_, at) => ({ id: `mcp:s${at}`, capability: 'mcp' as const, of: `s${at}`, says }));
    const cells = rows.map(({ id }) => cell(id, 'mode:default', 'ask'));
    desk.client.answers['permission.matrix'] = () => ({ ...MATRIX, rows, cells });
    await openPermissions('Matrix');
    await waitFor(() => expect(document.querySelectorAll('[data-row]')).toHaveLength(150));
  });

  it('shows what setting a cell changes, writes it when told to, and takes it back', async () => {
    const user = await openPermissions('Matrix');
    const cells = within(await screen.findByRole('grid')).getAllByRole('gridcell');
    await user.click(cells[2] ?? document.body);
    await user.keyboard('{Enter}');
    expect(screen.getByRole('button', { name: 'no rule', pressed: true })).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'allow' }));
    expect(await screen.findByRole('button', { name: 'allow', pressed: true })).toBeTruthy();
    expect(screen.getByRole('button', { name: 'no rule', pressed: false })).toBeTruthy();
    expect(paramsOf(desk.client, 'permission.plan')).toEqual([
      { folder: '/p', edits: [{ type: 'cell', row: 'git-commit', column: 'scope:project', verdict: 'allow' }] },
    ]);
    const preview = await screen.findByRole('region', { name: 'What this would change' });
    expect(within(preview).getByRole('list', { name: '1 cell changes' }).textContent).toContain('Git: commit');
    expect(within(preview).getByRole('button', { name: 'Edit that rule' })).toBeTruthy();
    expect(paramsOf(desk.client, 'permission.apply')).toEqual([]);
    await user.click(within(preview).getByRole('button', { name: 'Write it' }));
    expect(paramsOf(desk.client, 'permission.apply')).toMatchObject([{ hashes: { [FILE]: 'h1' } }]);
    act(() => useToasts.getState().toasts.at(-1)?.action?.run());
    await waitFor(() => expect(paramsOf(desk.client, 'permission.undo')).toEqual([{ undo: 'undo_1' }]));
  });

  it('says that the examples of a cell differ, and how; and what a mode does', async () => {
    const differing = { ...cell('delete', 'mode:default', 'ask'), mixed: true };
    const probes = [...differing.probes, { call: 'Bash rm x', decision: 'allow' as const }];
    desk.matrix = { ...MATRIX, cells: MATRIX.cells.map((one, index) => (index === 1 ? { ...differing, probes } : one)) };
    const user = await openPermissions('Matrix');
    const cells = within(await screen.findByRole('grid')).getAllByRole('gridcell');
    expect(cells[1]?.textContent).toBe('partly ask');
    expect(cells[1]?.title).toContain('allow 1 · ask 1');
    await user.click(cells[1] ?? document.body);
    expect(screen.getByText(/not decided alike: allow 1 · ask 1/)).toBeTruthy();
    expect(screen.getByText(/Reads inside the folder without asking/)).toBeTruthy();
  });

  it('says at the network row that WebFetch is switched off', async () => {
    useConfig.setState({ config: configSchema.parse({ webFetch: false }) });
    desk.matrix = {
      ...MATRIX,
      rows: [{ id: 'network', capability: 'network', says }],
      cells: [cell('network', 'scope:project'), cell('network', 'mode:default', 'ask')],
    };
    const user = await openPermissions('Matrix');
    await user.click(within(await screen.findByRole('grid')).getAllByRole('gridcell')[1] ?? document.body);
    expect(screen.getByText(/WebFetch is switched off/)).toBeTruthy();
  });

  it('selects a row that was added, and says which row stands for the same rules already', async () => {
    const user = await openPermissions('Matrix');
    await user.click(await screen.findByRole('button', { name: 'Add a row' }));
    await user.type(screen.getByRole('textbox', { name: 'Name of the row' }), 'Mine');
    await user.type(screen.getByRole('textbox', { name: 'Rules, one a line' }), 'Bash(x *)');
    expect(screen.getByText('The row “Delete” stands for these rules already.')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Show the change' }));
    desk.matrix = {
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
    const user = await openPermissions('Matrix');
    const cells = within(await screen.findByRole('grid')).getAllByRole('gridcell');
    await user.click(cells[4] ?? document.body);
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'allow' }).disabled).toBe(true);
    await user.click(screen.getByRole('button', { name: 'Add a row' }));
    await user.type(screen.getByRole('textbox', { name: 'Name of the row' }), 'Docs');
    await user.type(screen.getByRole('textbox', { name: 'Rules, one a line' }), 'Edit(docs/**)');
    await user.click(screen.getByRole('button', { name: 'Show the change' }));
    expect(paramsOf(desk.client, 'permission.plan')).toMatchObject([
      { edits: [{ type: 'add-row', name: 'Docs', rules: ['Edit(docs/**)'] }] },
    ]);
  });
});
