import { readFileSync, writeFileSync } from 'node:fs';
import { axeFindings, SAME_PAGE } from './support/axe';
import { conversation } from './support/conversation';
import { expect, onlyIn, test } from './support/test';

const boot = (theme: 'light' | 'dark') => ({
  model: 'scripted/audit',
  files: { 'notes.txt': 'one\ntwo\n' },
  config: { mode: 'bypassPermissions' as const, theme },
});
test.use({ boot: boot('light') });

test('what was done is on record, can be filtered, and leads back to where it happened', async ({ workbench }) => {
  const { page } = workbench;
  await page.keyboard.press('Control+5');
  await expect(page.getByRole('heading', { name: 'Nothing has been done here yet' })).toBeVisible();
  await page.keyboard.press('Control+1');
  const { ask, send, approval, ended, card } = conversation(page);
  await ask('Do some work');
  await ask('Remove the folder');
  await send('Remove the folder');
  await expect(approval('Bash')).toContainText(/was made in this session before. It was made at .+ \(record item_/);
  await approval('Bash')
    .getByRole('button', { name: /^Reject(?! with)/ })
    .click();
  await ended();

  await page.keyboard.press('Control+5');
  const rows = page.getByRole('listbox', { name: 'Records, newest first' }).getByRole('option');
  await expect(rows).toHaveCount(5);
  await expect(rows.first()).toContainText('not run');
  await expect(rows.last()).toContainText('notes.txt');
  await expect(page.getByRole('button', { name: 'Log is whole' })).toBeVisible();

  await page.getByRole('combobox', { name: 'Capability' }).selectOption('Delete');
  await expect(rows).toHaveCount(2);
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(rows).toHaveCount(5);
  await page.getByRole('listbox').focus();
  await page.keyboard.press('End');
  const detail = page.getByLabel('The chosen record');
  await expect(detail).toContainText('Write source');
  await expect(detail).toContainText('Written');
  await page.keyboard.press('ArrowUp');
  await expect(detail).toContainText('mkdir made');
  await detail.getByRole('button', { name: 'Show in the session' }).click();
  await expect(card(/mkdir made|Make a folder/)).toBeVisible();
});

test('a log that was edited says where', async ({ workbench }) => {
  const { page, cli, folder = '' } = workbench;
  await conversation(page).ask('Do some work');
  const { file } = JSON.parse((await cli('audit', '--verify', '--json', '--cwd', folder)).out);
  writeFileSync(file, readFileSync(file, 'utf8').replace('mkdir made', 'mkdir mode'));
  await page.keyboard.press('Control+5');
  await page.getByRole('button', { name: 'broken in 1 place' }).click();
  await expect(page.getByRole('dialog', { name: 'Is the log whole?' })).toContainText('is not what was written');
  const verified = await cli('audit', '--verify', '--cwd', folder);
  expect(verified.code).toBe(1);
});

for (const theme of ['light', 'dark'] as const) {
  test.describe(`in ${theme}`, () => {
    onlyIn(['serve'], SAME_PAGE);
    test.use({ boot: boot(theme) });
    test('axe finds nothing, with nothing on record and with a record chosen', async ({ workbench }) => {
      const { page } = workbench;
      await page.keyboard.press('Control+5');
      await expect(page.getByRole('heading', { name: 'Nothing has been done here yet' })).toBeVisible();
      const empty = await axeFindings(page, 'empty');
      await page.keyboard.press('Control+1');
      await conversation(page).ask('Do some work');
      await page.keyboard.press('Control+5');
      await page.getByRole('option', { name: /mkdir made/ }).click();
      await expect(page.getByLabel('The chosen record')).toBeVisible();
      expect([...empty, ...(await axeFindings(page, 'a record'))]).toEqual([]);
    });
  });
}

test.describe('in Japanese', () => {
  test.use({ boot: { ...boot('light'), language: 'ja' } });
  test('the view speaks the language of the person', async ({ workbench }) => {
    const { page } = workbench;
    await page.keyboard.press('Control+5');
    await expect(page.getByRole('heading', { name: 'まだ何も行われていません' })).toBeVisible();
  });
});
