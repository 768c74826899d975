import { conversation } from './support/conversation';
import { expect, type Locator, onlyIn, test } from './support/test';

onlyIn(['serve'], 'a browser can be made as small as the test wants; the desktop window has a least size of its own');

/** All of it lies in the window, and nothing lies over it: a click at its middle meets it. */
async function atHand(control: Locator, what: string): Promise<void> {
  await control.scrollIntoViewIfNeeded();
  const found = await control.evaluate((element) => {
    const { left, top, right, bottom } = element.getBoundingClientRect();
    const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    return {
      inside: left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight,
      free: hit !== null && (element.contains(hit) || hit.contains(element)),
    };
  });
  expect({ what, ...found }).toEqual({ what, inside: true, free: true });
}

async function allAtHand(controls: Locator, where: string): Promise<void> {
  await expect(controls.first()).toBeVisible();
  for (const control of await controls.all()) await atHand(control, `${where}: ${(await control.textContent()) ?? ''}`);
}

for (const size of [
  { width: 780, height: 440 },
  { width: 640, height: 400 },
  { width: 400, height: 300 },
]) {
  test.describe(`in a window of ${size.width} × ${size.height}`, () => {
    test('everything that asks can be answered, and every dialog closed', async ({ workbench }) => {
      const { page } = workbench;
      await page.setViewportSize(size);
      const { composer, ends, approval } = conversation(page);
      // So little of the conversation is in sight that the message itself may not be.
      const send = async (text: string) => {
        await composer.fill(text);
        await composer.press('Enter');
      };
      const ended = () => expect(ends.last()).toBeVisible();
      const wide = () => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
      await atHand(composer, 'composer at first');
      await send('Raise the price of sencha to 6.90.');
      await expect(approval('Edit')).toBeVisible();
      await allAtHand(approval('Edit').getByRole('button'), 'approval');
      await atHand(composer, 'composer under an approval');
      await approval('Edit').getByRole('button', { name: 'Reject with words' }).click();
      await allAtHand(approval('Edit').locator('button, textarea'), 'reject with words');
      await page.keyboard.press('Escape');
      await approval('Edit').getByRole('button', { name: 'Allow once' }).click();
      await ended();

      await send('Plan the spring menu with me.');
      const question = page.getByRole('region', { name: 'The agent asks' });
      await expect(question).toBeVisible();
      await allAtHand(question.locator('button, input'), 'question');
      expect(await wide()).toBe(0);
      await question.getByRole('button', { name: 'Leave unanswered' }).click();
      await expect(page.getByRole('button', { name: 'Stop', exact: true })).toHaveCount(0);
      await ended();
      expect(await wide()).toBe(0);

      for (const [words, name] of [
        ['Open a folder', 'Open a folder'],
        ['Export this', 'Export session'],
        ['Keyboard shortcuts', 'Keyboard shortcuts'],
      ] as const) {
        await page.keyboard.press('Control+k');
        const palette = page.getByRole('dialog', { name: 'Command palette' });
        await palette.getByRole('combobox').fill(words);
        await expect(palette.getByRole('option', { selected: true })).toContainText(words);
        await allAtHand(palette.getByRole('option'), 'palette');
        await page.keyboard.press('Enter');
        const dialog = page.getByRole('dialog', { name });
        await allAtHand(dialog.locator('button, input, select'), name);
        await dialog.getByRole('button', { name: 'Close' }).click();
        await expect(dialog).toHaveCount(0);
      }
      await page.getByRole('button', { name: /^Mode: / }).click();
      await allAtHand(page.getByRole('menuitemradio'), 'modes');
      await page.keyboard.press('Escape');
      const status = page.getByRole('region', { name: 'Status', exact: true });
      for (const name of ['Mode', 'Cost of this session']) {
        const fact = status.getByTitle(name, { exact: true });
        await atHand(fact, `status: ${name}`);
        expect(await fact.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
      }
      for (const view of ['Permissions', 'Skills & memory', 'Settings']) {
        await page.getByRole('navigation', { name: 'Areas' }).getByRole('button', { name: view }).click();
        await expect(page.getByRole('region', { name: view, exact: true })).toBeVisible();
        expect(await wide()).toBe(0);
      }
    });
  });
}
