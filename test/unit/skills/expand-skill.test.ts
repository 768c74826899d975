import { describe, expect, it } from 'vitest';
import { expandSkill, splitWords } from '../../../main/core/skills/expand-skill';
import { parseSkill } from '../../../main/core/skills/parse-skill';

const PLACE = { name: 'deploy', scope: 'project' as const, form: 'skill' as const, path: '/p/deploy/SKILL.md', folder: '/p/deploy' };

async function expand(body: string, args: string, extra = '') {
  const { skill } = await parseSkill(`---\nargument-hint: x\n${extra}---\n${body}`, PLACE);
  return expandSkill(skill, { args, projectFolder: '/proj', session: 'ses' });
}

async function textOf(...given: Parameters<typeof expand>): Promise<string> {
  return (await expand(...given)).map((piece) => piece.text).join('');
}

describe('substitution', () => {
  const names = 'arguments: [target, version, target-zone]\n';
  it.each([
    ['the raw text', 'To $ARGUMENTS.', 'stg --fast', 'To stg --fast.'],
    ['an index, from 0', '[$0] [$1]', 'stg v2', '[stg] [v2]'],
    ['an index in brackets', '$ARGUMENTS[0]/$ARGUMENTS[1]', 'stg v2', 'stg/v2'],
    ['a missing index: stays', 'To $1.', 'stg', 'To $1.'],
    ['a name', 'To $target at $version.', 'stg v2', 'To stg at v2.'],
    ['a missing name: nothing', 'To $target at $version.', 'stg', 'To stg at .'],
    ['an unknown name: stays', 'To $other, $target.', 'stg', 'To $other, stg.'],
    ['quotes keep together', '[$0] [$1]', '"stg eu" \'v 2\'', '[stg eu] [v 2]'],
    ['a backslash keeps a blank', '[$0]', 'stg\\ eu', '[stg eu]'],
    ['an escaped one: literal', 'Costs \\$1 to $0.', 'stg', 'Costs $1 to stg.'],
    ['a name before a hyphen', 'ctx=$target-cluster', 'stg', 'ctx=stg-cluster'],
    ['a name before a hyphen at the end', '$target- $version', 'stg v2', 'stg- v2'],
    ['the longest name', '$target-zone-b $target-zoned', 'stg v2 eu', 'eu-b stg-zoned'],
    ['a longer word than the name: stays', '$targets $target_2 $target2 $version', 'stg v2', '$targets $target_2 $target2 v2'],
    ['an escaped name: literal', '\\$target \\$_x $target', 'stg', '$target $_x stg'],
    ['a quote that nothing closes is a character', '[$0] [$1] [$2]', 'it\'s a 5"', '[it\'s] [a] [5"]'],
    ['no argument, no change', 'Deploy.', '', 'Deploy.'],
    ['no placeholder: a last line', 'Deploy.\n', 'stg', 'Deploy.\n\nARGUMENTS: stg'],
    ['arguments are not scanned again', '[$0] [$1]', "'$1' x", '[$1] [x]'],
  ])('%s', async (_what, body, args, expected) => {
    expect(await textOf(body, args, names)).toBe(expected);
  });

  it('fills in folders and the session, and leaves variables that it does not know', async () => {
    expect(await textOf('${CLAUDE_SKILL_DIR}|${CLAUDE_PROJECT_DIR}|${CLAUDE_SESSION_ID}|${CLAUDE_OTHER}', '')).toBe(
      '/p/deploy|/proj|ses|${CLAUDE_OTHER}',
    );
  });

  it('splits arguments as a shell would', () => {
    expect(splitWords(`a "b c" 'd "e' f\\ g "h"i ''`)).toEqual(['a', 'b c', 'd "e', 'f g', 'hi', '']);
  });

  it.each([
    [`it's`, [`it's`]],
    [`"a b`, ['"a', 'b']],
    [`say "it's" 'now`, ['say', `it's`, `'now`]],
    ['a\\', ['a\\']],
  ])('loses no character of %s', (text, words) => {
    expect(splitWords(text)).toEqual(words);
  });
});

describe('commands in a body', () => {
  it('are found at the start of a line, after a blank, and in a fence that opens with an exclamation mark; each with its lines', async () => {
    const body = 'State: !`git status`\n!`git log -$0`\nnot!`this`\n```!\necho one\necho two\n```\nEnd\n';
    expect(await expand(body, '5')).toEqual([
      { type: 'text', text: 'State: ', startLine: 4, endLine: 4 },
      { type: 'command', text: 'git status', startLine: 4, endLine: 4 },
      { type: 'text', text: '\n', startLine: 4, endLine: 4 },
      { type: 'command', text: 'git log -5', startLine: 5, endLine: 5 },
      { type: 'text', text: '\nnot!`this`\n', startLine: 5, endLine: 6 },
      { type: 'command', text: 'echo one\necho two', startLine: 7, endLine: 10 },
      { type: 'text', text: '\nEnd\n', startLine: 10, endLine: 11 },
    ]);
  });

  it('are found behind fences without an end, of which there may be any number', async () => {
    const pieces = await expand(`${'```!\n'.repeat(50_000)}!\`git status\`\n`, '');
    expect(pieces.filter(({ type }) => type === 'command').map(({ text }) => text)).toEqual(['git status']);
  });

  it('have the arguments of the skill filled in', async () => {
    const pieces = await expand('!`echo ctx=$env-cluster`\n', 'stg eu', 'arguments: [env, region]\n');
    expect(pieces[0]).toMatchObject({ type: 'command', text: 'echo ctx=stg-cluster' });
  });

  it('come from the file alone: an argument brings none in', async () => {
    const pieces = await expand('Do $ARGUMENTS now\n', '!`rm -rf x`');
    expect(pieces.map(({ type }) => type)).toEqual(['text']);
  });
});
