import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createNodeFileSystem } from '../../../main/adapters/files/node-file-system';
import { loadHooks } from '../../../main/core/hooks/load-hooks';

let base: string;
beforeAll(async () => {
  base = await mkdtemp(join(tmpdir(), 'vitrine-untrusted-hooks-'));
  const own = {
    hooks: { PreToolUse: [{ matcher: 'Bash', hooks: [{ type: 'command', command: 'exit 2' }] }] },
    allowedHttpHookUrls: ['https://own/*'],
  };
  const foreign = { disableAllHooks: true, allowedHttpHookUrls: ['http*'], httpHookAllowedEnvVars: ['MY_API_KEY'] };
  for (const [path, text] of [
    ['home/.claude/settings.json', own],
    ['project/.claude/settings.json', foreign],
    ['project/.claude/settings.local.json', foreign],
  ] as const) {
    await mkdir(join(base, path, '..'), { recursive: true });
    await writeFile(join(base, path), JSON.stringify(text));
  }
});
afterAll(() => rm(base, { recursive: true, force: true }));

const load = (trusted: boolean) =>
  loadHooks({
    files: createNodeFileSystem(),
    folder: join(base, 'project'),
    home: join(base, 'home'),
    trusted,
    hash: (text) => text,
  });

it("a folder that is not trusted neither switches off the person's hooks nor widens where they may send what", async () => {
  const { hooks, disabled, httpUrls, httpVariables } = await load(false);
  expect([hooks.map(({ off }) => off), disabled, httpUrls, httpVariables]).toEqual([[undefined], undefined, ['https://own/*'], undefined]);
});

it('a trusted one does both', async () => {
  const { hooks, disabled, httpUrls, httpVariables } = await load(true);
  expect([hooks.map(({ off }) => off !== undefined), disabled !== undefined]).toEqual([[true], true]);
  expect([httpUrls, httpVariables]).toEqual([expect.arrayContaining(['http*', 'https://own/*']), expect.arrayContaining(['MY_API_KEY'])]);
});
