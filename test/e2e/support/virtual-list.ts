import { expect, type Locator } from '@playwright/test';

/** Scrolls a virtual list, from where it stands and once round, until it draws a row of this name. One that it draws stays where it is. */
export async function showRow(list: Locator, name: RegExp): Promise<Locator> {
  const row = list.getByRole('option', { name }).first();
  await expect(list).toBeVisible();
  await expect(async () => {
    if (await row.isVisible()) return;
    await list.evaluate((element) => {
      const ended = element.scrollTop + element.clientHeight >= element.scrollHeight - 1;
      element.scrollTo(0, ended ? 0 : element.scrollTop + element.clientHeight / 2);
    });
    await expect(row).toBeVisible({ timeout: 200 });
  }).toPass({ intervals: [50] });
  return row;
}
