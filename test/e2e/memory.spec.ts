import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { axeFindings } from './support/axe';
import { conversation } from './support/conversation';
import { expect, test } from './support/test';

test.use({
  boot: {
    model: 'scripted/memory',
    files: {
      'CLAUDE.md': '# House rules\n\nUse tabs.\nNever run `npm publish`.\n@docs/style.md\n',
      'docs/style.md': 'Use spaces for indentation.\n',
      '.claude/rules/tests.md': '---\npaths: "**/*.test.ts"\n---\nOne assertion each.\n',
      'notes.txt': 'one\n',
    },
  },
});

test('memory is looked at, edited without losing anything, made a rule, and added to from the composer', async ({ workbench }) => {
  const { page, folder, kind } = workbench;
  const { composer } = conversation(page);
  const read = (path: string) => readFileSync(join(folder, path), 'utf8');
  await composer.fill('#Answer in verse');
  await expect(page.getByRole('region', { name: 'Add to the instructions' })).toContainText('- Answer in verse');
  await composer.press('Enter');
  await expect.poll(() => read('CLAUDE.md')).toMatch(/- Answer in verse\n$/);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => read('CLAUDE.md')).toMatch(/style\.md\n$/);

  await page.getByRole('button', { name: 'Skills & memory' }).first().click();
  await page.getByRole('tab', { name: 'Memory' }).click();
  const files = page.getByRole('list', { name: 'Memory files' });
  await expect(files.getByRole('listitem')).toHaveCount(3);
  const findings = page.getByRole('list', { name: 'Worth knowing' });
  await expect(findings).toContainText('Use spaces for indentation.');
  await files.getByRole('button', { name: 'Open CLAUDE.md' }).click();
  const editor = page.getByRole('textbox', { name: /^Text of .*CLAUDE\.md$/ });
  await expect(editor).toContainText('Use tabs.');
  await editor.press('ControlOrMeta+End');
  await editor.pressSequentially('Be kind.');
  await expect(page.getByText('not saved')).toBeVisible();
  await expect.poll(() => page.evaluate(() => localStorage.getItem('vitrine.documents') ?? '')).toContain('Be kind.');
  await page.reload();
  await expect(editor).toContainText('Be kind.');
  await expect(page.getByText('not saved')).toBeVisible();
  if (kind === 'serve') expect(await axeFindings(page, 'memory')).toEqual([]);

  writeFileSync(join(folder, 'CLAUDE.md'), 'Written by somebody else.\n');
  await expect(page.getByRole('alert', { name: /Somebody else/ })).toBeVisible();
  await expect(editor).toContainText('Be kind.');
  await page.getByRole('button', { name: 'Show the difference' }).click();
  await expect(page.getByText('Written by somebody else.')).toBeVisible();
  await page.getByRole('button', { name: 'Keep mine' }).click();
  await expect.poll(() => read('CLAUDE.md')).toMatch(/Never run `npm publish`[\s\S]*Be kind\.$/);

  await findings.getByRole('button', { name: 'Make it a rule…' }).click();
  await page.getByRole('button', { name: 'Write it' }).click();
  await expect
    .poll(() => existsSync(join(folder, '.claude/settings.json')) && read('.claude/settings.json'))
    .toContain('Bash(npm publish *)');
  await expect(findings).not.toContainText('npm publish');
});

test('a plan is edited and approved as a document, also after a reload, and the tasks stand beside it', async ({ workbench }) => {
  const { page, folder, kind } = workbench;
  const { composer, ended, card } = conversation(page);
  await page.getByRole('button', { name: /^Mode:/ }).click();
  await page.getByRole('menuitemradio', { name: /^Plan/ }).click();
  await composer.fill('Plan the change first');
  await composer.press('Enter');
  const plan = page.getByRole('region', { name: 'Plan of the agent' });
  await expect(plan).toContainText('Nothing else changes.');
  await expect(page.getByRole('region', { name: 'Tasks' })).toContainText('1 of 3 done');
  if (kind === 'serve') expect(await axeFindings(page, 'plan')).toEqual([]);
  await page.reload();
  await plan.getByRole('tab', { name: 'Edit' }).click();
  const text = plan.getByRole('textbox', { name: 'The plan, to be edited' });
  await text.press('ControlOrMeta+End');
  await text.pressSequentially(' Write made.txt instead.');
  await plan.getByRole('combobox', { name: 'then work in mode' }).selectOption('acceptEdits');
  await plan.getByRole('button', { name: 'Approve with my edits' }).click();
  await ended('finished');
  expect(readFileSync(join(folder, 'made.txt'), 'utf8')).toBe('as planned');
  await card(/^ExitPlanMode/)
    .getByRole('button')
    .first()
    .click();
  await expect(card(/^ExitPlanMode/)).toContainText('Write made.txt instead.');
});
