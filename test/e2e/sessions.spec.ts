import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { conversation } from './support/conversation';
import { runCommand } from './support/run-command';
import { expect, type Page, test } from './support/test';

test.use({ boot: { model: 'scripted/desk' } });

function sessions(page: Page) {
  const pane = page.getByRole('region', { name: 'Session list' });
  return {
    pane,
    search: pane.getByRole('searchbox', { name: 'Search sessions' }),
    row: (title: string) => pane.getByRole('button', { name: new RegExp(`^${title}`) }),
    async act(title: string, name: string): Promise<void> {
      await pane.getByRole('button', { name: new RegExp(`^${title}`) }).hover();
      await pane.getByRole('button', { name: `Actions for ${title}` }).click();
      await page.getByRole('menuitem', { name }).click();
    },
  };
}

test('sessions are searched by their whole text, renamed, archived and put back', async ({ workbench }) => {
  const { page } = workbench;
  const { ask, answers } = conversation(page);
  const { pane, row, act, search } = sessions(page);
  await ask('Hello');
  await pane.getByRole('button', { name: 'New session' }).click();
  await ask('Goodbye');
  await expect(row('Hello')).toBeVisible();
  await expect(row('Goodbye')).toBeVisible();

  await search.fill('quokkas');
  const hit = pane.getByRole('region', { name: 'In the text' }).getByRole('button');
  await expect(hit).toContainText('This is the answer about quokkas');
  await hit.click();
  await expect(answers.last()).toContainText('quokkas');
  await search.press('Escape');
  await expect(row('Goodbye')).toBeVisible();

  await act('Hello', 'Rename');
  await pane.getByRole('textbox', { name: 'New title' }).fill('Marsupials');
  await page.keyboard.press('Enter');
  await expect(row('Marsupials')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Marsupials' })).toBeVisible();
  expect((await workbench.cli('sessions', 'list', '--all')).out).toContain('Marsupials');

  await act('Marsupials', 'Archive');
  await expect(row('Marsupials')).toHaveCount(0);
  await page.getByRole('region', { name: 'Messages' }).getByRole('button', { name: 'Undo' }).click();
  await expect(row('Marsupials')).toBeVisible();
  await act('Marsupials', 'Archive');
  await expect(row('Marsupials')).toHaveCount(0);
  await pane.getByRole('button', { name: 'Show archived sessions' }).click();
  await act('Marsupials', 'Put back');
  await pane.getByRole('button', { name: 'Show current sessions' }).click();
  await expect(row('Marsupials')).toBeVisible();
});

test('a fork goes its own way, and an export holds the conversation', async ({ workbench }, info) => {
  const { page, app } = workbench;
  const { ask, answers, questions, ends } = conversation(page);
  const { row, act } = sessions(page);
  await ask('Hello');
  await act('Hello', 'Fork');
  await expect(row('Hello')).toHaveCount(2);
  await expect(ends.last()).toBeVisible();
  await ask('Goodbye');
  await expect(questions).toHaveCount(2);
  await expect(answers.last()).toContainText('Goodbye then.');

  const path = info.outputPath('export.md');
  await runCommand(page, 'Export this');
  const dialog = page.getByRole('dialog', { name: 'Export session' });
  if (app === undefined) {
    const [download] = await Promise.all([page.waitForEvent('download'), dialog.getByRole('button', { name: 'Save' }).click()]);
    await download.saveAs(path);
  } else {
    await app.evaluate(({ dialog: native }, filePath) => {
      native.showSaveDialog = async () => ({ canceled: false, filePath });
    }, path);
    await dialog.getByRole('button', { name: 'Save' }).click();
  }
  await expect(dialog.getByRole('status')).toContainText('No secrets were found in it.');
  const text = await readFile(path, 'utf8');
  expect(text).toContain('This is the answer about quokkas');
  expect(text).toContain('Goodbye then.');
});

test('messages typed while a turn runs wait, can be changed or taken back, and are sent in order', async ({ workbench }) => {
  const { page } = workbench;
  const { send, composer, questions, answers, approval, ended } = conversation(page);
  // The turn waits for the approval: it runs exactly as long as the test wants.
  await send('Touch a file');
  await expect(approval('Bash')).toBeVisible();
  for (const text of ['Hallo', 'Not this one', 'Goodbye']) {
    await composer.fill(text);
    await composer.press('Enter');
    await expect(composer).toHaveValue('');
  }
  const queue = page.getByRole('list', { name: 'Queued messages' });
  const entries = queue.getByRole('listitem');
  await expect(entries).toHaveCount(3);
  await entries.filter({ hasText: 'Hallo' }).getByRole('button', { name: 'Edit' }).click();
  await queue.getByRole('textbox', { name: 'Edit' }).fill('Hello');
  await queue.getByRole('button', { name: 'Save' }).click();
  await expect(entries.filter({ hasText: 'Hello' })).toHaveCount(1);
  await entries.filter({ hasText: 'Not this one' }).getByRole('button', { name: 'Take back' }).click();
  await expect(entries).toHaveCount(2);
  await expect(composer).toHaveValue('Not this one');
  await composer.fill('');
  await approval('Bash').getByRole('button', { name: 'Allow once' }).click();
  await expect(questions.last()).toContainText('Goodbye', { timeout: 20_000 });
  await ended('finished');
  await expect(queue).toHaveCount(0);
  // They go with the next call of the turn, together.
  await expect(questions).toHaveText([/Touch a file/, /Hello/, /Goodbye/]);
  await expect(answers.last()).toContainText('quokkas');
});

test('undo puts back what the agent wrote, one file or all, and names what it does not cover', async ({ workbench }) => {
  const { page, folder } = workbench;
  const { send, approval, ends, ended } = conversation(page);
  const there = (name: string) => existsSync(join(folder, name));
  await send('Write two files');
  for (const tool of ['Write', 'Write', 'Bash']) {
    const seen = await approval(tool).textContent();
    await approval(tool).getByRole('button', { name: 'Allow once' }).click();
    await expect(page.getByRole('region', { name: /^Approval for/ }).filter({ hasText: seen ?? '' })).toHaveCount(0);
  }
  await ended('finished');
  expect([there('one.txt'), there('two.txt'), there('three.txt')]).toEqual([true, true, true]);
  const changed = ends.last().getByRole('region', { name: 'Changed files' });
  await expect(changed).toContainText('2 files changed');
  await expect(changed).toContainText('Undo does not cover what 1 command may have changed');
  await changed.getByRole('button', { name: /Undo the changes to .*one\.txt/ }).click();
  await expect(changed).toContainText('undone');
  expect([there('one.txt'), there('two.txt'), there('three.txt')]).toEqual([false, true, true]);
  await changed.getByRole('button', { name: /Undo the changes to .*two\.txt/ }).click();
  await expect(changed.getByText('undone')).toHaveCount(2);
  expect([there('two.txt'), there('three.txt')]).toEqual([false, true]);
});

/** Whether a process has this command line: that of the script carries the folder, since the same test runs in other shells beside it. */
function isRunning(line: string): boolean {
  return execFileSync('ps', ['-eo', 'args'], { encoding: 'utf8' }).split('\n').includes(line);
}

test('a command in the background lives until it is stopped', async ({ workbench }) => {
  const { page, folder } = workbench;
  const { send, approval, ended, card } = conversation(page);
  const runs = () => isRunning(`${folder} 4321`);
  await send('Start a server');
  await approval('Bash').getByRole('button', { name: 'Allow once' }).click();
  await ended('finished');
  await expect.poll(runs).toBe(true);
  const bash = card(/^Bash/);
  await bash.getByRole('button').first().click();
  await expect(bash).toContainText('Runs in the background as');
  await bash.getByRole('button', { name: 'Stop it' }).click();
  await expect(page.getByText(/was stopped\./)).toBeVisible();
  await expect.poll(runs).toBe(false);
});

test('stopping a turn ends the command that runs in it', async ({ workbench }) => {
  const { page, folder } = workbench;
  const { send, approval, ended, card } = conversation(page);
  const runs = () => isRunning(`${folder} 4322`);
  await send('Wait for me');
  await approval('Bash').getByRole('button', { name: 'Allow once' }).click();
  await expect(card(/^Bash/).getByRole('group', { name: 'Output so far' })).toContainText('waiting');
  await expect.poll(runs).toBe(true);
  await page.getByRole('region', { name: 'Message to the agent' }).getByRole('button', { name: 'Stop' }).click();
  await ended('stopped');
  await expect.poll(runs).toBe(false);
});
