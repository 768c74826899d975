import { mkdir, mkdtemp, realpath, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createNodeFileSystem } from '../../../main/adapters/files/node-file-system';
import { examineSkill } from '../../../main/core/skills/examine-skill';
import { lintSkill } from '../../../main/core/skills/lint-skill';
import { parseSkill } from '../../../main/core/skills/parse-skill';
import { parseTriggers } from '../../../main/core/skills/triggers';

const PLACE = { name: 'tidy', scope: 'project' as const, form: 'skill' as const, path: '/p/tidy/SKILL.md', folder: '/p/tidy' };
const GOOD = 'name: tidy\ndescription: Tidies. Use when asked to.\n';

async function lint(head: string, body: string): Promise<Array<[string, string, number | undefined]>> {
  const { skill, diagnostics } = await parseSkill(`---\n${head}---\n${body}`, PLACE);
  const keys = [...head.matchAll(/^([\w-]+):/gm)].map(([, key = '']) => key);
  return lintSkill(skill, { diagnostics, keys, missing: [] }).map(({ code, severity, line }) => [code, severity, line]);
}

describe('what is said of a skill', () => {
  it('is nothing where it is as the standard wants it', async () => {
    expect(await lint(GOOD, 'Read `references/a.md`, see https://host.example/c.\n')).toEqual([]);
  });

  it('names the line of a file that is neither beside it nor, where that may be meant, in the project', async () => {
    const project = await realpath(await mkdtemp(join(tmpdir(), 'references-')));
    const folder = join(project, '.claude/skills/tidy');
    for (const file of ['.claude/skills/tidy/references/a b.md', '.claude/skills/tidy/scripts/b.sh', 'scripts/build.sh', 'docs/own.md']) {
      await mkdir(dirname(join(project, file)), { recursive: true });
      await writeFile(join(project, file), 'x');
    }
    const body = [
      'Run [it](scripts/b.sh#x), read [that](references/a%20b.md), in [all](references/).',
      'Build with `scripts/build.sh`; see [ours](../../../docs/own.md).',
      'But `scripts/gone.sh`, `${CLAUDE_SKILL_DIR}/scripts/build.sh` and [this](scripts/build.sh).',
      '```\n`scripts/other.sh`\n```',
      '`scripts/$0.sh` and `assets/*.png`',
    ].join('\n');
    const { diagnostics } = await examineSkill(
      createNodeFileSystem(),
      { ...PLACE, path: join(folder, 'SKILL.md'), folder },
      `---\n${GOOD}---\n${body}\n`,
    );
    expect(diagnostics.map(({ code, line, message }) => [code, line, /file (\S+)/.exec(message)?.[1]])).toEqual([
      ['skill-dead-reference', 7, 'scripts/gone.sh'],
      ['skill-dead-reference', 7, 'scripts/build.sh'],
      ['skill-dead-reference', 7, 'scripts/build.sh'],
    ]);
  });

  it.each([
    ['', 'Text\n', 'skill-no-description'],
    [`${GOOD}`, 'Then git push it.\n', 'skill-side-effects'],
    [`${GOOD}`, 'line\n'.repeat(501), 'skill-long'],
    [`${GOOD}effort: high\n`, 'Text\n', 'skill-effort'],
    [`name: tidy\ndescription: ${'d'.repeat(1_600)}\n`, 'Text\n', 'skill-long-description'],
    ['name: Tidy_Up\ndescription: d\n', 'Text\n', 'skill-standard'],
    [`${GOOD}argument-hint: x\n`, 'Text\n', 'skill-standard'],
  ])('%j %#', async (head, body, code) => {
    expect((await lint(head, body)).map(([found]) => found)).toContain(code);
  });

  it('leaves effects to people where only people may run it', async () => {
    expect((await lint(`${GOOD}disable-model-invocation: true\n`, 'Then git push it.\n')).map(([code]) => code)).toEqual([
      'skill-standard',
    ]);
  });
});

describe('prompts of a trigger test', () => {
  it('are two lists; what is wrong with the file is said', async () => {
    expect(await parseTriggers('should: [Do it]\nshould-not:\n  - What is it?\n', 'f')).toEqual({
      should: ['Do it'],
      shouldNot: ['What is it?'],
      diagnostics: [],
    });
    expect((await parseTriggers('', 'f')).should).toEqual([]);
    for (const broken of ['should: 3\n', 'shoud: [x]\n', 'should: [\n'])
      expect((await parseTriggers(broken, 'f')).diagnostics).toMatchObject([{ code: 'skill-triggers', severity: 'error', file: 'f' }]);
  });
});
