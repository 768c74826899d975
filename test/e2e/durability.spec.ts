import { execFileSync } from 'node:child_process';
import { conversation } from './support/conversation';
import { holdNetwork } from './support/hold-network';
import { expect, test } from './support/test';

test.use({ boot: { model: 'scripted/desk' } });

test('a reload in mid-stream loses nothing', async ({ workbench }) => {
  const { page } = workbench;
  const { send, ended, answers, questions } = conversation(page);
  await send('Speak slowly');
  await expect(answers.last()).toContainText('one two three');
  await page.reload();
  await expect(questions.last()).toContainText('Speak slowly');
  await ended('finished');
  await expect(answers).toHaveCount(1);
  await expect(answers).toContainText(/^First line of the slow answer\. one two .* thirty\. Last line of the slow answer\.$/);
});

test('a dropped connection or a crashed page in mid-stream loses nothing', async ({ workbench }) => {
  const { page, app } = workbench;
  const { send, ended, answers, questions } = conversation(page);
  const network = app === undefined ? await holdNetwork(page) : undefined;
  await send('Speak slowly');
  await expect(answers.last()).toContainText('one two three');
  if (app === undefined) {
    await network?.cut();
    await expect(page.getByText('The connection to the host is down.')).toBeVisible();
    network?.restore();
    await expect(page.getByText('The connection to the host is down.')).toHaveCount(0);
  } else {
    const gone = page.waitForEvent('crash');
    await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.webContents.forcefullyCrashRenderer());
    await gone;
    const at = () => app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.webContents.getURL());
    await expect.poll(at).toBe('vitrine://app/recovery');
    // The page that crashed cannot be driven any more: the person's click is given by the window itself.
    const words = await app.evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows()[0]?.webContents.executeJavaScript('document.body.innerText', true),
    );
    expect(words).toContain('The window stopped working');
    expect(words).toContain('Load the window again');
    await app.evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows()[0]?.webContents.executeJavaScript("document.getElementById('reload').click()", true),
    );
    await expect.poll(at).toMatch(/^vitrine:\/\/app\/(#.*)?$/);
    const text = () =>
      app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.webContents.executeJavaScript('document.body.innerText', true));
    await expect.poll(text).toContain('What should be done in sample?');
    const other = await workbench.openWindow();
    await other.getByRole('button', { name: /^Speak slowly/ }).click();
    const again = conversation(other);
    await again.ended('finished');
    await expect(again.answers).toContainText(/^First line of the slow answer\. one two .* thirty\. Last line of the slow answer\.$/);
    return;
  }
  await expect(questions.last()).toContainText('Speak slowly');
  await ended('finished');
  await expect(answers).toHaveCount(1);
  await expect(answers).toContainText(/^First line of the slow answer\. one two .* thirty\. Last line of the slow answer\.$/);
});

test('after a kill of the host in mid-turn the session says so, and the next message works', async ({ workbench }) => {
  const first = conversation(workbench.page);
  await first.send('Speak without end');
  await expect(first.answers.last()).toContainText('one two three');
  const hash = new URL(workbench.page.url()).hash;
  await workbench.kill();
  const page = await workbench.restart(hash);
  const { answers, ended, ask, ends, questions } = conversation(page);
  await expect(questions.last()).toContainText('Speak without end');
  await ended();
  await expect(ends.last()).toContainText(/stopped|interrupted|failed/);
  await ask('Hello');
  await expect(answers.last()).toContainText('This is the answer about quokkas.');
  const lint = await workbench.cli('payload', 'last', 'last', '--lint');
  expect(JSON.parse(lint.out).filter((finding: { repaired: boolean }) => !finding.repaired)).toEqual([]);
});

test('after a kill while a command waits for approval, the question is over and nothing has run', async ({ workbench }) => {
  const first = conversation(workbench.page);
  await first.send('Touch a file');
  await expect(first.approval('Bash')).toBeVisible();
  const hash = new URL(workbench.page.url()).hash;
  await workbench.kill();
  const page = await workbench.restart(hash);
  const { approval, card, ended, ask, answers } = conversation(page);
  await ended();
  await expect(approval('Bash')).toHaveCount(0);
  await expect(card(/^Bash touch/)).toContainText(/interrupted|cancelled/);
  expect(execFileSync('ls', [workbench.folder], { encoding: 'utf8' })).not.toContain('made-by-agent');
  await ask('Hello');
  await expect(answers.last()).toContainText('quokkas');
});
