import { expect, type Page } from '@playwright/test';

/** Chooses a command by words of its name or by its id in the palette, in whatever language the page is; keys typed before the palette is there would go elsewhere. */
export async function runCommand(page: Page, words: string): Promise<void> {
  await page.keyboard.press('Control+k');
  const field = page.getByRole('dialog').getByRole('combobox');
  await expect(field).toBeFocused();
  await field.fill(words);
  // The list follows what is typed a moment later: until then Enter would choose what stood there before.
  const chosen = page.getByRole('dialog').getByRole('option', { selected: true });
  await expect.poll(async () => (await chosen.getAttribute('data-value'))?.toLowerCase()).toContain(words.toLowerCase());
  await field.press('Enter');
  await expect(field).toHaveCount(0);
}
