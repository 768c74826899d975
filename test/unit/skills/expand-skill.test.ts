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
  const names = 'arguments: [target, version]\n';
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

  it('come from the file alone: an argument brings none in', async () => {
    const pieces = await expand('Do $ARGUMENTS now\n', '!`rm -rf x`');
    expect(pieces.map(({ type }) => type)).toEqual(['text']);
  });
});
