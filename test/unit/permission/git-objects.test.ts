import { describe, expect, it } from 'vitest';
import { decided, NOTHING_FOUND } from './support';

describe('git shows no file without its name unasked', () => {
  it.each([
    ...['git cat-file -p 1f0c93ab', 'git cat-file blob 1f0c93ab', 'git show 1f0c93ab', 'git --no-pager show 1F0C', 'git show x 1f0c93ab'],
    ...['git diff 1f0c93ab HEAD:src/a.ts', 'git diff 1f0c93ab..2e1d84bc', 'git diff HEAD...2e1d84bc', 'git show v1.0-3-g1f0c93ab'],
    ...['git show 1f0c93ab^{}', 'git show 1f0c93ab^{blob}', 'git show --stdin', 'git show "$x"', 'git show $(git rev-parse HEAD:x)'],
    ...[
      'git archive HEAD',
      'git fast-export --all',
      'git checkout-index --prefix=x/ -a',
      'git unpack-file 1f0c93ab',
      'git grep a 1f0c93ab',
    ],
    ...['for b in 1f0c93ab; do git show $b; done', 'echo 1f0c93ab | xargs git cat-file -p', 'git cat-file --batch'],
  ])('%s', (command) => {
    for (const mode of ['default', 'acceptEdits', 'plan'] as const) expect(decided([], `Bash ${command}`, mode).decision).toBe('ask');
  });

  it.each([
    ...[
      'git show',
      'git show HEAD',
      'git show HEAD~2',
      'git show main',
      'git show 1f0c93ab^{commit}',
      'git show 1f0c93ab~1',
      'git show 1f0c93ab^',
    ],
    ...[
      'git show 1f0c93ab:src/a.ts',
      'git diff',
      'git diff HEAD~1',
      'git diff main...topic',
      'git diff -- 1f0c93ab',
      'git log -p 1f0c93ab',
    ],
    ...[
      'git cat-file -t 1f0c93ab',
      'git cat-file commit 1f0c93ab',
      'git cat-file -p HEAD',
      'git diff 1f0c~0..2e1d~0',
      'git diff "1f0c^{commit}..2e1d^{commit}"',
      'git diff 1f0c^{commit}..2e1d^{commit}',
    ],
    ...['git ls-tree -r 1f0c93ab', 'git rev-parse 1f0c93ab', 'git blame 1f0c93ab -- src/a.ts'],
  ])('%s only reads', (command) => {
    expect(decided([], `Bash ${command}`)).toMatchObject({ decision: 'allow', builtin: 'read-only-command' });
  });

  it.each([
    ...[
      'git show 1f0c93ab',
      'git show 1f0c93ab --stat',
      'git diff 1f0c93ab..2e1d84bc --stat',
      'git diff 1f0c93ab 2e1d84bc',
      'git --no-pager show 1f0c93ab',
    ],
    ...['git show 1f0c93ab | head', 'git show ^1f0c93ab'],
  ])('%s only reads where the numbers are known to be commits', (command) => {
    const reach = { ...NOTHING_FOUND, command, commits: new Set(['1f0c93ab', '2e1d84bc']) };
    expect(decided([], `Bash ${command}`, 'default', { reaches: [reach] }).decision).toBe('allow');
    const other = { reaches: [{ ...reach, commits: new Set(['2e1d84bc']) }] };
    expect(decided([], `Bash ${command}`, 'default', other).decision).toBe('ask');
  });

  it('takes no commit of one repository for one of another', () => {
    for (const command of ['git -C x show 1f0c93ab', 'cd x && git show 1f0c93ab']) {
      const reach = { ...NOTHING_FOUND, command, commits: new Set(['1f0c93ab']) };
      expect(decided([], `Bash ${command}`, 'default', { reaches: [reach] }).decision).toBe('ask');
    }
  });

  it('says how to name a commit or a file', () => {
    expect(decided([], 'Bash git show 1f0c93ab').reason).toMatch(/NUMBER\^\{commit\}.*COMMIT:PATH/);
  });

  it('leaves it to a rule', () => {
    expect(decided(['allow Bash(git show *)'], 'Bash git show 1f0c93ab').decision).toBe('allow');
  });
});
