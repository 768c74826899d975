import { axeFindings, SAME_PAGE } from './support/axe';
import { conversation } from './support/conversation';
import { runCommand } from './support/run-command';
import { expect, onlyIn, type Page, test } from './support/test';
import { showRow } from './support/virtual-list';

function collectFindings(page: Page) {
  const found: string[] = [];
  return {
    found,
    check: async (where: string, except: string[] = []) => {
      found.push(...(await axeFindings(page, where, except)));
    },
  };
}

for (const theme of ['light', 'dark'] as const) {
  test.describe(`in ${theme}`, () => {
    onlyIn(['serve'], SAME_PAGE);
    test.use({ boot: { config: { theme } } });

    test('axe finds nothing in a conversation and its inspector', async ({ workbench }) => {
      test.setTimeout(120_000);
      const { page } = workbench;
      const { composer, send, ask, approval, ended } = conversation(page);
      const { found, check } = collectFindings(page);
      await expect(page.locator('html')).toHaveAttribute('data-theme', theme);
      await expect(composer).toBeFocused();
      await expect(page.getByRole('region', { name: 'Tour' })).toBeVisible();
      await check('first run');

      await ask('Which teas are on the menu?');
      await send('Raise the price of sencha to 6.90.');
      await expect(approval('Edit')).toBeVisible();
      await check('approval');
      await approval('Edit').getByRole('button', { name: 'Reject with words' }).click();
      await check('reject with words');
      await page.keyboard.press('Escape');
      await approval('Edit').getByRole('button', { name: 'Allow once' }).click();
      await ended('finished');
      await check('conversation');
      await send('Plan the spring menu with me.');
      await expect(page.getByRole('region', { name: 'The agent asks' })).toBeVisible();
      await check('question');
      await page.getByRole('button', { name: 'Leave unanswered' }).click();
      await ended();

      const inspector = page.getByRole('region', { name: 'Inspector' });
      const pieces = inspector.getByRole('listbox', { name: 'Pieces of the request, in order' });
      await (await showRow(pieces, /^Core instructions \(system\)/)).click();
      await expect(inspector.getByRole('region', { name: 'The chosen piece' })).toBeVisible();
      await check('anatomy');
      for (const [tab, ready] of [
        ['Changes', inspector.getByRole('region', { name: 'What the cache did' })],
        ['Raw', inspector.getByRole('region', { name: 'Body of the request' })],
        ['Response', inspector.getByText('stop_reason', { exact: true })],
      ] as const) {
        await inspector.getByRole('tab', { name: tab }).click();
        await expect(ready).toBeVisible();
        await check(tab);
      }
      await inspector.getByRole('button', { name: /^Linter/ }).click();
      await check('lint');
      expect(found).toEqual([]);
    });

    test('axe finds nothing in docks, dialogs, menus and views', async ({ workbench }) => {
      test.setTimeout(120_000);
      const { page } = workbench;
      const { found, check } = collectFindings(page);
      await conversation(page).ask('Which teas are on the menu?');
      await page.keyboard.press('Control+j');
      await expect(page.getByRole('region', { name: 'Terminal and ledgers' })).toBeVisible();
      await check('ledgers');
      await page.keyboard.press('Control+k');
      await expect(page.getByRole('dialog', { name: 'Command palette' })).toBeVisible();
      await check('palette');
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toHaveCount(0);
      await page.keyboard.press('Control+o');
      await expect(page.getByRole('dialog', { name: 'Open a folder' })).toBeVisible();
      await check('folder picker');
      await page.keyboard.press('Escape');
      await runCommand(page, 'Keyboard shortcuts');
      await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
      await check('shortcut sheet');
      await page.keyboard.press('Escape');
      await runCommand(page, 'Export this');
      await expect(page.getByRole('dialog', { name: 'Export session' })).toBeVisible();
      await check('export');
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: /^Model: / }).click();
      await expect(page.getByRole('menu')).toBeVisible();
      // An open menu floats above the landmarks by its pattern.
      await check('model menu', ['region']);
      await page.keyboard.press('Escape');

      for (const name of ['Permissions', 'Skills & memory', 'Settings']) {
        await page.getByRole('navigation', { name: 'Areas' }).getByRole('button', { name }).click();
        await expect(page.getByRole('region', { name, exact: true })).toBeVisible();
        await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0);
        await check(name);
      }
      expect(found).toEqual([]);
    });
  });
}

test.describe('in the desktop app', () => {
  onlyIn(['electron'], 'the browser walks every screen, and the package holds the page of the app');

  test('axe finds nothing on the first screen and in a conversation, in both themes', async ({ workbench }) => {
    const { page } = workbench;
    await expect(page.getByRole('region', { name: 'Tour' })).toBeVisible();
    const found = await axeFindings(page, 'first run');
    await conversation(page).ask('Which teas are on the menu?');
    found.push(...(await axeFindings(page, 'conversation')));
    await runCommand(page, 'dark theme');
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
    found.push(...(await axeFindings(page, 'conversation in the dark')));
    expect(found).toEqual([]);
  });
});
