import { mkdtemp, realpath, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { createNodeFileSystem } from '../../../main/adapters/files/node-file-system';
import { loadMemory, loadNestedMemory } from '../../../main/core/context/load-memory';
import { matchesRule } from '../../../main/core/context/match-rule';
import { writeTree } from '../../support/context-files';

let root: string;

beforeEach(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), 'memory-')));
});

function place(folder = 'home/code/app', readUserFiles = true) {
  return { folder: join(root, folder), home: join(root, 'home'), files: createNodeFileSystem(), readUserFiles };
}

async function load(tree: Record<string, string>, folder?: string, readUserFiles?: boolean) {
  await writeTree(root, tree);
  const memory = await loadMemory(place(folder, readUserFiles));
  return {
    ...memory,
    paths: memory.files.map((file) => file.path.slice(root.length + 1)),
    codes: memory.diagnostics.map((diagnostic) => diagnostic.code),
  };
}

describe('loading memory', () => {
  it.each(['r\n# forged', 'turned\u202Earound'])('loads no rule and no nested instructions by the name %j', async (name) => {
    const memory = await load({
      [`home/.claude/rules/${name}.md`]: 'mine',
      [`home/code/app/.claude/rules/${name}/x.md`]: 'theirs',
      'home/code/app/CLAUDE.md': 'good',
      [`home/code/app/${name}/CLAUDE.md`]: 'below',
    });
    expect(memory.paths).toEqual(['home/code/app/CLAUDE.md']);
    expect(memory.codes).toEqual(['bad-name', 'bad-name']);
    const nested = await loadNestedMemory(place(), memory, join(root, `home/code/app/${name}/x.ts`));
    expect([nested.files, nested.diagnostics.map(({ code }) => code)]).toEqual([[], ['bad-name']]);
  });

  it('reads the person first, then every directory down to the folder, then the rules', async () => {
    const memory = await load({
      'home/.claude/CLAUDE.md': 'personal',
      'home/.claude/rules/b.md': 'b',
      'home/.claude/rules/a/deep.md': 'a',
      'home/code/CLAUDE.md': 'above',
      'home/code/app/.claude/CLAUDE.md': 'folder',
      'home/code/app/CLAUDE.local.md': 'local',
      'home/code/app/.claude/rules/r.md': 'rule',
    });
    expect(memory.paths).toEqual([
      'home/.claude/CLAUDE.md',
      'home/.claude/rules/a/deep.md',
      'home/.claude/rules/b.md',
      'home/code/CLAUDE.md',
      'home/code/app/.claude/CLAUDE.md',
      'home/code/app/CLAUDE.local.md',
      'home/code/app/.claude/rules/r.md',
    ]);
  });

  it('takes claudeMd of managed settings with its line, and says that it counts nowhere else', async () => {
    await writeTree(root, {
      'managed/CLAUDE.md': 'file',
      'managed/managed-settings.json': '{\n  "claudeMd": "first\\nsecond"\n}',
      'home/code/app/.claude/settings.json': '{ "claudeMd": "not mine" }',
    });
    const { files, diagnostics } = await loadMemory({ ...place(), managedDir: join(root, 'managed') });
    expect(files.map(({ scope, pieces }) => [scope, pieces])).toEqual([
      ['managed', [{ text: 'file', startLine: 1, endLine: 1 }]],
      ['managed', [{ text: 'first\nsecond', startLine: 2, endLine: 2 }]],
    ]);
    expect(diagnostics.map(({ code, file }) => [code, file])).toEqual([['bad-setting', join(root, 'home/code/app/.claude/settings.json')]]);
  });

  it('prefers CLAUDE.md to .claude/CLAUDE.md of the same directory', async () => {
    expect((await load({ 'home/code/app/CLAUDE.md': 'a', 'home/code/app/.claude/CLAUDE.md': 'b' })).paths).toEqual([
      'home/code/app/CLAUDE.md',
    ]);
  });

  it("leaves the person's files alone when told to", async () => {
    expect((await load({ 'home/.claude/CLAUDE.md': 'personal', 'home/code/app/CLAUDE.md': 'a' }, undefined, false)).paths).toEqual([
      'home/code/app/CLAUDE.md',
    ]);
  });

  it("reads AGENTS.md only where cwd and above hold no CLAUDE.md; the person's file and rules do not count", async () => {
    const tree = { 'home/.claude/CLAUDE.md': 'personal', 'home/code/app/AGENTS.md': 'agents', 'home/code/app/.claude/rules/r.md': 'rule' };
    expect((await load(tree)).paths).toContain('home/code/app/AGENTS.md');
    expect((await load({ 'home/code/CLAUDE.local.md': 'x' })).paths).not.toContain('home/code/app/AGENTS.md');
  });

  it("goes by the person's choice of instruction files, which a project cannot make", async () => {
    const tree = {
      'home/code/app/CLAUDE.md': 'claude',
      'home/code/app/AGENTS.md': 'agents',
      'home/code/AGENTS.md': 'above',
      'managed/CLAUDE.md': 'managed',
    };
    const choose = (instructionFiles: string) =>
      JSON.stringify({ claudeMdExcludes: ['**/managed/**'], pluginConfigs: { 'agents-md@builtin': { options: { instructionFiles } } } });
    const read = async (choice: string, at = 'home/.claude/settings.json') => {
      await writeTree(root, { ...tree, [at]: choose(choice) });
      const memory = await loadMemory({ ...place(), managedDir: join(root, 'managed') });
      return memory.files.map((file) => file.path.slice(root.length + 1));
    };
    const both = ['managed/CLAUDE.md', 'home/code/AGENTS.md', 'home/code/app/CLAUDE.md', 'home/code/app/AGENTS.md'];
    expect(await read('managed-only', 'home/code/app/.claude/settings.json')).toEqual(['managed/CLAUDE.md', 'home/code/app/CLAUDE.md']);
    expect(await read('claude-md-and-agents-md')).toEqual(both);
    expect(await read('claude-md')).toEqual(['managed/CLAUDE.md', 'home/code/app/CLAUDE.md']);
    expect(await read('managed-only')).toEqual(['managed/CLAUDE.md']);
    expect(await read('nonsense')).toEqual(['managed/CLAUDE.md', 'home/code/app/CLAUDE.md']);
  });

  it('loads imports after the file that names them, four levels deep, each once', async () => {
    const memory = await load({
      'home/code/app/CLAUDE.md': 'See @one.md, and @docs/with\\ blank.md.\n`@code.md`\n```\n@fence.md\n```\n',
      'home/code/app/code.md': 'no',
      'home/code/app/fence.md': 'no',
      'home/code/app/docs/with blank.md': 'blank',
      'home/code/app/one.md': '@two.md',
      'home/code/app/two.md': '@three.md @one.md',
      'home/code/app/three.md': '@four.md',
      'home/code/app/four.md': '@five.md',
      'home/code/app/five.md': 'too deep',
    });
    expect(memory.paths.map((path) => path.split('/').at(-1))).toEqual([
      'CLAUDE.md',
      'one.md',
      'two.md',
      'three.md',
      'four.md',
      'with blank.md',
    ]);
    expect(memory.codes).toEqual(['import-too-deep']);
    expect(memory.files[1]?.importedBy).toBe(join(root, 'home/code/app/CLAUDE.md'));
  });

  it("skips a project import that leads outside, also through a link, and says so; the person's own may lead anywhere", async () => {
    await writeTree(root, { 'home/code/app/x': '', 'secret.md': 'secret' });
    await symlink(join(root, 'secret.md'), join(root, 'home/code/app/link.md'));
    const memory = await load({
      'home/code/app/CLAUDE.md': '@../../../secret.md @link.md @nowhere.md. @someone',
      'home/.claude/CLAUDE.md': '@~/notes.md',
      'home/notes.md': 'notes',
    });
    expect(memory.paths).toEqual(['home/.claude/CLAUDE.md', 'home/notes.md', 'home/code/app/CLAUDE.md']);
    expect(memory.codes).toEqual(['import-outside', 'import-outside', 'import-not-found']);
    expect(memory.diagnostics[2]?.message).toBe('@nowhere.md names no file');
    expect(memory.diagnostics[2]?.missing).toBe(join(root, 'home/code/app/nowhere.md'));
    expect(memory.diagnostics[0]?.message).toContain('copy the file into the project, or open the folder that holds both');
  });

  it('loads a file that another place links to once, where it lies first, and says so', async () => {
    await writeTree(root, { 'home/code/CLAUDE.md': 'above', 'home/code/app/AGENTS.md': 'agents', 'home/code/app/.claude/rules/x.md': 'x' });
    await symlink('../CLAUDE.md', join(root, 'home/code/app/CLAUDE.md'));
    await symlink('../../AGENTS.md', join(root, 'home/code/app/.claude/rules/agents.md'));
    const memory = await load({ 'home/code/app/CLAUDE.local.md': '@AGENTS.md @CLAUDE.md' });
    expect(memory.paths).toEqual([
      'home/code/CLAUDE.md',
      'home/code/app/CLAUDE.local.md',
      'home/code/app/AGENTS.md',
      'home/code/app/.claude/rules/x.md',
    ]);
    const same = memory.diagnostics.filter(({ code }) => code === 'memory-same');
    expect(same.map(({ file, severity }) => [file?.slice(root.length + 1), severity])).toEqual([
      ['home/code/app/CLAUDE.md', 'info'],
      ['home/code/app/.claude/rules/agents.md', 'info'],
    ]);
  });

  it('follows a link out of the folder only where the folder is trusted', async () => {
    await writeTree(root, { 'home/code/app/x': '', 'secret.md': 'secret' });
    await symlink(join(root, 'secret.md'), join(root, 'home/code/app/CLAUDE.md'));
    expect((await loadMemory({ ...place(), trusted: true })).files).toHaveLength(1);
    const untrusted = await loadMemory({ ...place(), trusted: false });
    expect(untrusted.files).toEqual([]);
    expect(untrusted.diagnostics.map((diagnostic) => diagnostic.code)).toEqual(['memory-outside']);
  });

  it('strips comments that are blocks and keeps the lines of what stays', async () => {
    const memory = await load({
      'home/code/app/CLAUDE.md': 'one\n<!-- two\nthree -->\nfour <!-- stays -->\n```\n<!-- code -->\n```\n<!-- open',
    });
    expect(memory.files[0]?.pieces).toEqual([
      { text: 'one\n', startLine: 1, endLine: 1 },
      { text: 'four <!-- stays -->\n```\n<!-- code -->\n```\n<!-- open', startLine: 4, endLine: 8 },
    ]);
  });

  it('sets rules with paths aside, takes broken frontmatter as unconditional, and matches braces', async () => {
    const memory = await load({
      'home/code/app/.claude/rules/api.md': '---\npaths:\n  - "src/**/*.{ts,tsx}"\n  - "lib/*"\n---\nAPI',
      'home/code/app/.claude/rules/comma.md': '---\npaths: "a/**, b/{c,d}.ts"\n---\nComma',
      'home/code/app/.claude/rules/broken.md': '---\npaths: [\n---\nBroken',
    });
    expect(memory.paths).toEqual(['home/code/app/.claude/rules/broken.md']);
    expect(memory.codes).toEqual(['rule-frontmatter']);
    expect(memory.conditional.map((rule) => rule.paths)).toEqual([
      ['src/**/*.{ts,tsx}', 'lib/*'],
      ['a/**', 'b/{c,d}.ts'],
    ]);
    const [api, comma] = memory.conditional;
    expect([api, comma].map((rule) => matchesRule(rule ?? {}, '/p', '/p/src/x/a.tsx'))).toEqual([true, false]);
    expect(matchesRule(comma ?? {}, '/p', '/p/b/d.ts')).toBe(true);
    expect(matchesRule(api ?? {}, '/p', '/elsewhere/src/a.ts')).toBe(false);
  });

  it('skips what claudeMdExcludes names and files over 4 MiB, with a diagnostic', async () => {
    const memory = await load({
      'home/code/app/.claude/settings.json': '{ "claudeMdExcludes": ["**/code/CLAUDE.md"] }',
      'home/code/CLAUDE.md': 'above',
      'home/code/app/CLAUDE.md': 'x'.repeat(4 * 1024 * 1024 + 1),
    });
    expect(memory.paths).toEqual([]);
    expect(memory.codes).toEqual(['memory-excluded', 'memory-too-large']);
  });

  it('loads a file once that is reached by two names', async () => {
    await writeTree(root, { 'home/code/app/AGENTS.md': 'shared' });
    await symlink('AGENTS.md', join(root, 'home/code/app/CLAUDE.md'));
    expect((await load({ 'home/code/app/CLAUDE.local.md': '@AGENTS.md' })).paths).toEqual([
      'home/code/app/CLAUDE.md',
      'home/code/app/CLAUDE.local.md',
    ]);
  });

  it('finds the files of subfolders on the way to a path that was read', async () => {
    const memory = await load({
      'home/code/app/CLAUDE.md': 'root',
      'home/code/app/a/CLAUDE.md': 'a',
      'home/code/app/a/b/CLAUDE.local.md': 'b',
      'home/code/app/a/b/AGENTS.md': 'agents',
    });
    const nested = await loadNestedMemory(place(), memory, join(root, 'home/code/app/a/b/c/file.ts'));
    expect(nested.files.map((file) => [file.path.slice(root.length + 15), file.kind])).toEqual([
      ['a/CLAUDE.md', 'nested-instructions'],
      ['a/b/CLAUDE.local.md', 'nested-instructions'],
    ]);
    expect((await loadNestedMemory(place(), memory, join(root, 'home/other/file.ts'))).files).toEqual([]);
    await writeFile(join(root, 'home/code/app/file.ts'), '');
    expect((await loadNestedMemory(place(), memory, join(root, 'home/code/app/file.ts'))).files).toEqual([]);
  });
});
