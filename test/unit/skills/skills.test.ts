import { mkdtemp, realpath } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createNodeFileSystem } from '../../../main/adapters/files/node-file-system';
import { expandSkill, splitWords } from '../../../main/core/skills/expand-skill';
import { listCommands } from '../../../main/core/skills/list-commands';
import { listSkills, listingBudget } from '../../../main/core/skills/list-skills';
import { loadSkills } from '../../../main/core/skills/load-skills';
import { parseSkill } from '../../../main/core/skills/parse-skill';
import { writeTree } from '../../support/context-files';

const PLACE = { name: 'x', source: 'project' as const, path: '/p/SKILL.md', folder: '/p' };
const parse = async (text: string) => (await parseSkill(text, PLACE)).skill;

async function load(tree: Record<string, string>, folder = 'repo/app') {
  const root = await realpath(await mkdtemp(join(tmpdir(), 'skills-')));
  await writeTree(root, tree);
  return loadSkills({
    folder: join(root, folder),
    home: join(root, 'home'),
    bundledSkills: join(root, 'bundled'),
    files: createNodeFileSystem(),
    readUserFiles: true,
  });
}

describe('loading skills', () => {
  it('names a skill after its directory and lets personal beat project, both beat bundled, a skill beat a command', async () => {
    const { skills } = await load({
      'repo/.git/HEAD': '',
      'repo/.claude/skills/a/SKILL.md': '---\nname: other\ndescription: project\n---\n',
      'home/.claude/skills/a/SKILL.md': '---\ndescription: personal\n---\n',
      'bundled/a/SKILL.md': 'bundled',
      'bundled/b/SKILL.md': 'Bundled b',
      'repo/app/.claude/skills/b/SKILL.md': 'Project b',
      'repo/app/.claude/commands/b.md': 'command',
      'repo/app/.claude/commands/git/sync.md': 'Sync it',
    });
    expect(skills.map((skill) => [skill.name, skill.source, skill.description])).toEqual([
      ['a', 'personal', 'personal'],
      ['b', 'project', 'Project b'],
      ['git:sync', 'command', 'Sync it'],
    ]);
  });

  it('looks up to the root of the repository and not beyond', async () => {
    const tree = {
      '.claude/skills/far/SKILL.md': 'far',
      'repo/.git/HEAD': '',
      'repo/.claude/skills/near/SKILL.md': 'near',
      'repo/app/x': '',
    };
    expect((await load(tree)).skills.map((skill) => skill.name)).toEqual(['near']);
  });

  it('ships skills of its own with a description each', async () => {
    const { skills, diagnostics } = await loadSkills({
      folder: '/nowhere/at/all',
      home: '/nowhere',
      bundledSkills: resolve('skills'),
      files: createNodeFileSystem(),
      readUserFiles: false,
    });
    expect(skills.map((skill) => skill.name)).toEqual(expect.arrayContaining(['commit', 'explain-payload']));
    expect(skills.every((skill) => skill.description.length > 20 && skill.source === 'bundled')).toBe(true);
    expect(diagnostics).toEqual([]);
  });
});

describe('parsing a skill', () => {
  it('takes a byte order mark, loose booleans and lists, and knows the lines of the description', async () => {
    const skill = await parse(
      '\uFEFF---\narguments: from to\ndescription: >\n  Two\n  lines\nuser-invocable: off\ndisable-model-invocation: yes\n---\nBody\n',
    );
    expect(skill).toMatchObject({
      description: 'Two lines',
      arguments: ['from', 'to'],
      userInvocable: false,
      modelInvocable: false,
      bodyLine: 9,
      descriptionLines: { start: 3, end: 5 },
    });
    expect(listCommands([skill])).toEqual([]);
  });

  it('loads the body of a file whose YAML is broken, with a diagnostic', async () => {
    const { skill, diagnostics } = await parseSkill('---\ndescription: [\n---\n# Title\n\nFirst paragraph.\n', PLACE);
    expect(skill.description).toBe('First paragraph.');
    expect(diagnostics.map((diagnostic) => diagnostic.code)).toEqual(['skill-frontmatter']);
  });
});

describe('listing skills', () => {
  it('keeps every name and drops descriptions until the list fits', async () => {
    const described = await parse(`---\ndescription: ${'d'.repeat(50)}\n---\n`);
    const skills = ['a', 'b', 'c'].map((name) => ({
      ...described,
      name,
      source: name === 'a' ? ('bundled' as const) : ('project' as const),
    }));
    expect(listSkills(skills, 130)).toMatchObject({ cut: ['a'], lines: [{ text: '- a' }, {}, {}] });
    expect(listSkills(skills, 0).cut).toEqual(['a', 'b', 'c']);
    expect(listingBudget(undefined)).toBe(8_000);
    expect(listingBudget(200_000)).toBe(8_000);
  });
});

describe('expanding a skill', () => {
  const expand = async (body: string, args: string, extra = '') =>
    expandSkill(await parse(`---\nargument-hint: x\n${extra}---\n${body}`), { args, projectFolder: '/proj', session: 'ses' });

  it('replaces arguments, names and variables once and leaves the rest as it is', async () => {
    const { text } = await expand(
      '$ARGUMENTS|$0|$1|$ARGUMENTS[1]|$7|\\$0|$from|$none|${CLAUDE_SKILL_DIR}|${CLAUDE_PROJECT_DIR}|${CLAUDE_SESSION_ID}|${CLAUDE_OTHER}',
      '"a b" $0',
      'arguments: [from]\n',
    );
    expect(text).toBe('"a b" $0|a b|$0|$0|$7|$0|a b|$none|/p|/proj|ses|${CLAUDE_OTHER}');
  });

  it('appends arguments that no placeholder takes', async () => {
    expect((await expand('Do it.\n', 'now')).text).toBe('Do it.\n\nARGUMENTS: now');
    expect((await expand('Do it.\n', '')).text).toBe('Do it.\n');
  });

  it('leaves commands in the body as text and says so', async () => {
    const { text, diagnostics } = await expand('State: !`git status`\n', '');
    expect(text).toBe('State: !`git status`\n');
    expect(diagnostics.map((diagnostic) => diagnostic.code)).toEqual(['skill-injection']);
  });

  it('splits arguments as a shell would', () => {
    expect(splitWords(`a "b c" 'd "e' f\\ g "h"i ''`)).toEqual(['a', 'b c', 'd "e', 'f g', 'hi', '']);
  });
});
