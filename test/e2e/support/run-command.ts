import { expect, type Page } from '@playwright/test';

/** Chooses a command by its words in the palette, in whatever language the page is; keys typed before the palette is there would go elsewhere. */
export async function runCommand(page: Page, words: string): Promise<void> {
  await page.keyboard.press('Control+k');
  const field = page.getByRole('dialog').getByRole('combobox');
  await expect(field).toBeFocused();
  await field.fill(words);
  await expect(page.getByRole('dialog').getByRole('option').first()).toBeVisible();
  await field.press('Enter');
  await expect(field).toHaveCount(0);
}
