import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createNodeFileSystem } from '../../../main/adapters/files/node-file-system';
import { createPolicy, type SessionPolicy } from '../../../main/core/permission/create-policy';
import { findReach } from '../../../main/core/permission/find-reach';
import type { FileSearch } from '../../../main/core/ports';
import type { Mode } from '../../../shared/model/mode';
import { shellParser } from '../../unit/permission/support';

let home: string;
let folder: string;

/** Finds the guarded files of the project where those are looked for, and the private ones where a rule speaks of them. */
const search: FileSearch = {
  grep: async () => ({ lines: [], truncated: false }),
  glob: async () => ({ paths: [], truncated: false }),
  listFiles: async () => ({ paths: [], truncated: false }),
  findNames: async (names) =>
    (names.some((name) => name.includes('private')) ? ['private/k', 'private/deep/k'] : ['.env', 'conf/.env']).map((path) =>
      join(folder, path),
    ),
};

beforeAll(async () => {
  home = await realpath(await mkdtemp(join(tmpdir(), 'reach-')));
  folder = join(home, 'shop');
  for (const path of ['shop/src', 'shop/conf', 'shop/plain', 'shop/far', 'shop/near', 'shop/private/deep', 'other'])
    await mkdir(join(home, path), { recursive: true });
  for (const path of [
    'shop/.env',
    'shop/conf/.env',
    'shop/a.txt',
    'shop/plain/a.ts',
    'shop/plain/b.ts',
    'shop/private/k',
    'shop/private/deep/k',
    'other/f',
  ])
    await writeFile(join(home, path), 'X\n');
  await symlink('.env', join(folder, 'innocent'));
  await symlink('../.env', join(folder, 'src/ok.ts'));
  await symlink(join(home, 'other'), join(folder, 'far/l2'));
  await symlink('../conf', join(folder, 'near/l3'));
  await symlink('a.ts', join(folder, 'plain/c.ts'));
});
afterAll(() => rm(home, { recursive: true }));

async function policyFor(allow: readonly string[], deny: readonly string[]): Promise<SessionPolicy> {
  const cli = { allow, ask: [], deny };
  return createPolicy({
    files: createNodeFileSystem(),
    folder,
    home,
    cli,
    isTrusted: async () => true,
    ignoreCase: false,
    search,
    shellParser,
  });
}

async function decided(
  command: string,
  { allow = [], deny = [], mode = 'default' }: { allow?: string[]; deny?: string[]; mode?: Mode } = {},
) {
  const policy = await policyFor(allow, deny);
  const action = { tool: 'Bash', capability: 'execute' as const, paths: [folder], params: { command }, summary: '', command };
  await policy.prepare?.(action);
  return policy.decide({ action, mode, agent: 'main' });
}

describe('what a pattern or a walk comes upon through a link', () => {
  it.each([
    'cat *',
    'cat inn*',
    'cat < inn*',
    'cat src/*',
    'cat s*/ok.ts',
    'for f in src/*.ts; do head -3 "$f"; done',
    'grep -R X src',
    'cd src && cat *',
    'grep -R X near',
    'grep -r X near/*',
    'grep -r X con*',
    'grep -r X near/l3',
  ])('is denied where a guarded file lies behind it: %s', async (command) => {
    expect(await decided(command)).toMatchObject({ decision: 'deny', builtin: 'secret-path' });
    expect(await decided(command, { allow: ['Bash'], mode: 'bypassPermissions' })).toMatchObject({ decision: 'deny' });
  });

  it.each(['cat far/l*/f', 'cat far/l2/*', 'grep -R X far', 'for one in far/*/f; do wc -l "$one"; done', 'cat f*/l2/f'])(
    'is asked for where it lies outside the working directories: %s',
    async (command) => {
      expect(await decided(command)).toMatchObject({ decision: 'ask', builtin: 'outside-working-directories' });
    },
  );

  it.each(['cat plain/*', 'grep -R X plain', 'for f in plain/*.ts; do wc -l "$f"; done', 'wc -l a*'])(
    'is allowed where it lies in the project: %s',
    async (command) => {
      expect(await decided(command)).toMatchObject({ decision: 'allow', builtin: 'read-only-command' });
    },
  );

  it('is denied by rules for what patterns stand for', async () => {
    expect(await decided('tee pl*n/a.ts', { allow: ['Bash'], deny: ['Edit(plain/**)'] })).toMatchObject({ decision: 'deny' });
    expect(await decided('cat plain/c*', { allow: ['Bash'], deny: ['Read(plain/a.ts)'] })).toMatchObject({ decision: 'deny' });
  });
});

describe('a file that a rule keeps from being read', () => {
  it.each([
    ...['cat private/k', 'cat pr*/k', 'cat < pr*/k', 'cat {private,x}/k', 'for f in private/*; do cat $f; done', 'd=private; cat $d/k'],
    ...['cp -r private x', 'tar -c private', 'tar -c .', 'grep -r x .', 'grep -r x', 'grep -r x priv*', 'cat /proc/self/cwd/private/k'],
    ...['cd plain && grep -r x ..', "bash -c 'cat p*/deep/k'", 'cd private && cat *'],
  ])('is kept from what comes upon it: %s', async (command) => {
    for (const mode of ['default', 'bypassPermissions'] as const)
      expect(await decided(command, { allow: ['Bash'], deny: ['Read(private/**)'], mode })).toMatchObject({
        decision: 'deny',
        rule: { text: 'Read(private/**)' },
      });
  });

  it.each(['cd priv*; cat k', 'cd "$x" && cat deep/k', 'cd $(ls) && head < k'])(
    'is asked for where it could be what a folder that is not known holds: %s',
    async (command) => {
      for (const mode of ['default', 'bypassPermissions'] as const)
        expect(await decided(command, { allow: ['Bash'], deny: ['Read(private/**)'], mode })).toMatchObject({ decision: 'ask' });
      expect((await decided('cd "$x" && cat other', { allow: ['Bash'], deny: ['Read(private/**)'] })).decision).toBe('allow');
    },
  );

  it.each(['grep -r x plain', 'cat pl*/a.ts', 'cp -r plain x', 'ls private', 'tar -c plain', 'cd plain && cat *'])(
    'holds up no other: %s',
    async (command) => {
      expect((await decided(command, { allow: ['Bash'], deny: ['Read(private/**)'] })).decision).toBe('allow');
    },
  );
});

describe('a command whose patterns stand for more than is looked at', () => {
  const files = {
    list: async () => Array.from({ length: 300 }, (_, index) => ({ name: `d${index}`, kind: 'directory' as const })),
    realpath: async (path: string) => path,
  };

  it('is not known as a whole', async () => {
    const place = { files, folder: '/p', cwd: '/p', home: '/', present: [] };
    expect((await findReach(shellParser.parse('cat */*/*'), place)).complete).toBe(false);
    expect((await findReach(shellParser.parse('grep -R X .'), place)).complete).toBe(false);
    expect((await findReach(shellParser.parse('cat *'), place)).complete).toBe(true);
  });

  it('is asked for, and one that nobody has looked around for is too', async () => {
    const policy = await policyFor([], []);
    const action = (command: string) => ({
      tool: 'Bash',
      capability: 'execute' as const,
      paths: [folder],
      params: {},
      summary: '',
      command,
    });
    await policy.prepare?.(action('cat a.txt'));
    expect(policy.decide({ action: action('cat plain/*'), mode: 'default', agent: 'main' }).decision).toBe('ask');
    expect(policy.decide({ action: action('cat a.txt'), mode: 'default', agent: 'main' }).decision).toBe('allow');
  });
});
