import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { axeFindings, SAME_PAGE } from './support/axe';
import { conversation } from './support/conversation';
import { runCommand } from './support/run-command';
import { expect, type Locator, onlyIn, type Page, test } from './support/test';
import { showRow } from './support/virtual-list';

const files = {
  'README.md': '# A project\n',
  'show.sh': `printf '\\033[1;38;2;200;30;40mcolour\\033[0m \\033[7minverse\\033[0m 日本語 👩‍🔬\\n'\n`,
  'colours.sh': 'for i in 0 1 2 3 4 5 6 7; do printf "\\033[3${i}mcolour $i \\033[9${i}mbright $i\\033[0m\\n"; done\n',
};
const env = { SHELL: '/bin/bash' };
test.use({ boot: { files, env } });

/** The lines that the screen of the chosen terminal shows. */
function rows(page: Page): Locator {
  return page.locator('.terminal-screen .xterm-rows').first();
}

async function openTerminal(page: Page): Promise<void> {
  await runCommand(page, 'New terminal');
  await expect(page.getByRole('tab', { name: 'Terminal', exact: true })).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByRole('textbox', { name: 'Terminal input' })).toBeFocused();
}

/** Whatever the page's policy refused, as the page itself was told. */
async function watchPolicy(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const refused: string[] = [];
    Object.assign(window, { refused });
    addEventListener('securitypolicyviolation', (event) => refused.push(`${event.violatedDirective} ${event.blockedURI} ${event.sample}`));
  });
  return () => page.evaluate(() => Reflect.get(window, 'refused'));
}

test('a terminal takes keys, prints, follows its size, and goes on while the page reloads', async ({ workbench }) => {
  const { page } = workbench;
  const refused = await watchPolicy(page);
  await openTerminal(page);
  await page.keyboard.type('PS1="$ "; clear; pwd; . ./show.sh\n');
  await expect(rows(page)).toContainText(workbench.folder);
  await expect(rows(page)).toContainText('colour inverse 日本語');
  const colour = rows(page).locator('span', { hasText: 'colour' }).last();
  await expect(colour).toHaveCSS('font-weight', '700');
  await expect(colour).toHaveCSS('color', 'rgb(200, 30, 40)');
  const sizeNow = async () => /\[(\d+ \d+)\]/.exec((await rows(page).textContent()) ?? '')?.[1];
  await page.keyboard.type('echo "[$(stty size)]"\n');
  await expect.poll(sizeNow).toBeDefined();
  const before = await sizeNow();
  await page.setViewportSize({ width: 1000, height: 700 });
  await page.keyboard.type('clear; echo "[$(stty size)]"\n');
  await expect.poll(async () => [undefined, before].includes(await sizeNow())).toBe(false);
  expect(await refused()).toEqual([]);

  await page.keyboard.type('kept=alive; echo "be""fore the reload"\n');
  await expect(rows(page)).toContainText('before the reload');
  await page.reload();
  await expect(rows(page)).toContainText('before the reload');
  await page.locator('.terminal-screen').click();
  await page.keyboard.type('echo "still $kept"\n');
  await expect(rows(page)).toContainText('still alive');
  await page.keyboard.press('Control+`');
  await expect(conversation(page).composer).toBeFocused();
  await page.keyboard.press('Control+`');
  await expect(page.getByRole('textbox', { name: 'Terminal input' })).toBeFocused();
});

test('tabs, two side by side, search, the end of a program and opening it again', async ({ workbench }) => {
  const { page } = workbench;
  await openTerminal(page);
  await page.keyboard.type('seq 1 300; echo nee""dle; seq 301 600\n');
  await expect(rows(page)).toContainText('600');
  await page.keyboard.press('Control+Shift+F');
  const search = page.getByRole('textbox', { name: 'Search the terminal' });
  await search.fill('needle');
  await expect(rows(page)).toContainText('needle');
  await search.fill('no such words');
  await expect(page.getByText('No match')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+`');
  await runCommand(page, 'New terminal outside the sandbox');
  await expect(page.getByText('outside the sandbox', { exact: true })).toBeVisible();
  await expect(page.getByRole('tab', { name: 'Shell 2' })).toHaveAttribute('aria-selected', 'true');
  await page.getByRole('button', { name: 'More' }).last().click();
  await page.getByRole('menuitem', { name: 'Put another beside it' }).click();
  await expect(page.locator('.terminal-screen .xterm-rows')).toHaveCount(2);
  await page.getByRole('region', { name: 'Shell 2' }).locator('.terminal-screen').click();
  await page.keyboard.type('exit 5\n');
  await expect(page.getByText('Ended with exit code 5')).toBeVisible();
  await page.getByRole('button', { name: 'Open again' }).click();
  await expect(page.getByText('Ended with exit code 5')).toHaveCount(0);
  await page.getByRole('region', { name: 'Shell 2' }).getByRole('button', { name: 'Close this terminal' }).click();
  await page.getByRole('region', { name: 'Shell 1' }).getByRole('button', { name: 'Close this terminal' }).click();
  await expect(page.getByRole('heading', { name: 'No terminal is open' })).toBeVisible();
});

test('a paste of several lines is shown before it runs, without what a terminal would obey', async ({ workbench }) => {
  const { page } = workbench;
  await openTerminal(page);
  await page.keyboard.type('echo rea""dy\n');
  await expect(rows(page)).toContainText('ready');
  const paste = (text: string) =>
    page.getByRole('textbox', { name: 'Terminal input' }).evaluate((element, data) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', data);
      element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    }, text);
  await paste('echo pasted-once');
  await page.keyboard.press('Enter');
  await expect(rows(page)).toContainText('pasted-once');
  await paste('touch first\u001b[201~\ntouch second\n');
  const dialog = page.getByRole('dialog', { name: 'Paste 2 lines?' });
  await expect(dialog).toContainText('touch second');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toHaveCount(0);
  expect(existsSync(join(workbench.folder, 'second'))).toBe(false);
  await expect(page.getByRole('textbox', { name: 'Terminal input' })).toBeFocused();
  await paste('touch first\ntouch second\n');
  await dialog.getByRole('button', { name: 'Paste as it is' }).click();
  await expect(dialog).toHaveCount(0);
  await page.keyboard.press('Enter');
  await expect.poll(() => existsSync(join(workbench.folder, 'second'))).toBe(true);
});

test('!command runs as the person, joins the conversation as theirs, and the model reads it with the next message', async ({
  workbench,
}) => {
  const { page } = workbench;
  const { composer, questions, timeline, ask } = conversation(page);
  await composer.fill('!printf "from %s\\n" me; exit 3');
  await expect(page.getByText('Runs as you in a terminal')).toBeVisible();
  await composer.press('Enter');
  await expect(rows(page)).toContainText('from me');
  await expect(questions.first()).toContainText('you ran this');
  await expect(questions.first()).toContainText('exit code 3');
  await expect(composer).toBeFocused();
  await expect(timeline.getByText('finished')).toHaveCount(0);
  await ask('hello');
  const body = (await workbench.cli('payload', 'last', 'last', '--body')).out;
  expect(body).toContain('from me');
  expect(body.indexOf('from me')).toBeLessThan(body.lastIndexOf('hello'));
  await showRow(page.getByRole('listbox', { name: 'Pieces of the request, in order' }), /Command that you ran/);
});

test.describe('a command of the agent that asks', () => {
  test.use({ boot: { files, env, model: 'scripted/terminal', config: { mode: 'bypassPermissions' } } });

  test('waits visibly, takes what the person types, can be handed back, and tells the model what the screen said', async ({
    workbench,
  }) => {
    const { page } = workbench;
    const { send, ended, card } = conversation(page);
    await send('set it up');
    const call = card(/^Bash/);
    await expect(call.getByText('waiting for input')).toBeVisible();
    await call.getByRole('button', { name: 'Show the terminal' }).click();
    await expect(page.getByRole('textbox', { name: 'Terminal input' })).toBeFocused();
    await expect(rows(page)).toContainText('Name of the project?');
    await page.keyboard.type('vitrine');
    await page.getByRole('button', { name: 'Hand it back' }).click();
    await expect(page.getByRole('button', { name: 'Hand it back' })).toHaveCount(0);
    await page.locator('.terminal-screen').click();
    await page.keyboard.press('Enter');
    await ended('finished');
    const body = (await workbench.cli('payload', 'last', 'last', '--body')).out;
    expect(body).toContain('made vitrine');
    expect(body).toContain('The person typed into it');
  });
});

test('a flood leaves the page usable and stops at once', async ({ workbench }) => {
  const { page } = workbench;
  await openTerminal(page);
  await page.keyboard.type('yes 0123456789\n');
  await expect(rows(page)).toContainText('0123456789');
  await conversation(page).composer.fill('typed during the flood');
  await expect(conversation(page).composer).toHaveValue('typed during the flood');
  await page.locator('.terminal-screen').click();
  await page.keyboard.press('Control+C');
  await page.keyboard.type('clear; echo qui""et\n');
  await expect(rows(page)).toContainText('quiet');
});

for (const theme of ['light', 'dark'] as const) {
  test.describe(`in ${theme}`, () => {
    onlyIn(['serve'], SAME_PAGE);
    test.use({ boot: { files, env, config: { theme } } });
    test('axe finds nothing in the dock, empty, in use and read aloud', async ({ workbench }) => {
      const { page } = workbench;
      const found: string[] = [];
      const check = async (where: string) => {
        found.push(...(await axeFindings(page, where)));
      };
      await page.keyboard.press('Control+`');
      await expect(page.getByRole('heading', { name: 'No terminal is open' })).toBeVisible();
      await check('empty');
      await openTerminal(page);
      await page.keyboard.type('. ./colours.sh\n');
      await expect(rows(page)).toContainText('bright 7');
      await check('in use');
      await page.getByRole('button', { name: 'More' }).last().click();
      await page.getByRole('menuitem', { name: 'Turn screen reader mode on' }).click();
      await expect(page.locator('.xterm-accessibility-tree')).toContainText('bright 7');
      await check('read aloud');
      expect(found).toEqual([]);
    });
  });
}
