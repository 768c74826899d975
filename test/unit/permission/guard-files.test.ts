import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createNodeFileSystem } from '../../../main/adapters/files/node-file-system';
import { ripgrepPath } from '../../../main/adapters/files/ripgrep-path';
import { createRipgrepSearch } from '../../../main/adapters/files/ripgrep-search';
import { readLinked } from '../../../main/core/kernel/read-linked';
import { createPolicy } from '../../../main/core/permission/create-policy';
import { guardFiles, guardSearch } from '../../../main/core/permission/guard-files';
import type { GrepRequest } from '../../../main/core/ports';

let folder: string;
const never = new AbortController().signal;

beforeAll(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'guard-')));
  await mkdir(join(folder, '.claude'));
  await writeFile(join(folder, '.claude/settings.json'), '{"permissions":{"deny":["Read(.env)"],"ask":["Read(/drafts/**)"]}}');
  await mkdir(join(folder, 'drafts'));
  for (const name of ['.env', '.env.example', 'a.txt', 'drafts/b.txt']) await writeFile(join(folder, name), `KEY=${name}\nmore\n`);
  await symlink('.env', join(folder, 'link'));
  await symlink('a.txt', join(folder, 'fine'));
  await symlink('../a.txt', join(folder, 'drafts/.env'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function guarded() {
  const files = createNodeFileSystem();
  const policy = await createPolicy({ files, folder, home: '/nonexistent', ignoreCase: false, isTrusted: async () => false });
  return { files: guardFiles(files, policy), search: guardSearch(createRipgrepSearch({ rgPath: ripgrepPath() }), policy) };
}

describe('a denied file', () => {
  it('is read neither by its name nor through a link, and its neighbours are', async () => {
    const { files } = await guarded();
    for (const name of ['.env', 'link']) {
      await expect(files.readFile(join(folder, name))).rejects.toMatchObject({ code: 'denied' });
      await expect(files.readRange(join(folder, name), 0, 3)).rejects.toMatchObject({ code: 'denied' });
    }
    for (const name of ['link', 'drafts/.env'])
      await expect(readLinked(files, join(folder, name))).rejects.toMatchObject({
        code: 'denied',
        message: expect.stringContaining('Read(.env)'),
      });
    expect(new TextDecoder().decode(await readLinked(files, join(folder, 'fine')))).toContain('KEY=a.txt');
    expect(new TextDecoder().decode(await files.readFile(join(folder, '.env.example')))).toContain('KEY');
    expect(new TextDecoder().decode(await files.readFile(join(folder, 'drafts/b.txt')))).toContain('KEY');
  });

  it.each<[GrepRequest['mode'], Partial<GrepRequest>]>([
    ['content', {}],
    ['content', { after: 1 }],
    ['content', { lineNumbers: false }],
    ['files_with_matches', {}],
    ['count', {}],
  ])('is in no search result (%s, %j)', async (mode, more) => {
    const { search } = await guarded();
    const request: GrepRequest = {
      pattern: 'KEY',
      path: folder,
      mode,
      lineNumbers: true,
      ignoreCase: false,
      onlyMatching: false,
      multiline: false,
      ...more,
    };
    const { lines } = await search.grep(request, 100, 0, never);
    const text = lines.join('\n');
    expect([text.includes('/.env.example'), text.includes('/a.txt'), /\/\.env(?!\.)/.test(text), text.includes('drafts')]).toEqual([
      true,
      true,
      false,
      false,
    ]);
    const page = await search.grep(request, 1, 1, never);
    expect(page.lines).toEqual(lines.slice(1, 2));
  });
});
