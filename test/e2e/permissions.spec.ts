import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { axeFindings, SAME_PAGE } from './support/axe';
import { conversation } from './support/conversation';
import { expect, onlyIn, type Page, test } from './support/test';

test.use({ boot: { model: 'scripted/desk' } });

function permissions(page: Page) {
  const grid = page.getByRole('grid', { name: 'Permission matrix' });
  return {
    grid,
    cell: (row: string, column: number) => grid.locator(`[data-row="${row}"]`).getByRole('gridcell').nth(column),
    preview: page.getByRole('region', { name: 'What this would change' }),
    tab: (name: RegExp) => page.getByRole('tab', { name }),
    async open() {
      await page.getByRole('button', { name: 'Permissions' }).first().click();
      await expect(grid).toBeVisible();
    },
  };
}

test('a permission is set up from nothing in the matrix, tried, and taken back', async ({ workbench }) => {
  const { page, folder } = workbench;
  const file = join(folder, '.claude/settings.local.json');
  const { open, cell, preview, grid, tab } = permissions(page);
  await open();
  await page.getByRole('button', { name: 'Trust this folder' }).click();
  // Columns: your settings, project, local, then the modes.
  await expect(cell('git-commit', 3)).toContainText('ask');
  await cell('git-commit', 2).click();
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'allow', exact: true }).click();
  await expect(preview).toContainText('Bash(git commit *)');
  await expect(preview.getByRole('list', { name: /cells? changes?/ })).toContainText('Git: commit');
  expect(existsSync(file)).toBe(false);
  await preview.getByRole('button', { name: 'Write it' }).click();
  await expect(cell('git-commit', 3)).toContainText('allow');
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ permissions: { allow: ['Bash(git add *)', 'Bash(git commit *)'] } });

  await tab(/^Simulator/).click();
  await page.getByRole('textbox', { name: 'Command' }).fill('git commit -m x && git push');
  await page.getByRole('button', { name: 'Decide' }).click();
  const parts = page.getByRole('list', { name: 'Parts of the command' });
  await expect(parts.getByRole('listitem').first()).toContainText('Bash(git commit *)');
  await expect(parts.getByRole('listitem').last()).toContainText('ask');
  await page.getByRole('button', { name: 'Push and publish' }).click();
  await expect(grid).toBeVisible();

  await page.getByRole('region', { name: 'Messages' }).getByRole('button', { name: 'Undo' }).last().click();
  await expect(cell('git-commit', 3)).toContainText('ask');
  expect(existsSync(file)).toBe(false);
  const decided = await workbench.cli(
    'permissions',
    'check',
    '--tool',
    'Bash',
    '--input',
    '{"command":"git commit -m x"}',
    '--cwd',
    folder,
  );
  expect(JSON.parse(decided.out)).toMatchObject({ decision: 'ask', capabilities: [{ capability: 'git-commit' }] });
});

test('the matrix is walked by keyboard, names the rule in the way, and leads to it', async ({ workbench }) => {
  const { page, folder } = workbench;
  mkdirSync(join(folder, '.claude'), { recursive: true });
  writeFileSync(join(folder, '.claude/settings.json'), '{ "permissions": { "deny": ["Bash(git commit *)"] } }\n');
  const { open, cell, preview, tab } = permissions(page);
  await open();
  await page.getByRole('button', { name: 'Read the rules again' }).click();
  await expect(cell('git-commit', 1)).toContainText('deny');
  await cell('git-commit', 1).click();
  await page.keyboard.press('ArrowRight');
  await expect(cell('git-commit', 2)).toBeFocused();
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'allow', exact: true }).click();
  await preview.getByRole('button', { name: 'Edit that rule' }).click();
  await expect(tab(/^Rules/)).toHaveAttribute('data-state', 'active');
  await expect(page.getByRole('textbox', { name: 'Rule' })).toHaveValue('Bash(git commit *)');
  await page.getByRole('button', { name: 'Remove', exact: true }).click();
  await preview.getByRole('button', { name: 'Write it' }).click();
  await expect(page.getByText('No rules in this file.')).toBeVisible();
  expect(JSON.parse(readFileSync(join(folder, '.claude/settings.json'), 'utf8'))).toEqual({ permissions: { deny: [] } });
});

test('recorded calls are decided anew under rules that are not saved', async ({ workbench }) => {
  const { page, folder } = workbench;
  await workbench.cli('run', '-p', 'Touch a file', '--model', 'scripted/desk', '--cwd', folder);
  const { open, tab } = permissions(page);
  await open();
  await tab(/^Replay/).click();
  await page.getByRole('combobox', { name: 'Verdict' }).selectOption('deny');
  await page.getByRole('textbox', { name: 'Rule' }).fill('Bash(touch *)');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Replay', exact: true }).click();
  const changes = page.getByRole('list', { name: 'Calls that come out otherwise' });
  await expect(changes.getByRole('listitem').first()).toContainText('touch');
  await expect(changes.getByRole('listitem').first()).toContainText('deny');
});

test.describe('in both themes', () => {
  onlyIn(['serve'], SAME_PAGE);

  test('every tab stands without a violation', async ({ workbench }) => {
    const { page } = workbench;
    const { open, tab } = permissions(page);
    await open();
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      for (const name of [/^Matrix/, /^Rules/, /^Simulator/, /^Replay/]) {
        await tab(name).click();
        expect(await axeFindings(page, `${colorScheme}, ${name}`)).toEqual([]);
      }
    }
  });
});

test('an approval for always writes the rule that its card shows, and asks no more', async ({ workbench }) => {
  const { page, folder } = workbench;
  const { send, approval, ended, card } = conversation(page);
  await page.getByRole('button', { name: 'Trust this folder' }).click();
  await expect(page.getByText('Do you trust this folder?')).toHaveCount(0);
  await send('Touch a file');
  await expect(approval('Bash')).toContainText('Bash(touch made-by-agent.txt)');
  await expect(approval('Bash')).toContainText('.claude/settings.local.json');
  await approval('Bash').getByRole('button', { name: 'Allow always' }).click();
  await ended('finished');
  const settings: unknown = JSON.parse(readFileSync(join(folder, '.claude/settings.local.json'), 'utf8'));
  expect(settings).toMatchObject({ permissions: { allow: ['Bash(touch made-by-agent.txt)'] } });
  await send('Touch a file');
  await expect(card(/^Bash touch/)).toHaveCount(2);
  await expect(card(/^Bash touch/).last()).toContainText('allow');
  await ended('finished');
});
