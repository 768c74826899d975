import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { conversation } from './support/conversation';
import { runCommand } from './support/run-command';
import { expect, type Page, test } from './support/test';

/** The focused element's name, and whether its focus can be seen. */
async function focused(page: Page) {
  return page.evaluate(() => {
    const at = document.activeElement;
    // Past the last stop the page itself is where the focus is.
    if (!(at instanceof HTMLElement) || at === document.body) return { name: '', visible: false };
    const looks = (element: Element) => {
      const style = getComputedStyle(element);
      return [style.outlineStyle !== 'none' && style.outlineWidth !== '0px', style.boxShadow, style.borderColor].join('|');
    };
    const holder = at.closest('section') ?? at;
    const now = [looks(at), looks(holder)];
    at.blur();
    const without = [looks(at), looks(holder)];
    at.focus({ focusVisible: true } as FocusOptions);
    return {
      name: at.getAttribute('aria-label') ?? at.textContent?.trim() ?? '',
      visible: now[0]?.startsWith('true') === true || now.some((look, index) => look !== without[index]),
    };
  });
}

test('steps of the tour by keyboard alone, with visible focus and never on allow', async ({ workbench }) => {
  const { page, folder } = workbench;
  const { composer, ended, answers, approval, questions } = conversation(page);
  const type = async (text: string) => {
    await expect(composer).toBeFocused();
    await page.keyboard.type(text);
    await page.keyboard.press('Enter');
    await expect(questions.last()).toContainText(text);
  };
  await type('Which teas are on the menu?');
  await ended('finished');
  await type('Does the history follow our style guide?');
  await ended('finished');
  await type('Raise the price of sencha to 6.90.');
  await expect(approval('Edit')).toBeVisible();
  await expect(approval('Edit')).toBeFocused();
  const at = await focused(page);
  expect(at.name).toBe('Approval for Edit');
  expect(at.visible).toBe(true);
  // A key that is on its way when the card appears must not answer it; the same key answers a moment later.
  await expect(async () => {
    await page.keyboard.press('1');
    await expect(approval('Edit')).toHaveCount(0, { timeout: 300 });
  }).toPass();
  await ended('finished');
  await expect(answers.last()).toContainText('Sencha is 6.90 € now');
  expect(await readFile(join(folder, 'menu/teas.csv'), 'utf8')).toContain('sencha,Japan,6.90,100');
  await expect(composer).toBeFocused();
});

test('every stop of Tab is visible, and all panes are reached', async ({ workbench }) => {
  const { page } = workbench;
  const { ask } = conversation(page);
  await ask('What is this project?');
  await expect(page.getByRole('heading', { name: 'Call 1' })).toBeVisible();
  const names: string[] = [];
  const hidden: string[] = [];
  await page.keyboard.press('Control+l');
  for (let stops = 0; stops < 60; stops += 1) {
    await page.keyboard.press('Tab');
    const { name, visible } = await focused(page);
    if (!visible && name !== '') hidden.push(name);
    names.push(name);
  }
  expect(hidden).toEqual([]);
  const wanted = [
    /^Mode: Ask/,
    /^Add an image/,
    /^Call before|^Copy this call/,
    /^Anatomy/,
    /^Pieces of the request, in order/,
    /^Show or hide the inspector/,
    /^Sessions$/,
    /^Search sessions/,
    /^Messages/,
  ];
  expect(wanted.filter((name) => !names.some((stop) => name.test(stop)))).toEqual([]);
});

test('the command palette, the sheet of shortcuts and the cycling of modes', async ({ workbench }) => {
  const { page } = workbench;
  const { composer } = conversation(page);
  await expect(composer).toBeFocused();
  const mode = page.getByRole('button', { name: /^Mode: / });
  for (const name of ['Mode: Accept edits', 'Mode: Plan', 'Mode: Ask']) {
    await page.keyboard.press('Shift+Tab');
    await expect(mode).toHaveAccessibleName(name);
  }
  await page.keyboard.press('Control+k');
  const palette = page.getByRole('dialog', { name: 'Command palette' });
  await expect(palette.getByRole('combobox')).toBeFocused();
  await page.keyboard.type('dark theme');
  await expect(palette.getByRole('option', { selected: true })).toContainText('Dark theme');
  await page.keyboard.press('Enter');
  await expect(palette).toHaveCount(0);
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await runCommand(page, '日本語');
  await expect(page.getByRole('textbox', { name: 'エージェントへのメッセージ' })).toBeVisible();
  await runCommand(page, 'language-en');
  await expect(composer).toBeVisible();

  await runCommand(page, 'Keyboard shortcuts');
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(sheet).toContainText('Allow always');
  await expect(sheet).toContainText('Stop the turn');
  await page.keyboard.press('Escape');
  await expect(sheet).toHaveCount(0);
  const inspector = page.getByRole('region', { name: 'Inspector' });
  await expect(inspector).toBeVisible();
  await page.keyboard.press('Control+i');
  await expect(inspector).toHaveCount(0);
  await page.keyboard.press('Control+i');
  await expect(inspector).toBeVisible();
});

test('the list of commands and of files is worked from the composer', async ({ workbench }) => {
  const { page } = workbench;
  const { composer, ended, answers, submit } = conversation(page);
  await expect(composer).toBeFocused();
  await page.keyboard.type('/tast');
  await expect(page.getByRole('option', { name: /tasting-note/ })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(composer).toHaveValue(/^\/tasting-note /);
  await page.keyboard.type('gyokuro');
  await submit();
  await ended('finished');
  await expect(answers.last()).toContainText('pale jade');
  await page.keyboard.type('@hist');
  await expect(page.getByRole('option', { name: /docs\/history\.md/ })).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(composer).toHaveValue(/@docs\/history\.md/);
  await submit();
  await ended('finished');
  const segments = JSON.parse((await workbench.cli('payload', 'last', 'last', '--segments')).out);
  expect(
    segments.some(
      (segment: { kind: string; source: { path?: string } }) =>
        segment.kind === 'mention' && segment.source.path?.endsWith('docs/history.md'),
    ),
  ).toBe(true);
  await expect(composer).toHaveValue('');
  await page.keyboard.press('ArrowUp');
  await expect(composer).toHaveValue(/@docs\/history\.md/);
});

test('Enter belongs to the input method while it composes', async ({ workbench }) => {
  const { page, app } = workbench;
  const { composer, questions, ended } = conversation(page);
  await expect(composer).toBeFocused();
  const cdp = await (app === undefined ? page.context() : app.context()).newCDPSession(page);
  await cdp.send('Input.imeSetComposition', { text: 'このぷろじぇくと', selectionStart: 8, selectionEnd: 8 });
  await expect(composer).toHaveValue('このぷろじぇくと');
  await cdp.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', key: 'Enter', code: 'Enter', windowsVirtualKeyCode: 229 });
  await cdp.send('Input.dispatchKeyEvent', { type: 'keyUp', key: 'Enter', code: 'Enter', windowsVirtualKeyCode: 13 });
  await expect(composer).toHaveValue('このぷろじぇくと');
  await cdp.send('Input.insertText', { text: 'このプロジェクトは何ですか？' });
  await expect(composer).toHaveValue('このプロジェクトは何ですか？');
  await expect(questions).toHaveCount(0);
  await page.keyboard.press('Enter');
  await expect(questions).toContainText('このプロジェクトは何ですか？');
  await ended('finished');
});
