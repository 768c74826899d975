import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createNodeFileSystem } from '../../../main/adapters/files/node-file-system';
import { createPolicy } from '../../../main/core/permission/create-policy';
import type { Mode } from '../../../shared/model/mode';
import { shellParser } from '../../unit/permission/support';

let home: string;
let folder: string;

beforeAll(async () => {
  home = await realpath(await mkdtemp(join(tmpdir(), 'links-')));
  folder = join(home, 'code/shop');
  for (const path of ['code/shop/src/gen', 'code/shop/.claude', 'code/shop/.git/hooks', 'code/shop/sub', 'outside/deep', '.ssh'])
    await mkdir(join(home, path), { recursive: true });
  for (const path of ['code/shop/.env', 'code/shop/src/a.ts', 'code/shop/src/gen/g.ts', 'outside/z', 'outside/.env', '.ssh/id_rsa'])
    await writeFile(join(home, path), 'X\n');
  const links: Record<string, string> = {
    inn: '.env',
    'src/out': join(home, 'outside/z'),
    'src/etc': join(home, 'outside'),
    'src/key': join(home, '.ssh/id_rsa'),
    cl: '.claude',
    gg: '.git',
    gl: 'src/gen',
    ol: join(home, 'outside'),
    'sub/deep': join(home, 'outside/deep'),
    up: home,
    dangling: '.claude/new.json',
  };
  for (const [name, target] of Object.entries(links)) await symlink(target, join(folder, name));
});
afterAll(() => rm(home, { recursive: true }));

interface Conditions {
  allow?: string[];
  deny?: string[];
  mode?: Mode;
  trusted?: boolean;
}

async function decided(command: string, { allow = [], deny = [], mode = 'default', trusted = true }: Conditions = {}) {
  const policy = await createPolicy({
    ...{ files: createNodeFileSystem(), folder, home, cli: { allow, ask: [], deny }, ignoreCase: false, shellParser },
    isTrusted: async () => trusted,
  });
  const action = { tool: 'Bash', capability: 'execute' as const, paths: [folder], params: { command }, summary: '', command };
  await policy.prepare?.(action);
  return policy.decide({ action, mode, agent: 'main' });
}

const manyWords = Array.from({ length: 230 }, (_, index) => index).join(' ');

describe('a link to a guarded file', () => {
  it.each([
    ...['cat inn', "cat 'in'n", 'cat "i"nn', 'cat i""nn', "cat $'i\\x6en'", 'cat i\\\nnn', 'cat "./inn"', 'head < inn', 'cat sub/../inn'],
    ...['cd src && cat ../inn', 'cd src && cat key', 'cat src/"k"ey', 'cd sub/deep && cat ../.env', `echo ${manyWords}; cat inn`],
    ...['python3 -c "print(open(\'inn\').read())"', 'for f in inn; do cat "$f"; done', 'bash -c \'cat i""nn\''],
  ])('is denied however it is written: %s', async (command) => {
    for (const mode of ['default', 'plan', 'bypassPermissions'] as const)
      expect(await decided(command, { mode, allow: ['Bash'] })).toMatchObject({ decision: 'deny', builtin: 'secret-path' });
    expect(await decided(command, { trusted: false })).toMatchObject({ decision: 'deny', builtin: 'secret-path' });
  });
});

describe('a link out of the working directories', () => {
  it.each([
    ...['cat src/out', 'head -n1 < src/"o"ut', 'grep -h . src/"ou"t', 'diff src/a.ts src/o"u"t', 'cat src/o\\\nut', 'ls src/e"t"c/'],
    ...[
      'cd src && cat out',
      'cd src && cat etc/z',
      'cd src && head < out',
      'cd src/etc && ls',
      'cd ol && ls -la',
      `echo ${manyWords} src/out`,
    ],
    ...['cd sub/deep && cat ../z', 'cd sub/deep && ls ..'],
  ])('is asked for: %s', async (command) => {
    for (const mode of ['default', 'plan', 'acceptEdits'] as const) expect((await decided(command, { mode })).decision).toBe('ask');
    expect((await decided(command, { trusted: false })).decision).toBe('ask');
  });

  it.each(['cat src/a.ts', 'cd src && cat a.ts', 'cd src && cat ../src/a.ts', 'cat gl/g.ts', `echo ${manyWords}`])(
    'is not one that stays inside: %s',
    async (command) => {
      expect(await decided(command)).toMatchObject({ decision: 'allow', builtin: 'read-only-command' });
    },
  );
});

describe('a file that is written through a link', () => {
  it.each([
    ...[
      'cp src/a.ts cl/settings.json',
      'cp src/a.ts gg/hooks/pre-commit',
      'sed -i s/a/b/ cl/settings.local.json',
      'echo x > cl/settings.json',
    ],
    ...[
      'cp src/a.ts cl',
      'cd cl && touch settings.json',
      'echo x > dangling',
      'cd src && echo x > ../"c"l/settings.json',
      'mv src/a.ts gg/hooks/',
    ],
  ])('is protected where the link leads to what is: %s', async (command) => {
    for (const conditions of [
      { mode: 'acceptEdits' as const },
      { allow: ['Edit', 'Bash(cp *)', 'Bash(sed *)', 'Bash(mv *)', 'Bash(touch *)'] },
      { allow: ['Bash'] },
    ])
      expect(await decided(command, conditions)).toMatchObject({ decision: 'ask', builtin: 'protected-path' });
  });

  it.each(['mv src/a.ts ol/', 'cp src/a.ts ol/z', 'rm -r ol/', 'echo x > ol/z', 'cd ol && touch new', 'mkdir sub/deep/x'])(
    'is outside where the link leads there: %s',
    async (command) => {
      expect((await decided(command, { mode: 'acceptEdits' })).decision).toBe('ask');
      expect((await decided(command, { allow: ['Edit(ol/**)', 'Edit(src/**)'] })).decision).toBe('ask');
    },
  );

  it.each([': > gl/g.ts', 'cp src/a.ts gl/', 'cp src/a.ts gl', 'cd gl; echo x > g.ts', 'tee g"l"/g.ts', 'touch gl/new.ts', 'tee g*/g.ts'])(
    'is denied where a rule denies what the link leads to: %s',
    async (command) => {
      const conditions = { allow: ['Bash'], deny: ['Edit(src/gen/**)'] };
      expect((await decided(command, conditions)).decision).toBe('deny');
      expect((await decided(command, { ...conditions, mode: 'bypassPermissions' })).decision).toBe('deny');
    },
  );

  it.each(['cp src/a.ts gl/b.ts', 'echo x > gl/b.ts', 'mkdir gl/new'])('may lie in the project: %s', async (command) => {
    expect(await decided(command, { mode: 'acceptEdits' })).toMatchObject({ decision: 'allow', builtin: 'accept-edits' });
  });

  it.each(['rm -rf up/*', 'cd up && rm -rf *', 'find up/ -delete'])('is a critical removal where it leads to one: %s', async (command) => {
    expect(await decided(command, { allow: ['Bash'], mode: 'bypassPermissions' })).toMatchObject({ builtin: 'critical-removal' });
  });
});

describe('a command that names more files than are looked up', () => {
  const names = Array.from({ length: 690 }, (_, index) => `f${index}`).join(' ');

  it('is asked for in every mode, and told why', async () => {
    for (const mode of ['default', 'bypassPermissions'] as const)
      expect(await decided(`cd src; cd sub; cd gen; cat ${names}`, { allow: ['Bash'], mode })).toMatchObject({
        decision: 'ask',
        reason: 'It names more files than are looked up, and any of them could be a link.',
      });
    expect((await decided(`cat ${names}`)).decision).toBe('allow');
  });
});
