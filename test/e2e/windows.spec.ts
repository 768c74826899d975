import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { conversation } from './support/conversation';
import { startServe } from './support/serve-shell';
import { expect, test } from './support/test';

test.use({ boot: { model: 'scripted/desk' } });

test('two windows on one session agree, and an approval answered in one disappears in the other', async ({ workbench }) => {
  const { page } = workbench;
  const one = conversation(page);
  await one.ask('Hello');
  const other = await workbench.openWindow();
  await other.getByRole('button', { name: /^Hello/ }).click();
  const two = conversation(other);
  await expect(two.answers.last()).toContainText('quokkas');

  await two.send('Touch a file');
  await expect(one.questions.last()).toContainText('Touch a file');
  await expect(one.approval('Bash')).toBeVisible();
  await expect(two.approval('Bash')).toBeVisible();
  await one.approval('Bash').getByRole('button', { name: 'Allow once' }).click();
  await expect(two.approval('Bash')).toHaveCount(0);
  await one.ended('finished');
  await two.ended('finished');
  await expect(one.answers.last()).toContainText('It is made.');
  await expect(two.answers.last()).toContainText('It is made.');
  expect(existsSync(join(workbench.folder, 'made-by-agent.txt'))).toBe(true);

  await one.send('Speak without end');
  await expect(two.answers.last()).toContainText('one two three');
  await two.composer.press('Escape');
  await one.ended('stopped');
  await two.ended('stopped');
  await expect(two.timeline).toHaveText((await one.timeline.textContent()) ?? '');
});

test('a second process on a session reads along, and says why it cannot write', async ({ workbench, chromiumBrowser }) => {
  const { page } = workbench;
  const one = conversation(page);
  // The turn waits for the approval: it runs as long as the second process needs to start.
  await one.send('Speak and ask');
  await expect(one.approval('Bash')).toBeVisible();
  const session = new URLSearchParams(new URL(page.url()).hash.split('?')[1]).get('session') ?? '';

  const refused = await workbench.cli('run', '--resume', session, '-p', 'Hello');
  expect(refused.code).toBe(1);
  expect(refused.err + refused.out).toMatch(/is being written by Vitrine .* \(process \d+\)/);

  const server = await startServe(workbench.place);
  const context = await (await chromiumBrowser()).newContext({ locale: 'en-US' });
  try {
    const other = await context.newPage();
    await other.goto(server.url);
    await other.goto(`${server.origin}/#/sessions?session=${session}`);
    const two = conversation(other);
    await expect(other.getByText(/Another process \(.+\) is writing this session/).first()).toBeVisible();
    await expect(two.composer).toBeDisabled();
    await expect(two.answers.last()).toContainText('Last line of the answer.');
    await one.approval('Bash').getByRole('button', { name: 'Allow once' }).click();
    await one.ended('finished');
    await expect(two.answers.last()).toContainText('It is made.');
  } finally {
    await context.close();
    await server.stop('SIGTERM');
  }
});
