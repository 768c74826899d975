import { conversation } from './support/conversation';
import { expect, test } from './support/test';

test('opens on the sample project without a modal, ready to type', async ({ workbench }) => {
  const { page } = workbench;
  const { composer } = conversation(page);
  await expect(composer).toBeFocused();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'What should be done in sample?' })).toBeVisible();
  const tour = page.getByRole('region', { name: 'Tour' });
  await expect(tour).toContainText('Step 1 of 11');
  await expect(tour.getByRole('button', { name: 'What is this project?' })).toBeVisible();
  await expect(page.getByText('No API key: the scripted model plays.')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'No sessions yet' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'No model call yet' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Status' })).toContainText('Ask');
  await expect(page).toHaveTitle('sample · Vitrine');
});

test('the idea on the first screen goes into the composer and is sent only by the person', async ({ workbench }) => {
  const { page } = workbench;
  const { composer, ended, answers } = conversation(page);
  await page.getByRole('list', { name: 'Something to begin with' }).getByRole('button').first().click();
  await expect(composer).toHaveValue('What is this project?');
  await expect(composer).toBeFocused();
  await composer.press('Enter');
  await ended('finished');
  await expect(answers).toContainText('It is a small tea shop');
});

test('the key banner leads to the settings and can be put away for good', async ({ workbench }) => {
  const { page } = workbench;
  const banner = page.getByText('No API key: the scripted model plays.');
  await page.getByRole('button', { name: 'Set a key' }).click();
  await expect(page.getByRole('region', { name: 'Settings' })).toBeVisible();
  await page.getByRole('button', { name: 'Sessions', exact: true }).click();
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await expect(banner).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('region', { name: 'Tour' })).toBeVisible();
  await expect(banner).toHaveCount(0);
});

test.describe('on a system in Japanese', () => {
  test.use({ boot: { language: 'ja' } });

  test('speaks Japanese and plays the tour in it', async ({ workbench }) => {
    const { page } = workbench;
    const composer = page.getByRole('textbox', { name: 'エージェントへのメッセージ' });
    await expect(composer).toBeFocused();
    await expect(page.locator('html')).toHaveAttribute('lang', 'ja');
    await expect(page.getByRole('region', { name: 'ツアー' })).toContainText('ふつうの質問をする');
    const tour = page.getByRole('region', { name: 'ツアー' });
    const answers = page.getByRole('article', { name: '回答' });
    await tour.getByRole('button', { name: 'このプロジェクトは何ですか？' }).click();
    await expect(composer).toHaveValue('このプロジェクトは何ですか？');
    await composer.press('Enter');
    await expect(answers.last()).toContainText('お茶の店');
    for (let step = 1; step < 9; step += 1) await tour.getByRole('button', { name: '次へ' }).click();
    await tour.getByRole('button', { name: '春のメニューを一緒に考えてください。' }).click();
    await composer.press('Enter');
    const form = page.getByRole('region', { name: 'エージェントからの質問' });
    await expect(form).toContainText('春のメニューは何を中心にしますか？');
    await form.getByRole('radio', { name: 'ファーストフラッシュ' }).check();
    await form.getByRole('button', { name: '回答する' }).click();
    await expect(answers.filter({ hasText: 'ファーストフラッシュのダージリンと新茶' })).toBeVisible();
  });
});

test.describe('on a folder of the person', () => {
  test.use({ boot: { files: { 'README.md': '# Mine\n' } } });

  test('opens it, asks for trust in the page, and only offers the tour', async ({ workbench }) => {
    const { page } = workbench;
    const { composer } = conversation(page);
    await expect(composer).toBeFocused();
    await expect(page.getByRole('heading', { name: 'What should be done in project?' })).toBeVisible();
    await expect(page.getByText('Do you trust this folder?')).toBeVisible();
    await expect(page.getByText(workbench.folder, { exact: true })).toBeVisible();
    await page.getByRole('button', { name: 'Trust this folder' }).click();
    await expect(page.getByText('Do you trust this folder?')).toHaveCount(0);
    await page.getByRole('button', { name: 'Open the sample project' }).click();
    await expect(page.getByRole('region', { name: 'Tour' })).toContainText('Step 1 of 11');
  });
});
