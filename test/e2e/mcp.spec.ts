import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { axeFindings, SAME_PAGE } from './support/axe';
import { expect, onlyIn, type Page, test } from './support/test';
import { ROOT } from './support/workbench';

const SERVER = readFileSync(join(ROOT, 'test/support/mcp-scripted-server.mjs'), 'utf8');
const FORM = { type: 'object', properties: { colour: { type: 'string', title: 'Colour', maxLength: 20 } }, required: ['colour'] };
const TOOLS = [
  {
    name: 'add',
    description: 'Adds two numbers.',
    inputSchema: { type: 'object', properties: { a: { type: 'integer' }, b: { type: 'integer' } }, required: ['a', 'b'] },
    annotations: { readOnlyHint: true },
  },
  {
    name: 'paint',
    inputSchema: { type: 'object' },
    result: { ask: { method: 'elicitation/create', params: { message: 'Which colour?', requestedSchema: FORM } } },
  },
];
const ENTRIES = { mcpServers: { broken: { command: 'no-such-program', args: ['--now'] } } };

test.use({
  boot: {
    files: { 'server.mjs': SERVER, 'tools.json': JSON.stringify(TOOLS), '.mcp.json': `${JSON.stringify(ENTRIES, undefined, 2)}\n` },
  },
});

function servers(page: Page) {
  return {
    row: (name: string) => page.getByRole('listitem').filter({ has: page.getByRole('button', { name, exact: true }) }),
    open: (name: string) => page.getByRole('button', { name, exact: true }).click(),
    back: () => page.getByRole('button', { name: 'All servers' }).click(),
    tab: (name: RegExp) => page.getByRole('tab', { name }),
    result: page.getByRole('region', { name: 'Result' }),
    /** Adds the server of the test by the form, for this person in this folder. */
    async add() {
      await page.getByRole('button', { name: 'Add a server' }).click();
      const entry = { counter: { command: 'node', args: ['server.mjs', 'tools.json'] } };
      await page.getByRole('textbox', { name: 'Paste an entry' }).fill(JSON.stringify({ mcpServers: entry }));
      await page.getByRole('button', { name: 'Look at the change' }).click();
      await expect(page.getByRole('group', { name: /^Change of / })).toContainText('"counter"');
      await page.getByRole('button', { name: 'Add counter' }).click();
      await expect(page.getByRole('status').filter({ hasText: 'connected' })).toBeVisible();
    },
  };
}

test.beforeEach(async ({ workbench: { page } }) => {
  await page.getByRole('button', { name: 'Trust this folder' }).click();
  await page.keyboard.press('ControlOrMeta+8');
});

test('a server is added, costed, called by hand and removed, and another says why it does not start', async ({ workbench }) => {
  const { page, home } = workbench;
  const { row, open, back, tab, result, add } = servers(page);
  const card = page.getByRole('region', { name: 'Approve broken' });
  await expect(card).toContainText('no-such-program');
  await card.getByRole('button', { name: 'Approve this entry' }).click();
  await expect(row('broken')).toContainText('Its program cannot be started.');

  await add();
  await back();
  await expect(row('counter')).toContainText('scripted 1.0.0');
  await expect(row('counter')).toContainText('tokens in every request');
  await open('counter');
  await expect(page.getByRole('radio', { name: /Always whole/ })).toHaveAccessibleName(/~\d+ tokens in every request/);

  await tab(/^Tools/).click();
  await page.getByRole('textbox', { name: 'a', exact: true }).fill('2');
  await page.getByRole('textbox', { name: 'b', exact: true }).fill('3');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Run this call once' }).click();
  await expect(result).toContainText('add got {"a":2,"b":3}');

  await page.getByRole('button', { name: 'paint' }).click();
  await page.getByRole('button', { name: 'Call', exact: true }).click();
  await page.getByRole('button', { name: 'Run this call once' }).click();
  const asked = page.getByRole('region', { name: 'counter asks you for information' });
  await expect(asked).toContainText('Which colour?');
  await asked.getByRole('textbox', { name: 'Colour' }).fill('青');
  await asked.getByRole('button', { name: 'Send to counter' }).click();
  await expect(result).toContainText('{"action":"accept","content":{"colour":"青"}}');

  await tab(/^Messages/).click();
  await page
    .getByRole('listbox', { name: 'Messages' })
    .getByRole('option', { name: /elicitation\/create/ })
    .click();
  await expect(page.getByRole('article')).toContainText('"message": "Which colour?"');

  await page.getByRole('combobox', { name: 'Server' }).selectOption('broken');
  await tab(/^Diagnosis/).click();
  await expect(page.getByRole('list', { name: 'Diagnosis' })).toContainText('The program was not found');
  await tab(/^Overview/).click();
  await page.getByRole('button', { name: 'Edit the entry' }).click();
  await page.getByRole('textbox', { name: 'Command' }).fill('node');
  await page.getByRole('button', { name: 'Look at the change' }).click();
  await page.getByRole('button', { name: 'Write the change' }).click();
  await expect(card).toContainText('The entry of a server has changed');

  await page.getByRole('combobox', { name: 'Server' }).selectOption('counter');
  await page.getByRole('button', { name: 'Look at the change that removes it' }).click();
  await page.getByRole('button', { name: 'Remove it from the file' }).click();
  await expect(row('broken')).toBeVisible();
  await expect(row('counter')).toHaveCount(0);
  expect(readFileSync(join(home, 'mcp.json'), 'utf8')).not.toContain('counter');
});

test.describe('in one theme and the other', () => {
  onlyIn(['serve'], SAME_PAGE);

  test('the list, the form and every tab of a server stand without a violation', async ({ workbench }) => {
    const { page } = workbench;
    const { back, tab, open, add } = servers(page);
    const look = async (where: string, colorScheme: 'light' | 'dark') => {
      await page.emulateMedia({ colorScheme });
      expect(await axeFindings(page, `${colorScheme}, ${where}`)).toEqual([]);
    };
    await expect(page.getByRole('region', { name: 'Approve broken' })).toBeVisible();
    await look('approval', 'dark');
    await add();
    const tabs = [
      [/^Overview/, 'light'],
      [/^Tools/, 'dark'],
      [/^Resources/, 'light'],
      [/^Prompts/, 'dark'],
      [/^Messages/, 'light'],
      [/^Error output/, 'dark'],
      [/^Diagnosis/, 'light'],
    ] as const;
    for (const [name, colorScheme] of tabs) {
      await tab(name).click();
      await look(String(name), colorScheme);
    }
    await back();
    await look('list', 'light');
    await page.getByRole('button', { name: 'Add a server' }).click();
    await look('form', 'dark');
    await back();
    await open('counter');
    await page.setViewportSize({ width: 420, height: 800 });
    for (const name of [/^Overview/, /^Tools/]) {
      await tab(name).click();
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    }
  });
});
