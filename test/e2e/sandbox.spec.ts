import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { conversation } from './support/conversation';
import { expect, test } from './support/test';

const SECRET = 'planted-secret-value';

test.use({ boot: { model: 'scripted/sandbox', files: { 'README.md': '# x\n', '.env': `KEY=${SECRET}\n` } } });

test('the status line says what isolates commands, and the card what will be granted', async ({ workbench: { page, folder } }) => {
  await expect(page.getByText('Sandbox: bubblewrap')).toBeVisible();
  const { send, approval } = conversation(page);
  await send('Leave a note outside');
  await expect(approval('Bash')).toContainText('May change:');
  await expect(approval('Bash')).toContainText(folder);
  await expect(approval('Bash')).toContainText('Network: none');
});

test('a refused write is named, and goes through once it is granted', async ({ workbench: { page, folder } }) => {
  const outside = join(folder, '..', 'outside');
  mkdirSync(outside);
  const { send, approval, ended, answers } = conversation(page);
  await send('Leave a note outside');
  await approval('Bash')
    .getByRole('button', { name: /Allow once/ })
    .click();
  const refused = page.getByRole('list', { name: 'Refused by the sandbox' });
  await expect(refused).toContainText('It tried to write');
  await expect(refused).toContainText(join(outside, 'note.txt'));
  expect(existsSync(join(outside, 'note.txt'))).toBe(false);
  await approval('Bash')
    .getByRole('button', { name: /Allow once/ })
    .click();
  await ended();
  await expect(answers.last()).toContainText('The note is there.');
  expect(readFileSync(join(outside, 'note.txt'), 'utf8')).toBe('noted\n');
});

test('what is not granted is not written, and the model hears why', async ({ workbench: { page, folder, cli } }) => {
  const outside = join(folder, '..', 'outside');
  mkdirSync(outside);
  const { send, approval, ended, answers } = conversation(page);
  await send('Leave a note outside');
  await approval('Bash')
    .getByRole('button', { name: /Allow once/ })
    .click();
  await expect(page.getByRole('list', { name: 'Refused by the sandbox' })).toBeVisible();
  await approval('Bash').getByRole('button', { name: 'Reject', exact: false }).first().click();
  await ended();
  await expect(answers.last()).toContainText('The note could not be left.');
  expect(existsSync(join(outside, 'note.txt'))).toBe(false);
  const { out } = await cli('payload', 'last', 'last', '--body');
  expect(out).toContain(`The sandbox refused something: the command tried to write ${join(outside, 'note.txt')}`);
});

test('a secret that the command line does not name is not read either, and no wider grant is offered', async ({
  workbench: { page, cli },
}) => {
  const { send, approval, ended, answers } = conversation(page);
  await send('Read the secret');
  await approval('Bash')
    .getByRole('button', { name: /Allow once/ })
    .click();
  await ended();
  await expect(answers.last()).toContainText('It cannot be read.');
  expect((await cli('payload', 'last', 'last', '--body')).out).not.toContain(SECRET);
});
