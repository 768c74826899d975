import { conversation } from './support/conversation';
import { expect, type Page, test, type Workbench } from './support/test';
import { showRow } from './support/virtual-list';

function inspector(page: Page) {
  const pane = page.getByRole('region', { name: 'Inspector' });
  return {
    pane,
    tab: (name: string) => pane.getByRole('tab', { name }),
    pieces: pane.getByRole('listbox', { name: 'Pieces of the request, in order' }),
    piece: pane.getByRole('region', { name: 'The chosen piece' }),
    raw: pane.getByRole('region', { name: 'Body of the request' }),
  };
}

/** Two calls, the second after a Read. */
async function readTheMenu({ page }: Workbench): Promise<void> {
  await conversation(page).ask('Which teas are on the menu?');
  await expect(page.getByRole('heading', { name: 'Call 2' })).toBeVisible();
}

/** All rows of a virtual list, by scrolling through it. */
async function allRows(page: Page): Promise<string[]> {
  const { pieces } = inspector(page);
  const rows = new Map<string, string>();
  for (let top = 0; ; top += 150) {
    const { height, seen } = await pieces.evaluate((list, at) => {
      list.scrollTop = at;
      return new Promise<{ height: number; seen: Array<[string, string]> }>((done) => {
        requestAnimationFrame(() =>
          requestAnimationFrame(() => {
            const found = [...list.querySelectorAll<HTMLElement>('[style*="translateY"]')];
            done({ height: list.scrollHeight, seen: found.map((row) => [row.style.transform, row.textContent ?? '']) });
          }),
        );
      });
    }, top);
    for (const [key, text] of seen) rows.set(key, text);
    if (top > height) return [...rows.values()];
  }
}

test('anatomy: the rows add up to the total, as the command line says', async ({ workbench }) => {
  const { page } = workbench;
  await readTheMenu(workbench);
  const { pane } = inspector(page);
  const tokens = JSON.parse((await workbench.cli('payload', 'last', '2', '--tokens')).out);
  const sum = tokens.rows.reduce((total: number, row: { tokens: number }) => total + row.tokens, 0);
  expect(sum + tokens.overhead).toBe(tokens.total);
  await expect(pane).toContainText(`${new Intl.NumberFormat('en').format(tokens.total)} tokens by the provider’s count`);
  const rows = await allRows(page);
  const pieces = rows.filter((row) => /%/.test(row) && !/pieces/.test(row));
  expect(pieces).toHaveLength(tokens.rows.length);
  expect(rows.some((row) => row.startsWith('Total'))).toBe(true);
  for (const field of ['system', 'tools', 'messages']) expect(rows.some((row) => row.startsWith(field))).toBe(true);
});

test('a piece names its file and lines and why it is here, and leads to the raw body and back', async ({ workbench }) => {
  const { page } = workbench;
  await readTheMenu(workbench);
  const { pane, pieces, piece, raw, tab } = inspector(page);
  await (await showRow(pieces, /^Project instructions .*CLAUDE\.md/)).click();
  await expect(piece).toContainText('CLAUDE.md:1-');
  await expect(piece).toContainText('First copy, sent with the first message');
  await expect(piece).toContainText('again after every 40.0k tokens');
  await expect(piece).toContainText('from the project');
  await expect(piece).toContainText('Prices are in euro');

  await piece.getByRole('button', { name: 'Show it in the raw body' }).click();
  await expect(raw).toContainText('Prices are in euro');
  await pane.getByRole('textbox', { name: 'Search the body' }).fill('tasting-note');
  await raw
    .getByText(/tasting-note/)
    .first()
    .click();
  await tab('Anatomy').click();
  await expect(piece).toContainText('tasting-note');

  await tab('Anatomy').click();
  await piece.getByRole('button', { name: 'Close' }).click();
  await expect(piece).toHaveCount(0);
});

test('the selection follows both ways between conversation and inspector, and [ ] step through the calls', async ({ workbench }) => {
  const { page } = workbench;
  await readTheMenu(workbench);
  const { pane, piece, pieces } = inspector(page);
  const { timeline } = conversation(page);
  await timeline.getByRole('button', { name: /^Call 1/ }).click();
  await expect(pane.getByRole('heading', { name: 'Call 1' })).toBeVisible();
  await expect(pane.getByRole('button', { name: 'Call before' })).toBeDisabled();
  await page.keyboard.press(']');
  await expect(pane.getByRole('heading', { name: 'Call 2' })).toBeVisible();
  await page.keyboard.press('[');
  await expect(pane.getByRole('heading', { name: 'Call 1' })).toBeVisible();
  await expect(timeline.getByRole('button', { name: /^Call 1/ })).toHaveAttribute('aria-pressed', 'true');
  await page.keyboard.press(']');
  await (await showRow(pieces, /^Conversation \(messages\) Tool result/)).click();
  await piece.getByRole('button', { name: 'Go to its place in the conversation' }).click();
  await expect(page).toHaveURL(/item=/);
  await page.keyboard.press('Alt+ArrowLeft');
  await expect(page).not.toHaveURL(/item=/);
});

test('changes: what the call added, and the fate of the prefix in the cache', async ({ workbench }) => {
  const { page } = workbench;
  await readTheMenu(workbench);
  const { pane, tab } = inspector(page);
  await tab('Changes').click();
  const fate = pane.getByRole('region', { name: 'What the cache did' });
  await expect(fate).toContainText('are the same as in the previous call');
  await expect(fate).toContainText('Nothing before that point changed');
  const added = pane.getByRole('region', { name: 'Added' });
  await expect(added.getByRole('button', { name: /Tool result/ })).toBeVisible();
  await expect(added.getByRole('button', { name: /Tool call/ })).toBeVisible();
  await expect(pane.getByRole('region', { name: 'Removed' })).toHaveCount(0);
  await pane.getByRole('button', { name: 'Call before' }).click();
  await expect(fate).toContainText('It is the agent’s first call.');
});

test('raw: long rows go on below in a narrow pane, unless one asks for them whole, which is remembered', async ({ workbench }) => {
  const { page } = workbench;
  await readTheMenu(workbench);
  const { pane, raw, tab } = inspector(page);
  await tab('Raw').click();
  await expect(raw).toContainText('"model"');
  const sideways = () => raw.evaluate((region) => region.scrollWidth - region.clientWidth);
  /** Where a row does not begin just where the one above it ends. */
  const gaps = () =>
    raw.evaluate((region) => {
      const rows = [...region.querySelectorAll<HTMLElement>('[data-index]')].map((row) => ({
        index: Number(row.dataset['index']),
        ...row.getBoundingClientRect().toJSON(),
      }));
      rows.sort((a, b) => a.index - b.index);
      return rows.filter((row, at) => at > 0 && Math.abs(row.top - (rows[at - 1]?.bottom ?? 0)) > 1).map(({ index }) => index);
    });
  expect(await sideways()).toBe(0);
  await expect.poll(gaps).toEqual([]);
  await raw.evaluate((region) => region.scrollTo(0, region.scrollHeight / 2));
  await expect.poll(gaps).toEqual([]);
  expect(await sideways()).toBe(0);

  await pane.getByRole('button', { name: 'No line wrap' }).click();
  await expect.poll(sideways).toBeGreaterThan(0);
  await expect.poll(gaps).toEqual([]);
  await page.reload();
  await tab('Raw').click();
  await expect(pane.getByRole('button', { name: 'No line wrap' })).toHaveAttribute('aria-pressed', 'true');
  await expect.poll(sideways).toBeGreaterThan(0);
});

test('raw: the exact JSON is the body that the command line prints; it can be searched and folded', async ({ workbench }) => {
  const { page } = workbench;
  await readTheMenu(workbench);
  const { pane, raw, tab } = inspector(page);
  await tab('Raw').click();
  await expect(raw).toContainText('"model"');
  const body = (await workbench.cli('payload', 'last', '2', '--body')).out;

  const shown = await raw.evaluate(async (region) => {
    const frames = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    const rows = new Map<number, string>();
    for (let top = 0; top <= region.scrollHeight; top += region.clientHeight) {
      region.scrollTop = top;
      await frames();
      for (const row of region.querySelectorAll<HTMLElement>('[style*="translateY"]')) {
        rows.set(Number(row.dataset['index']), row.lastElementChild?.textContent ?? '');
      }
    }
    return [...rows].sort(([a], [b]) => a - b).map(([, text]) => text);
  });
  // Line breaks between the rows are the view's; the characters are the body's.
  expect(shown.join('')).toBe(body);

  const search = pane.getByRole('textbox', { name: 'Search the body' });
  await search.fill('tea');
  await expect(pane.getByRole('status').filter({ hasText: '/' })).toHaveText(/^1 \/ \d+$/);
  await search.press('Enter');
  await expect(pane.getByRole('status').filter({ hasText: '/' })).toHaveText(/^2 \/ \d+$/);
  await expect(raw.locator('mark')).toHaveText('tea');
  await search.press('Escape');

  await pane.getByRole('button', { name: 'Fold the parts' }).click();
  await expect(raw.getByRole('button', { name: 'Unfold' }).first()).toBeVisible();
  await pane.getByRole('button', { name: 'Unfold everything' }).click();
  await expect(raw.getByRole('button', { name: 'Unfold', exact: true })).toHaveCount(0);

  await pane.getByRole('combobox', { name: 'Form of the body' }).selectOption({ label: 'Plain text' });
  await expect(raw).not.toContainText('"cache_control"');
});

test('response: blocks, stop reason, usage and timing; the linter has found nothing', async ({ workbench }) => {
  const { page } = workbench;
  await readTheMenu(workbench);
  const { pane, tab } = inspector(page);
  await pane.getByRole('button', { name: 'Call before' }).click();
  await tab('Response').click();
  await expect(pane.getByText('stop_reason', { exact: true })).toBeVisible();
  await expect(pane.getByRole('definition').filter({ hasText: 'tool_use' })).toBeVisible();
  await expect(pane.getByRole('definition').filter({ hasText: /first event after/ })).toBeVisible();
  await expect(pane.getByRole('group', { name: 'Block 1 thinking' }).first()).toBeVisible();
  await expect(pane.getByRole('group', { name: 'Block 3 tool_use' }).first()).toContainText('menu/teas.csv');
  await pane.getByRole('button', { name: 'Linter: 0 findings' }).click();
  await expect(page.getByText('Nothing found. The request is well formed.')).toBeVisible();
});

test.describe('with a key in the environment', () => {
  test.use({ boot: { env: { ANTHROPIC_API_KEY: 'sk-ant-e2e-secret-0001' }, model: 'scripted/tour' } });

  test('copies a call as curl and as TypeScript, with the key as a variable', async ({ workbench }) => {
    const { page } = workbench;
    await conversation(page).ask('What is this project?');
    const { pane } = inspector(page);
    for (const [name, part] of [
      ['Copy as curl', 'curl'],
      ['Copy as TypeScript', 'Anthropic'],
    ] as const) {
      await pane.getByRole('button', { name: 'Copy this call' }).click();
      await page.getByRole('menuitem', { name }).click();
      await expect(page.getByText(`${name}: copied. The key is a variable in it.`)).toBeVisible();
      const text = await workbench.readClipboard();
      expect(text).toContain(part);
      expect(text).toContain('ANTHROPIC_API_KEY');
      expect(text).not.toContain('sk-ant-e2e');
    }
  });
});

test('a deep link brings back the same call and piece after a reload', async ({ workbench }) => {
  const { page } = workbench;
  await readTheMenu(workbench);
  const { pane, piece, pieces } = inspector(page);
  await conversation(page)
    .timeline.getByRole('button', { name: /^Call 1/ })
    .click();
  await pieces
    .getByRole('option', { name: /Core instructions/ })
    .first()
    .click();
  await expect(piece).toContainText('# Care');
  const text = await piece.textContent();
  await page.reload();
  await expect(pane.getByRole('heading', { name: 'Call 1' })).toBeVisible();
  await expect(piece).toHaveText(text ?? '');
});
