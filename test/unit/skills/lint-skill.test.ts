import { describe, expect, it } from 'vitest';
import { lintSkill } from '../../../main/core/skills/lint-skill';
import { parseSkill } from '../../../main/core/skills/parse-skill';
import { parseTriggers } from '../../../main/core/skills/triggers';

const PLACE = { name: 'tidy', scope: 'project' as const, form: 'skill' as const, path: '/p/tidy/SKILL.md', folder: '/p/tidy' };
const GOOD = 'name: tidy\ndescription: Tidies. Use when asked to.\n';

async function lint(head: string, body: string, files: string[] = []): Promise<Array<[string, string, number | undefined]>> {
  const { skill, diagnostics } = await parseSkill(`---\n${head}---\n${body}`, PLACE);
  const keys = [...head.matchAll(/^([\w-]+):/gm)].map(([, key = '']) => key);
  return lintSkill(skill, { diagnostics, keys, files }).map(({ code, severity, line }) => [code, severity, line]);
}

describe('what is said of a skill', () => {
  it('is nothing where it is as the standard wants it', async () => {
    expect(
      await lint(GOOD, 'Read `references/a.md`, run [it](scripts/b.sh#x), see https://host.example/c.\n', [
        'references/a.md',
        'scripts/b.sh',
      ]),
    ).toEqual([]);
  });

  it('names the line of a file that is not there, but not in a fence, with a variable or a star', async () => {
    expect(await lint(GOOD, 'See\n`scripts/gone.sh`.\n```\n`scripts/other.sh`\n```\n`scripts/$0.sh` and `assets/*.png`\n')).toEqual([
      ['skill-dead-reference', 'warning', 6],
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
