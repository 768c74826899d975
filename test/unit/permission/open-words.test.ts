import { describe, expect, it } from 'vitest';
import { decided } from './support';

const BROAD = ['npm', 'kubectl', 'terraform', 'make', 'docker', 'gh', 'aws', 'find', 'pnpm', 'helm', 'git'].map(
  (name) => `allow Bash(${name} *)`,
);

describe('a word that is not known could be the one that publishes, deploys or deletes', () => {
  it.each([
    ...['for v in publish; do npm $v; done', 'for v in test publish; do npm "$v"; done', 'v=publish; npm $v', 'npm run "$v"', 'npm pub$v'],
    ...[
      'npm --silent "$v"',
      'npm -w a run "$v"',
      'kubectl $V pod x',
      'kubectl -n a "$V" pod x',
      'terraform $v',
      'make "$t"',
      'make -j 4 "$t"',
    ],
    ...['docker "$v" x', 'docker system "$v"', 'docker build "$x" .', 'gh "$v" x', 'aws s3 "$v" x', 'helm "$v" x', 'pnpm -r "$v"'],
    ...[
      'for a in s3; do for b in ls rm; do aws $a $b x; done; done',
      'echo publish | xargs npm',
      'for x in -delete; do find src "$x"; done',
    ],
    ...['find src -depth "$x"', 'find src -name a "$x"', 'git branch "$x" y', 'git stash "$x"', 'git tag -q "$x"', 'git worktree "$x" y'],
    ...['npm {publish,}', 'npm run ${x:-publish}', 'npm $(echo publish)'],
  ])('%s', (command) => {
    for (const rules of [BROAD, ['allow Bash'], ['allow Bash(*)']]) expect(decided(rules, `Bash ${command}`).decision).toBe('ask');
  });

  it.each([
    ...['for v in test build; do npm run $v; done', 'for f in a b; do npm test $f; done', 'npm test -- "$x"', 'npm run test:$x'],
    ...['kubectl get pods "$x"', 'kubectl -n "$ns" get pods', 'docker build -t "$tag" .', 'git commit -m "$x"', 'git add "$x"'],
    ...['make test ARGS="$x"', 'make -C "$d" test', 'find src -name "$x"', 'gh pr view "$n"', 'git tag -- "$x"'],
    ...['aws s3 ls "$b"', 'aws s3 ls "s3://$b/a" --recursive', 'aws ec2 describe-instances --filters "$f"'],
  ])('%s is none of these', (command) => {
    expect(decided(['allow Bash'], `Bash ${command}`)).toMatchObject({ decision: 'allow' });
  });
});

it.each(['find / "$x"', 'for x in -delete; do find / "$x"; done', 'find . -depth "$x"', 'find ~ -type f $x'])(
  'no rule and no mode runs %s, which could remove everything',
  (command) => {
    for (const mode of ['default', 'bypassPermissions'] as const)
      expect(decided(['allow Bash'], `Bash ${command}`, mode)).toMatchObject({ decision: 'ask', builtin: 'critical-removal' });
  },
);

it('removes nothing where the word is the value of a test', () => {
  expect(decided([], 'Bash find / -name "$x"', 'bypassPermissions')).toMatchObject({ decision: 'allow' });
});
