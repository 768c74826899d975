import { describe, expect, it } from 'vitest';
import { decided } from './support';

const ask = (command: string) => {
  const decision = decided(['allow Bash'], `Bash ${command}`);
  expect([command, decision.decision, decision.builtin]).toEqual([command, 'ask', 'separate-approval']);
};

describe('a package with a version, and one whose program has another name', () => {
  it.each([
    ...[
      'npx wrangler@3 deploy',
      'npx --yes vercel@latest --prod',
      'npx npm@10 publish',
      'npx rimraf@5 build',
      'pnpm dlx wrangler@3 deploy',
    ],
    ...[
      'corepack pnpm@9 publish',
      'uvx twine@5 upload x',
      'uvx twine==5 upload x',
      'pipx run twine==5 upload x',
      'npx semantic-release@23',
    ],
    ...['npx firebase-tools deploy', 'npx firebase-tools@13 deploy', 'npx @changesets/cli publish', 'npx @changesets/cli@2 publish'],
    ...[
      'deno run -A npm:wrangler@3 deploy',
      'bunx aws-cdk@2 deploy',
      'npm exec -- netlify-cli@17 deploy',
      'npx -p wrangler@3 wrangler deploy',
    ],
    ...['pnpm wrangler deploy', 'bun run vercel', 'yarn dlx np@9'],
  ])('%s', ask);

  it('stays what it is where nothing of that happens', () => {
    for (const command of ['npx prettier@3 --write a', 'npx @biomejs/biome@2 check', 'pnpm add vercel', 'uvx ruff@0.5 check'])
      expect([command, decided(['allow Bash'], `Bash ${command}`).decision]).toEqual([command, 'allow']);
  });

  it('is named by a rule with or without its version', () => {
    for (const rule of ['Bash(npx wrangler@3 deploy *)', 'Bash(npx wrangler@* deploy *)'])
      expect(decided([`allow ${rule}`], 'Bash npx wrangler@3 deploy').decision).toBe('allow');
    expect(decided(['deny Bash(wrangler deploy *)', 'allow Bash'], 'Bash npx wrangler@3 deploy').decision).toBe('deny');
  });

  it('removes nothing critical', () => {
    for (const command of ['npx rimraf@5 /', 'rimraf ~'])
      expect(decided(['allow Bash'], `Bash ${command}`, 'bypassPermissions')).toMatchObject({ builtin: 'critical-removal' });
  });
});

describe('what tools publish, deploy or delete', () => {
  it.each([
    ...[
      'terragrunt run-all destroy',
      'terragrunt run --all apply',
      'terraform state rm x',
      'fly apps destroy x',
      'firebase projects:delete x',
    ],
    ...[
      'aws s3 mv a s3://b',
      'aws ec2 modify-instance-attribute',
      'aws lambda invoke x',
      'prisma migrate reset --force',
      'npx prisma migrate deploy',
    ],
    ...[
      'docker build -o type=registry .',
      'docker buildx build --output=type=image,push=true .',
      'skopeo copy a b',
      'oras push a',
      'crane push a b',
    ],
    ...[
      'turbo run deploy',
      'nx deploy app',
      'nx run app:deploy',
      'run-s deploy',
      'run-p build publish',
      'lerna version',
      'kubectl run x --image y',
    ],
    ...['rails db:drop', 'supabase db reset', 'sqlite3 a.db "drop table x"', 'pulumi stack rm x', 'helmfile destroy', 'ng deploy'],
  ])('%s', ask);

  it.each([
    ...['turbo run build', 'nx test app', 'terraform plan', 'aws s3 ls', 'aws ec2 describe-instances', 'docker build .', 'prisma generate'],
    ...['run-s build test', 'sqlite3 a.db "select 1"', 'kubectl get pods', 'skopeo inspect a'],
  ])('%s is none of these', (command) => {
    expect(decided(['allow Bash'], `Bash ${command}`).decision).toBe('allow');
  });
});

describe('what git throws away', () => {
  it.each([
    ...['git submodule deinit -f x', 'git submodule --quiet deinit x', 'git mv -f a b', 'git fetch . +a:b', 'git fetch -f . a:b'],
    ...['git update-ref refs/heads/x abc', 'git merge --abort', 'git rebase --abort', 'git rebase --skip', 'git cherry-pick --abort'],
    ...['git notes --ref x remove', 'git remote -v remove x', 'git remote prune x', 'git lfs prune'],
  ])('%s', ask);

  it.each(['git mv a b', 'git fetch', 'git pull --ff-only', 'git merge topic', 'git rebase main', 'git submodule update --init'])(
    '%s throws nothing away',
    (command) => {
      expect(decided(['allow Bash'], `Bash ${command}`).decision).toBe('allow');
    },
  );
});

describe('what git runs stands behind options too', () => {
  it.each([
    ...["git submodule --quiet foreach 'git push'", "git submodule foreach --recursive 'git push'", 'git submodule -q foreach git push'],
    ...["git rebase -x 'git push' main", "git rebase --exe='git push' main", 'git bisect run git push', "git -P rebase -ix 'git push'"],
  ])('%s', (command) => {
    expect(decided(['deny Bash(git push *)', 'allow Bash'], `Bash ${command}`).decision).toBe('deny');
    expect(decided(['allow Bash'], `Bash ${command}`)).toMatchObject({ decision: 'ask' });
  });

  it.each([
    ...["git filter-branch --setup 'x' HEAD", "git filter-repo --blob-callback 'x'", "git ls-remote --u='x' h:y", 'git clone --tem=x y'],
    ...['git push --exe=x', 'git difftool -t x'],
  ])('%s is not known', (command) => {
    expect(decided(['allow Bash'], `Bash ${command}`)).toMatchObject({ decision: 'ask', builtin: 'opaque-command' });
  });
});
