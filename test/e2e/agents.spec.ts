import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { axeFindings } from './support/axe';
import { conversation } from './support/conversation';
import { expect, test } from './support/test';

test.use({ boot: { model: 'scripted/agents', files: { 'notes.txt': 'one\ntwo\n' } } });

test('agents of a session stand in a tree: what each waits for, its rights, its conversation and its payloads', async ({ workbench }) => {
  const { page, cli, folder } = workbench;
  const { send, approval, ended, timeline } = conversation(page);
  await send('Have it done by others');
  await expect(approval('Write')).toContainText('main/general-purpose-1');

  await page.getByRole('button', { name: '2 agents' }).click();
  const nodes = page.getByRole('listbox', { name: 'Agents of this session' }).getByRole('option');
  await expect(nodes).toHaveCount(3);
  await nodes.filter({ hasText: 'Write a file' }).click();
  const detail = page.getByLabel('Chosen agent');
  await expect(detail).toContainText('waits for your approval');
  await expect(detail).toContainText('only for the agent that talks with you');
  expect(await axeFindings(page, 'the tree')).toEqual([]);
  await detail.getByRole('button', { name: 'Go to the request' }).click();
  await approval('Write').getByRole('button', { name: 'Allow once' }).click();
  await expect(timeline).toContainText('It is written.');
  await expect(page.getByText('Task from an agent', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'main', exact: true }).click();
  await ended('+ 2 agents:');
  expect(existsSync(join(folder, 'made.txt'))).toBe(true);

  const body = JSON.parse((await cli('payload', 'last', 'explore-1:1', '--body')).out);
  expect(JSON.stringify(body.messages)).toContain('look for the notes and report their path');
  expect((await cli('agents', 'tree', 'last')).out).toMatch(/explore-1 {2}Explore {2}completed/);
});

test('a definition is made, checked as it is typed, and shown as what it begins with', async ({ workbench }) => {
  const { page, folder } = workbench;
  await page.keyboard.press('Control+7');
  await page.getByRole('button', { name: 'New' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Change reviewer');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: /^Change reviewer/ })).toBeVisible();
  const path = join(folder, '.claude/agents/change-reviewer.md');
  expect(readFileSync(path, 'utf8')).toContain('name: Change reviewer');
  await page.getByRole('textbox', { name: path }).click();
  await page.keyboard.press('Control+End');
  await page.keyboard.type('You review twice.');
  await page.getByRole('tab', { name: 'What it begins with' }).click();
  await expect(page.getByRole('group', { name: 'What it begins with' })).toContainText('You review twice.');
  await expect(page.getByRole('list', { name: 'Tools of its parent that it lacks' })).toContainText('Bash');
  expect(await axeFindings(page, 'the editor')).toEqual([]);
});
