import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { axeFindings, SAME_PAGE } from './support/axe';
import { conversation } from './support/conversation';
import { expect, onlyIn, type Page, test } from './support/test';

test.use({ boot: { model: 'scripted/desk' } });

function hooks(page: Page) {
  return {
    form: page.getByRole('region', { name: 'The hook as a form' }),
    tab: (name: RegExp) => page.getByRole('tab', { name }),
    open: () => page.getByRole('button', { name: 'Hooks' }).first().click(),
  };
}

test('a hook is written with the form, denies a call, and is tried again on what was recorded', async ({ workbench }) => {
  const { page, folder } = workbench;
  const { send, ended, card } = conversation(page);
  const { form, tab, open } = hooks(page);
  await page.getByRole('button', { name: 'Trust this folder' }).click();
  await open();
  await page.getByRole('button', { name: 'New hook' }).click();
  await form.getByRole('textbox', { name: 'Command' }).fill('echo "nothing is touched here" >&2; exit 2');
  await page.keyboard.press('Tab');
  await form.getByRole('textbox', { name: 'Matcher' }).fill('Bash');
  await page.keyboard.press('Enter');
  const file = page.getByRole('textbox', { name: /as JSON$/ });
  await expect(file).toContainText('"matcher": "Bash"');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('list', { name: 'PreToolUse' })).toContainText('exit 2');
  const written: unknown = JSON.parse(readFileSync(join(folder, '.claude/settings.local.json'), 'utf8'));
  expect(written).toMatchObject({ hooks: { PreToolUse: [{ matcher: 'Bash', hooks: [{ type: 'command' }] }] } });

  await page.getByRole('button', { name: 'Sessions' }).first().click();
  await send('Touch a file');
  await expect(page.getByText('It was not made.')).toBeVisible();
  await ended('finished');
  await expect(card(/^Bash touch/)).toContainText('deny');

  await page.keyboard.press('ControlOrMeta+j');
  await tab(/^Hooks$/).click();
  await page.getByRole('option', { name: /PreToolUse/ }).click();
  const ledger = page.getByRole('group', { name: 'Hook ledger' });
  await expect(ledger).toContainText('nothing is touched here');
  await expect(ledger).toContainText('exit 2');
  await ledger.getByRole('button', { name: /settings\.local\.json/ }).click();
  await expect(form.getByRole('textbox', { name: 'Matcher' })).toHaveValue('Bash');

  await form.getByRole('button', { name: 'Try it on the test bench' }).click();
  await page.getByRole('combobox', { name: 'Input from' }).selectOption({ index: 1 });
  await expect(page.getByRole('textbox', { name: 'What the hooks are given' })).toContainText('made-by-agent.txt');
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await expect(page.getByRole('group', { name: 'Result' })).toContainText('nothing is touched here');
});

test.describe('in both themes', () => {
  onlyIn(['serve'], SAME_PAGE);

  test('every tab of the hooks stands without a violation, and an example is enabled', async ({ workbench }) => {
    const { page, folder } = workbench;
    const { tab, open, form } = hooks(page);
    await open();
    await page.getByRole('button', { name: 'Look at the examples' }).click();
    await page.getByRole('button', { name: /Block writing of secrets/ }).click();
    await expect(page.getByRole('group', { name: 'The script' })).toContainText('PRIVATE KEY');
    await page.getByRole('button', { name: 'Write it' }).click();
    await expect(page.getByText('enabled already')).toBeVisible();
    expect(readFileSync(join(folder, '.claude/hooks/block-secrets.sh'), 'utf8')).toContain('exit 2');
    await tab(/^Hooks/)
      .first()
      .click();
    await page.getByRole('list', { name: 'PreToolUse' }).getByRole('button').click();
    await expect(form).toBeVisible();
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      for (const name of [/^Hooks/, /^Test bench/, /^Examples/]) {
        await tab(name).first().click();
        expect(await axeFindings(page, `${colorScheme}, ${name}`)).toEqual([]);
      }
    }
  });
});
