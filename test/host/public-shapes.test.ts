import { cp, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { HostClient } from '../../renderer/transport/host-client';
import { createHostFixture, type HostFixture } from '../support/host-fixture';

const SHAPES = join(import.meta.dirname, '../fixtures/projects');

let fixture: HostFixture;
let client: HostClient;
beforeEach(async () => {
  fixture = await createHostFixture();
  client = fixture.connect();
  await client.call('folder.trust', { folder: fixture.folder, trusted: true });
});
afterEach(() => fixture.close());

/** All that is said of a project's files, in a view or on the command line, as `code file:line`; notes apart from warnings. */
async function open(shape: string): Promise<{ warnings: string[]; notes: string[] }> {
  const { folder } = fixture;
  await cp(join(SHAPES, shape), folder, { recursive: true });
  const tree = await client.call('skills.tree', { folder });
  const types = await client.call('agents.types', { folder });
  const own = tree.skills.filter(({ scope }) => scope !== 'bundled');
  const previews = await Promise.all(own.map(({ path }) => client.call('skills.preview', { folder, path })));
  const starts = await Promise.all(
    types.types.flatMap(({ name, file }) => (file === undefined ? [] : [client.call('agents.preview', { folder, name, file })])),
  );
  const memory = await client.call('folder.memory', { folder });
  const { findings } = await client.call('memory.lint', { folder });
  const checked = await client.call('permission.check', { folder, tool: 'Bash', input: { command: 'ls' } });
  const hooks = await client.call('hooks.list', { folder });
  const said = [tree, types, ...previews, ...starts, memory, checked, hooks].flatMap(({ diagnostics }) => diagnostics);
  const lines = (wanted: (severity: string) => boolean) => [
    ...new Set(
      [...said, ...findings]
        .filter(({ severity }) => wanted(severity))
        .map(({ code, file = '', line }) => `${code} ${file.slice(folder.length + 1)}${line === undefined ? '' : `:${line}`}`),
    ),
  ];
  return {
    warnings: lines((severity) => severity !== 'info').sort(),
    notes: lines((severity) => severity === 'info').sort(),
  };
}

/** What a careful author would take for help: no warning, and each note with its reason. */
const NOTES: Record<string, string[]> = {
  // A description on one line, with colons, as the ecosystem's own tools write it.
  agents: ['frontmatter-loose .claude/agents/architect/planner.md:3'],
  commands: [
    'frontmatter-loose .claude/commands/fix/issue.md:2',
    'frontmatter-loose .claude/commands/git/pr.md:3',
    'frontmatter-loose .claude/commands/review/pr.md:2',
    // Commands all the same: their first lines describe them.
    'skill-no-description .claude/commands/README.md:1',
    'skill-no-description .claude/commands/review/security.md:1',
  ],
  monorepo: [],
  // A file of the person's own that is not on this machine, and a wish that a hook would hold.
  plain: ['import-not-found CLAUDE.md:4', 'memory-unenforced CLAUDE.md:18'],
  // Keys beyond the standard, which is what its validator says as well.
  skills: ['skill-standard .claude/skills/deploy/SKILL.md', 'skill-unknown-key .claude/skills/brand-voice/SKILL.md:6'],
};

it('are these', async () => {
  expect((await readdir(SHAPES)).sort()).toEqual(Object.keys(NOTES));
});

it.each(Object.entries(NOTES))('%s opens without a warning', async (shape, notes) => {
  expect(await open(shape)).toEqual({ warnings: [], notes });
});

it('commands in folders are typed by their paths, with hints, grants and injected commands as their authors meant them', async () => {
  await open('commands');
  const { folder } = fixture;
  const { skills } = await client.call('skills.tree', { folder });
  const of = (name: string) => skills.find((skill) => skill.name === name);
  expect(of('review:pr')).toMatchObject({ argumentHint: '[pr-number] [priority] [assignee]', description: 'Review a pull request' });
  expect(of('git:pr')).toMatchObject({ argumentHint: '[title] [base-branch]', modelInvocable: false });
  expect(of('fix:issue')?.description).toBe('Fix an issue: read it, reproduce it, mend it, test it');
  const preview = await client.call('skills.preview', { folder, path: of('git:commit')?.path ?? '', args: 'first' });
  expect(preview.commands.map(({ command, decision }) => [command, decision])).toEqual([
    ['git status', 'allow'],
    ['git diff HEAD', 'allow'],
    ['git branch --show-current', 'allow'],
    ['git log --oneline -10', 'allow'],
  ]);
  expect(preview.body).toContain('if given: first');
});

it('agents have their tools, models and descriptions over several lines', async () => {
  await open('agents');
  const { types } = await client.call('agents.types', { folder: fixture.folder });
  const of = (name: string) => types.find((type) => type.name === name);
  expect(of('planner')).toMatchObject({ model: 'opus', color: 'purple', tools: expect.arrayContaining(['LS', 'WebSearch']) });
  expect(of('planner')?.description).toMatch(/Examples:\n\n<example>\nContext: The user wants a new feature\.\nuser: "Add teams/);
  expect(of('code-reviewer')).toMatchObject({ model: 'inherit', tools: ['Read', 'Grep', 'Glob', 'Bash'] });
  expect(of('docs-writer')?.description).toBe('Writes and updates documentation.\nUse after an API changed.');
});

it('instructions of a monorepo come with their imports, rules with their patterns, parts when they are touched', async () => {
  await open('monorepo');
  const { files } = await client.call('folder.memory', { folder: fixture.folder });
  expect(files.map(({ path, when }) => [path.slice(fixture.folder.length + 1), when])).toEqual([
    ['CLAUDE.md', undefined],
    ['.claude/rules/security.md', undefined],
    ['.claude/rules/api/handlers.md', 'packages/api/src/**/*.ts, !packages/api/src/**/*.test.ts'],
    ['.claude/rules/frontend.md', 'packages/web/**/*.{ts,tsx}'],
    ['.claude/rules/tests.md', '**/*.{test,spec}.ts, e2e/**'],
  ]);
});
