import { describe, expect, it } from 'vitest';
import type { Mode } from '../../../shared/model/mode';
import { namingForms } from '../../../main/core/permission/verb-forms';
import { decided, shellParser } from './support';

const MODES: readonly Mode[] = ['default', 'acceptEdits', 'plan', 'dontAsk', 'bypassPermissions'];

/** A rule, and calls that do what it names with options of the program in front of the verb. */
const SAME: ReadonlyArray<readonly [rule: string, calls: readonly string[]]> = [
  [
    'Bash(git push *)',
    [
      ...[
        'git -C . push',
        'git --no-pager push origin main',
        'git --git-dir=.git push',
        'git --git-dir .git push',
        'git -c user.name=x push',
      ],
      ...['env git -C . push', '/usr/bin/git -p push', "sh -c 'git -C . push'", 'git fetch && git -C . push', 'git --new-option push'],
      ...['git --new-option value push', 'git -C "$X" push', 'X=1 git --work-tree=. -C . push'],
    ],
  ],
  ['Bash(git stash drop *)', ['git -C . stash drop', 'git stash -q drop', 'git --no-pager stash -q drop']],
  [
    'Bash(npm publish *)',
    ['npm --prefix . publish', 'npm -w a publish', 'npm --workspace=a publish', 'npm --tag next --silent publish', 'npm --new x publish'],
  ],
  ['Bash(npm run deploy *)', ['npm --prefix . run deploy', 'npm run --prefix . deploy', 'npm -s run -w a deploy']],
  ['Bash(npm run *)', ['npm run-script x', 'npm rum x', 'npm urn x', 'npm --silent run-script x']],
  ['Bash(npm test *)', ['npm t', 'npm tst', 'npm tes', 'npm --prefix . t']],
  ['Bash(npm install *)', ['npm i x', 'npm add x', 'npm isntall x', 'npm inst x', 'npm insta x']],
  ['Bash(npm i *)', ['npm install x', 'npm add x']],
  ['Bash(npm ci *)', ['npm clean-install', 'npm ic']],
  ['Bash(npm uninstall *)', ['npm rm x', 'npm un x', 'npm remove x', 'npm unin x']],
  ['Bash(npm exec *)', ['npm x y', 'npm exe y']],
  ['Bash(pnpm install *)', ['pnpm i', 'pnpm -C a i']],
  ['Bash(docker rm *)', ['docker container rm a', 'docker container remove a', 'docker -D container rm a']],
  ['Bash(docker image push *)', ['docker push a']],
  ['Bash(gh pr create *)', ['gh pr new', 'gh -R a/b pr new']],
  ['Bash(cargo build *)', ['cargo b', 'cargo +nightly b']],
  ['Bash(helm uninstall *)', ['helm del a', 'helm -n x un a']],
  ['Bash(git add *)', ['git stage a']],
  ['Bash(pnpm publish *)', ['pnpm -r publish', 'pnpm -C a publish', 'pnpm --filter a publish']],
  ['Bash(yarn publish *)', ['yarn --cwd a publish', 'yarn workspace a publish']],
  ['Bash(docker push *)', ['docker --context x push a', 'docker -H tcp://x push a']],
  ['Bash(docker compose push *)', ['docker compose -f x.yml push', 'docker -c x compose --file x.yml push']],
  ['Bash(kubectl apply *)', ['kubectl -n x apply -f a', 'kubectl --context=x apply', 'kubectl --new y apply']],
  ['Bash(kubectl rollout restart *)', ['kubectl -n x rollout -n y restart a']],
  ['Bash(gh pr create *)', ['gh -R a/b pr create', 'gh pr -R a/b create', 'gh pr --repo a/b create']],
  ['Bash(cargo publish *)', ['cargo +nightly publish', 'cargo -Z x publish', 'cargo --config a publish']],
  ['Bash(terraform apply *)', ['terraform -chdir=x apply']],
];

describe.each(SAME)('%s', (rule, calls) => {
  it.each(calls)('denies and asks for %s in every mode', (call) => {
    for (const mode of MODES) {
      const opaque = call.includes('"$X"');
      if (!opaque)
        expect(decided([`deny ${rule}`, 'allow Bash'], `Bash ${call}`, mode)).toMatchObject({ decision: 'deny', rule: { text: rule } });
      expect([mode, decided([`ask ${rule}`, 'allow Bash'], `Bash ${call}`, mode).decision]).toEqual([
        mode,
        mode === 'dontAsk' ? 'deny' : 'ask',
      ]);
    }
  });
});

it.each([
  ['Bash(git push *)', 'git log --grep push'],
  ['Bash(git push *)', 'git --no-pager log push'],
  ['Bash(git push *)', 'git -C push status'],
  ['Bash(git push *)', 'git commit -m push'],
  ['Bash(npm publish *)', 'npm --prefix publish test'],
  ['Bash(npm publish *)', 'npm --silent run publish-docs'],
  ['Bash(kubectl apply *)', 'kubectl -n apply get pods'],
  ['Bash(cargo publish *)', 'cargo --quiet test publish'],
  ['Bash(npm test *)', 'npm team x'],
  ['Bash(npm run *)', 'npm restart'],
  ['Bash(docker rm *)', 'docker volume ls'],
])('%s says nothing of %s', (rule, call) => {
  expect(decided([`deny ${rule}`], `Bash ${call}`, 'bypassPermissions').decision).toBe('allow');
});

it('an allow rule takes the words as they are written', () => {
  expect(decided(['allow Bash(npm test *)'], 'Bash npm --prefix /srv/other test').decision).toBe('ask');
  expect(decided(['allow Bash(git push *)'], 'Bash git -C /srv/other push').decision).toBe('ask');
  expect(decided(['allow Bash(npm run *)'], 'Bash npm rum x').decision).toBe('ask');
  expect(decided(['allow Bash(npm test *)'], 'Bash npm t').decision).toBe('ask');
  expect(decided(['allow Bash(npm --prefix . publish)'], 'Bash npm --prefix . publish').decision).toBe('allow');
});

it('many options make few readings', () => {
  const [part] = shellParser.parse(`npm ${'--x y '.repeat(1_500)}publish`).parts;
  expect(part && namingForms(part).length).toBeLessThan(100);
});
