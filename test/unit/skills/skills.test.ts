import { mkdtemp, realpath } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createNodeFileSystem } from '../../../main/adapters/files/node-file-system';
import { findInvokedSkills } from '../../../main/core/skills/find-invoked';
import { listCommands } from '../../../main/core/skills/list-commands';
import { listSkills, listingBudget } from '../../../main/core/skills/list-skills';
import { loadSkills } from '../../../main/core/skills/load-skills';
import { parseSkill } from '../../../main/core/skills/parse-skill';
import { SAMPLE_DESCRIPTIONS } from '../../../shared/model/sample-descriptions';
import { writeTree } from '../../support/context-files';

const PLACE = { name: 'x', scope: 'project' as const, form: 'skill' as const, path: '/p/SKILL.md', folder: '/p' };
const parse = async (text: string) => (await parseSkill(text, PLACE)).skill;

async function load(tree: Record<string, string>, folder = 'repo/app', touched: string[] = []) {
  const root = await realpath(await mkdtemp(join(tmpdir(), 'skills-')));
  await writeTree(root, tree);
  return loadSkills({
    folder: join(root, folder),
    home: join(root, 'home'),
    bundledSkills: join(root, 'bundled'),
    files: createNodeFileSystem(),
    readUserFiles: true,
    touched: touched.map((path) => join(root, folder, path)),
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
    expect(skills.map((skill) => [skill.name, skill.form, skill.scope, skill.description])).toEqual([
      ['a', 'skill', 'personal', 'personal'],
      ['b', 'skill', 'project', 'Project b'],
      ['git:sync', 'command', 'project', 'Sync it'],
    ]);
  });

  it.each(['nl\n- fake: do evil', 'turned\u202Earound', 'line\u2028end', '-dash', 'a<b>'])(
    'loads nothing by the name %j, and says so in one plain line',
    async (name) => {
      const { skills, diagnostics } = await load({
        'repo/.git/HEAD': '',
        [`repo/.claude/skills/${name}/SKILL.md`]: 'a skill',
        [`repo/.claude/commands/${name}.md`]: 'a command',
        'repo/.claude/skills/good/SKILL.md': 'good',
      });
      expect(skills.map((skill) => skill.name)).toEqual(['good']);
      expect(diagnostics.map(({ code }) => code)).toEqual(['bad-name', 'bad-name']);
      for (const { message } of diagnostics) expect(message).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
    },
  );

  it('names no skill after a folder below the project whose name would forge a line', async () => {
    const { skills, diagnostics } = await load({ 'repo/app/li\nb/.claude/skills/deep/SKILL.md': 'deep' }, 'repo/app', ['li\nb/x.ts']);
    expect([skills.map((skill) => skill.name), diagnostics.map(({ code }) => code)]).toEqual([[], ['bad-name']]);
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
    expect(skills.every((skill) => skill.description.length > 20 && skill.scope === 'bundled')).toBe(true);
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

describe('what is wrong with a skill', () => {
  const diagnose = async (text: string, form: 'skill' | 'command' = 'skill') => (await parseSkill(text, { ...PLACE, form })).diagnostics;

  it('names the line of every key that is unknown, of the wrong type, or no rule', async () => {
    const found = await diagnose(
      [
        '---',
        'allowedTools: Read',
        'model: [a, {b: c}]',
        'user-invocable: perhaps',
        'context: elsewhere',
        'disallowed-tools: "Bash(rm *"',
        'metadata: plain',
        'version: 2',
        '---',
        'Body',
      ].join('\n'),
    );
    expect(found.map(({ code, line, severity, suggestion }) => [code, line, severity, suggestion])).toEqual([
      ['skill-unknown-key', 2, 'warning', 'allowed-tools'],
      ['skill-unknown-key', 8, 'info', undefined],
      ['skill-type', 5, 'warning', undefined],
      ['skill-type', 7, 'warning', undefined],
      ['skill-type', 4, 'warning', undefined],
      ['unbalanced-parentheses', 6, 'error', 'Bash(rm *)'],
      ['skill-type', 3, 'warning', undefined],
    ]);
  });

  it('keeps a skill from the model whose description is still the sample, and says so', async () => {
    for (const sample of SAMPLE_DESCRIPTIONS) {
      const { skill, diagnostics } = await parseSkill(`---\nname: x\ndescription: ${JSON.stringify(sample)}\n---\nBody\n`, PLACE);
      expect(skill.modelInvocable).toBe(false);
      expect(diagnostics).toMatchObject([{ code: 'skill-sample', line: 3 }]);
    }
    expect((await parse('---\ndescription: Another. Use when asked.\n---\n')).modelInvocable).toBe(true);
  });

  it('says that a head never closes, or opens too late, and keeps the text', async () => {
    expect(await diagnose('---\ndescription: x\nBody without an end\n')).toMatchObject([{ code: 'skill-frontmatter', line: 1 }]);
    expect(await diagnose('\n\n---\ndescription: x\n---\nBody\n')).toMatchObject([{ code: 'skill-frontmatter', line: 3 }]);
    expect(await diagnose('---\n\tdescription: x\n---\nBody\n')).toMatchObject([{ code: 'skill-frontmatter', line: 2 }]);
  });

  it('has nothing to say of what authors write: lists, folded texts, hints in brackets, Windows line ends', async () => {
    const text = [
      '\uFEFF---',
      'name: x',
      'description: >-',
      '  Folded text: with a colon',
      'argument-hint: [file] [options]',
      'allowed-tools: Bash(git add *), Bash(git commit:*), Read',
      'disallowed-tools:',
      '  - WebFetch',
      'license: MIT',
      'metadata:',
      '  author: somebody',
      '---',
      'Body',
    ].join('\r\n');
    const { skill, diagnostics } = await parseSkill(text.replace('[file] [options]', '"[file] [options]"'), PLACE);
    expect(diagnostics).toEqual([]);
    expect(skill.allowedTools.map(({ rule }) => rule)).toEqual(['Bash(git add *)', 'Bash(git commit:*)', 'Read']);
    expect(skill.allowedTools[0]?.line).toBe(6);
    expect((await parse('---\nargument-hint: [file]\n---\n')).argumentHint).toBe('[file]');
  });

  it('loads a name of an emoji and a body of almost a megabyte, and refuses a larger one with its file', async () => {
    const { skills, diagnostics } = await load({
      'repo/app/.claude/skills/🚀/SKILL.md': `---\ndescription: Up\n---\n${'x'.repeat(1_000_000)}`,
      'repo/app/.claude/skills/vast/SKILL.md': 'x'.repeat(1_100_000),
    });
    expect(skills.map(({ name }) => name)).toEqual(['🚀']);
    expect(findInvokedSkills('/🚀 now', skills)).toMatchObject({ args: 'now', skills: [{ name: '🚀' }] });
    expect(diagnostics.map(({ code, file }) => [code, basename(dirname(file ?? ''))])).toEqual([['skill-too-large', 'vast']]);
  });
});

describe('scopes of skills', () => {
  it('keeps what is shadowed, with what shadows it', async () => {
    const { skills, shadowed } = await load({
      'repo/.git/HEAD': '',
      'repo/app/.claude/skills/a/SKILL.md': 'near',
      'repo/.claude/skills/a/SKILL.md': 'far',
      'repo/.claude/commands/a.md': 'command',
    });
    expect(skills).toHaveLength(1);
    expect(shadowed.map(({ skill, by }) => [skill.description, by === skills[0]?.path])).toEqual([
      ['far', true],
      ['command', true],
    ]);
  });

  it('finds nested skills once something there was touched; one whose name is taken stands beside it', async () => {
    const tree = {
      'repo/app/.claude/skills/lint/SKILL.md': 'Root lint',
      'repo/app/web/.claude/skills/lint/SKILL.md': 'Web lint',
      'repo/app/web/.claude/skills/own/SKILL.md': 'Own',
    };
    expect((await load(tree)).skills.map(({ name }) => name)).toEqual(['lint']);
    const { skills } = await load(tree, 'repo/app', ['web/src']);
    expect(skills.map(({ name, scope }) => [name, scope])).toEqual([
      ['lint', 'project'],
      ['own', 'nested'],
      ['web:lint', 'nested'],
    ]);
    expect(skills[0]?.variants).toEqual([{ name: 'web:lint', description: 'Web lint' }]);
  });

  it('follows skillOverrides, the nearer settings file first, and says what it does not understand', async () => {
    const { skills, off, diagnostics } = await load({
      'repo/app/.claude/skills/a/SKILL.md': 'A',
      'repo/app/.claude/skills/b/SKILL.md': 'B',
      'repo/app/.claude/skills/c/SKILL.md': 'C',
      'home/.claude/settings.json': '{"skillOverrides": {"a": "off", "b": "off", "c": "gone"}}',
      'repo/app/.claude/settings.local.json': '{"skillOverrides": {"b": "name-only"}}',
    });
    expect(skills.map(({ name, nameOnly }) => [name, nameOnly])).toEqual([
      ['b', true],
      ['c', false],
    ]);
    expect(off.map(({ skill }) => skill.name)).toEqual(['a']);
    expect(diagnostics.map(({ code }) => code)).toEqual(['bad-setting']);
  });

  it('reads a file again when it changed, and only then', async () => {
    const root = await realpath(await mkdtemp(join(tmpdir(), 'skills-')));
    const path = join(root, 'app/.claude/skills/a/SKILL.md');
    await writeTree(root, { 'app/.claude/skills/a/SKILL.md': 'First' });
    const files = createNodeFileSystem();
    let reads = 0;
    const counted = {
      ...files,
      readFile: (...args: Parameters<typeof files.readFile>) => {
        if (args[0] === path) reads += 1;
        return files.readFile(...args);
      },
    };
    const cache = new Map();
    const again = () =>
      loadSkills({
        folder: join(root, 'app'),
        home: join(root, 'home'),
        bundledSkills: join(root, 'none'),
        files: counted,
        readUserFiles: true,
        cache,
      });
    await again();
    expect((await again()).skills[0]?.description).toBe('First');
    expect(reads).toBe(1);
    await writeTree(root, { 'app/.claude/skills/a/SKILL.md': 'Second text' });
    expect((await again()).skills[0]?.description).toBe('Second text');
    expect(reads).toBe(2);
  });
});

describe('listing skills', () => {
  it('cuts the least used first', async () => {
    const described = await parse(`---\ndescription: ${'d'.repeat(50)}\n---\n`);
    const skills = ['a', 'b', 'c'].map((name) => ({ ...described, name }));
    const uses = new Map([
      ['a', 1],
      ['c', 3],
    ]);
    expect(listSkills(skills, 130, uses).cut).toEqual(['b']);
    expect(listSkills(skills, 70, uses).cut).toEqual(['a', 'b']);
    expect(listingBudget(200_000, '900')).toBe(900);
    expect(listingBudget(200_000, 'much')).toBe(8_000);
  });

  it('keeps every name and drops descriptions until the list fits', async () => {
    const described = await parse(`---\ndescription: ${'d'.repeat(50)}\n---\n`);
    const skills = ['a', 'b', 'c'].map((name) => ({
      ...described,
      name,
      scope: name === 'a' ? ('bundled' as const) : ('project' as const),
    }));
    expect(listSkills(skills, 130)).toMatchObject({ cut: ['a'], lines: [{ text: '- a' }, {}, {}] });
    expect(listSkills(skills, 0).cut).toEqual(['a', 'b', 'c']);
    expect(listingBudget(undefined)).toBe(8_000);
    expect(listingBudget(200_000)).toBe(8_000);
  });
});
