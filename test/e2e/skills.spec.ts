import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { axeFindings } from './support/axe';
import { conversation } from './support/conversation';
import { expect, test } from './support/test';

const FILE = '.claude/skills/deploy/SKILL.md';

test.use({
  boot: {
    model: 'scripted/skills',
    files: { [FILE]: '---\n# why\nname: deploy\ndescription: Deploys. Use when asked to ship.\n---\nDeploy to $0.\n' },
  },
});

test('a skill is edited by text and form, used by the model, and found in the ledger', async ({ workbench }) => {
  const { page, folder } = workbench;
  const { composer, ended, approval } = conversation(page);
  const tab = (name: string | RegExp) => page.getByRole('tab', { name });
  const read = () => readFileSync(join(folder, FILE), 'utf8');

  await page.getByRole('button', { name: 'Skills & memory' }).first().click();
  await page.getByRole('button', { name: /^\/deploy/ }).click();
  const editor = page.getByRole('textbox', { name: /deploy\/SKILL\.md$/ });
  await expect(editor).toContainText('Deploy to $0.');
  writeFileSync(join(folder, FILE), read().replace('Deploy to $0.', 'Deploy it to $0.'));
  await expect(editor).toContainText('Deploy it to $0.');
  await tab('Form').click();
  await page.getByRole('textbox', { name: 'Hint for arguments' }).fill('[stage]');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect.poll(read).toContain('# why\nname: deploy');
  await expect.poll(read).toContain('argument-hint: "[stage]"\n---\nDeploy it to $0.');
  await tab(/^What the model sees/).click();
  await page.getByRole('textbox', { name: 'Sample arguments' }).fill('stg');
  await expect(page.getByText('Deploy it to stg.')).toBeVisible();
  expect(await axeFindings(page, 'what the model sees')).toEqual([]);

  await page.getByRole('button', { name: 'Sessions' }).first().click();
  await composer.fill('Ship it');
  await composer.press('Enter');
  await approval('Skill')
    .getByRole('button', { name: /^Allow once/ })
    .click();
  await ended();
  await expect(page.getByRole('list', { name: 'How the skill came in' })).toContainText('by the model: one more call');
  await page.getByRole('button', { name: 'Edit the skill' }).click();
  await tab('Ledger').click();
  const uses = page.getByRole('list', { name: 'Uses' });
  await expect(uses).toContainText('by the model');
  await expect(uses.getByRole('list', { name: 'What the model has seen of it' }).getByRole('listitem')).toHaveCount(4);
  expect(await axeFindings(page, 'ledger of skills')).toEqual([]);
});
