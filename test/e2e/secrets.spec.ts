import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createRandom, makeSecret, SECRET_FORMATS } from '../fixtures/secrets/secret-formats';
import { conversation } from './support/conversation';
import { expect, type Page, test, type Workbench } from './support/test';
import { showRow } from './support/virtual-list';

const PASSWORD = 'correct-horse-battery';
const AWS = makeSecret(SECRET_FORMATS.find(({ name }) => name === 'AWS key id')?.pieces ?? [], createRandom(5));

const BOOT = {
  model: 'scripted/secrets',
  files: { '.env': `PASSWORD=${PASSWORD}\n`, '.env.example': 'PASSWORD=example\n', 'app.ts': `const id = '${AWS}';\n` },
  config: { mode: 'bypassPermissions' as const },
};
test.use({ boot: BOOT });

/** Whether a text is in a log or a part of any session of the home. */
function isLogged({ home }: Workbench, text: string): boolean {
  const files = readdirSync(join(home, 'projects'), { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return files.some((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8').includes(text));
}

async function bodies(workbench: Workbench): Promise<string> {
  const texts = await Promise.all(['1', '2'].map((call) => workbench.cli('payload', 'last', call, '--body')));
  return texts.map(({ out }) => out).join('\n');
}

const pieces = (page: Page) => page.getByRole('region', { name: 'Inspector' }).getByRole('listbox');

test('a guarded file is denied with its reason, its neighbour is read, and nothing of it is anywhere', async ({ workbench }) => {
  const { page } = workbench;
  const { ask, card } = conversation(page);
  await ask('Show the environment');
  for (const name of [/^Read \.env/, /^Bash cat \.env/]) {
    const denied = card(name);
    await denied.getByRole('button').first().click();
    await expect(denied).toContainText('.env is guarded: it is an environment file');
  }
  const grep = card(/^Grep/);
  await grep.getByRole('button').first().click();
  await expect(grep).toContainText('.env.example:1:PASSWORD=example');
  expect(await bodies(workbench)).not.toContain(PASSWORD);
  expect(isLogged(workbench, PASSWORD)).toBe(false);
  const check = await workbench.cli(
    'permissions',
    'check',
    '--tool',
    'Bash',
    '--input',
    '{"command":"cat .env"}',
    '--cwd',
    workbench.folder ?? '',
  );
  expect(JSON.parse(check.out)).toMatchObject({ decision: 'deny', builtin: 'secret-path' });
});

test('a secret in a file or a message is a placeholder, and the person sees that, what kind, and where', async ({ workbench }) => {
  const { page } = workbench;
  const { send, ended, card, questions } = conversation(page);
  await send('Read the code');
  await ended();
  const read = card(/^Read app\.ts/);
  await expect(read).toContainText('1 secret hidden: aws-key-id');
  await expect(page.getByRole('heading', { name: 'Call 2' })).toBeVisible();
  await showRow(pieces(page), /1 secret hidden: aws-key-id/);
  await read.getByRole('button').first().click();
  await expect(read).toContainText(/\[\[secret:aws-key-id:[0-9a-f]{8}\]\]/);
  await conversation(page).composer.fill(`Keep ${AWS}`);
  await conversation(page).composer.press('Enter');
  await expect(questions.last()).toContainText('1 secret hidden: aws-key-id');
  await ended();
  await expect(page.getByText(AWS)).toHaveCount(0);
  expect(await bodies(workbench)).not.toContain(AWS);
  expect(isLogged(workbench, AWS)).toBe(false);
});

test('a placeholder is not written into a file', async ({ workbench }) => {
  const { page } = workbench;
  const { ask, card } = conversation(page);
  await ask('Write the placeholder');
  const write = card(/^Write copy\.ts/);
  await write.getByRole('button').first().click();
  await expect(write).toContainText('stands for a secret that is kept from you');
  expect(existsSync(join(workbench.folder ?? '', 'copy.ts'))).toBe(false);
});

test.describe('in Japanese', () => {
  test.use({ boot: { ...BOOT, language: 'ja' } });

  test('both guards speak Japanese', async ({ workbench }) => {
    const { page } = workbench;
    const composer = page.getByRole('textbox').first();
    for (const text of ['環境を見せて', 'コードを読んで']) {
      await composer.fill(text);
      await composer.press('Enter');
      await expect(page.getByText(text).first()).toBeVisible();
    }
    await expect(page.getByText('秘密情報を1件伏せました：aws-key-id').first()).toBeVisible({ timeout: 20_000 });
    await page.getByText('拒否').first().click();
    await expect(page.getByText('.env は守られたファイルです').first()).toBeVisible();
  });
});
