import { describe, expect, it } from 'vitest';
import { decided } from './support';

const BROAD = ['git', 'npm', 'npx', 'kubectl', 'gh', 'docker', 'make', 'aws', 'cargo', 'xargs', 'pnpm'].map(
  (name) => `allow Bash(${name} *)`,
);

describe('a rule that does not name it grants nothing that cannot be taken back', () => {
  it.each([
    ...['git push', 'git push origin main', 'git -c color.ui=never push', 'git --no-pager push', 'npm publish', 'npm --tag next publish'],
    ...['gh pr create', 'gh -R a/b release create v1', 'docker push x', 'docker build . --push', 'cargo publish', 'cargo +nightly publish'],
    ...['pnpm -r publish', 'kubectl apply -f x', 'kubectl -n prod apply -f x', 'npx wrangler deploy', 'npm exec vercel', 'make deploy'],
    ...[
      'aws s3 sync . s3://x',
      'git clean -fd',
      'git reset --hard',
      'git branch -D x',
      'git checkout -- .',
      'git checkout src/a.ts',
      'git checkout topic',
      'git checkout topic a',
      'docker rmi x',
      'xargs git push',
    ],
  ])('%s', (command) => {
    for (const rules of [BROAD, ['allow Bash'], ['allow Bash(*)'], [...BROAD, 'allow Bash']]) {
      const decision = decided(rules, `Bash ${command}`);
      expect([command, rules[0], decision.decision, decision.builtin]).toEqual([command, rules[0], 'ask', 'separate-approval']);
    }
  });

  it('names the rule and what the command does', () => {
    const { reason, builtin } = decided(['allow Bash(git *)'], 'Bash git push');
    expect(reason).toMatch(/"git push" publishes, and Bash\(git \*\) does not name that/);
    expect(builtin).toBe('separate-approval');
  });

  it('names the part of a command', () => {
    expect(decided(['allow Bash'], 'Bash npm test && git push && ls').parts).toMatchObject([
      { decision: 'allow' },
      { decision: 'ask', builtin: 'separate-approval' },
      { decision: 'allow' },
    ]);
  });
});

it.each([
  ['Bash(git push *)', 'git push origin main'],
  ['Bash(git push:*)', 'git push'],
  ['Bash(git push*)', 'git push'],
  ['Bash(git * push *)', 'git -P push origin'],
  ['Bash(git push origin main)', 'git push origin main'],
  ['Bash(npm publish *)', 'npm publish'],
  ['Bash(kubectl apply *)', 'kubectl apply -f x'],
  ['Bash(kubectl -n * apply *)', 'kubectl -n prod apply -f x'],
  ['Bash(npm run deploy *)', 'npm run deploy -- --prod'],
  ['Bash(vercel *)', 'vercel --prod'],
  ['Bash(npx vercel *)', 'npx vercel --prod'],
  ['Bash(rm *)', 'rm -r build'],
  ['Bash(rm -r *)', 'rm -r build'],
  ['Bash(git clean *)', 'git clean -fd'],
  ['Bash(git reset --hard *)', 'git reset --hard HEAD'],
  ['Bash(git checkout *)', 'git checkout topic'],
  ['Bash(git checkout -- *)', 'git checkout -- a.ts'],
  ['Bash(git push --force *)', 'git push --force origin x'],
  ['Bash(timeout 60 git push *)', 'timeout 60 git push'],
])('%s names it: %s runs', (rule, command) => {
  expect(decided([`allow ${rule}`, 'allow Bash(git *)', 'allow Bash'], `Bash ${command}`)).toMatchObject({ decision: 'allow' });
});

it.each([
  ['Bash(git push *)', 'git push --force'],
  ['Bash(git push *)', 'git push origin :old'],
  ['Bash(git push *)', 'git push && git clean -fd'],
  ['Bash(git branch *)', 'git branch -D x'],
  ['Bash(git *)', 'git push --dry-run'],
])('%s names less than %s does', (rule, command) => {
  expect(decided([`allow ${rule}`], `Bash ${command}`).decision).toBe('ask');
});

it('the mode bypassPermissions asks nothing, dontAsk denies, acceptEdits removes inside the project', () => {
  expect(decided(['allow Bash'], 'Bash git push', 'bypassPermissions').decision).toBe('allow');
  expect(decided(['allow Bash'], 'Bash git push', 'dontAsk').decision).toBe('deny');
  expect(decided(['allow Bash'], 'Bash rm -r build', 'acceptEdits')).toMatchObject({ decision: 'allow', builtin: 'accept-edits' });
});
