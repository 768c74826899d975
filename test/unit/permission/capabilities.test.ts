import { describe, expect, it } from 'vitest';
import { classify } from '../../../main/core/permission/classify';
import { action, FOLDER, ruleSet } from './support';

/** Call; the capabilities that it uses, the weightiest first, with what each is about. */
type Case = [call: string, uses: string];

const tools: Case[] = [
  ['Read src/a.ts', 'read-project'],
  ['Grep .', 'read-project'],
  ['Read /etc/hosts', 'read-outside'],
  ['Read .env', 'read-secrets'],
  ['Read .env.example', 'read-project'],
  ['Read /home/ann/.ssh/id_ed25519', 'read-secrets, read-outside'],
  ['Read link -> /etc/hosts', 'read-outside, read-project'],
  ['Edit src/a.ts', 'write-source'],
  ['Write .env', 'write-secrets'],
  ['Edit .git/config', 'write-protected'],
  ['Edit .claude/settings.json', 'write-protected'],
  ['Write /tmp/x', 'write-outside'],
  ['WebFetch https://Docs.Example.org./x', 'network:docs.example.org'],
  ['mcp__github__create_issue', 'mcp:github/create_issue'],
  ['Agent subagent_type=explorer', 'agent:explorer'],
  ['Skill commit now', 'skill:commit'],
  ['AskUserQuestion', ''],
  ['TodoWrite', ''],
];

const commands: Case[] = [
  ['ls -l src', 'run-read-only'],
  ['cat /etc/hosts', 'read-outside, run-read-only'],
  ['cat .env', 'read-secrets, run-read-only'],
  ['echo x > src/a.ts', 'write-source, run-read-only'],
  ['echo x > .env', 'write-secrets, run-read-only'],
  ['echo x >> /tmp/log', 'write-outside, run-read-only'],
  ['cp a.ts b.ts', 'run-other, write-source'],
  ['rm -rf build', 'delete'],
  ['rm -rf build > log.txt', 'delete, write-source'],
  ['rm .git/config', 'delete, write-protected'],
  ['sudo rm x', 'delete, run-other'],
  ['find . -name x -delete', 'delete'],
  ["bash -c 'rm x'", 'delete, run-other'],
  ['npm test', 'run-checks'],
  ['CI=true timeout 60 npm test -- --run', 'run-checks'],
  ['npm run build', 'run-checks'],
  ['npx vitest run', 'run-checks'],
  ['npx cowsay hi', 'network'],
  ['npx tsc-evil', 'network'],
  ["node -e 'x()' --test", 'run-other'],
  ['make ship', 'run-other'],
  ['NODE_OPTIONS=--require=./x npm test', 'run-other'],
  ['cargo check', 'run-checks'],
  ['make', 'run-checks'],
  ['make deploy', 'deploy'],
  ['node build.js', 'run-other'],
  ['$RUN tests', 'run-other'],
  ['npm install left-pad', 'network'],
  ['npm publish', 'git-publish'],
  ['npm run deploy', 'deploy'],
  ['curl -s https://api.example.org/x | jq .', 'network:api.example.org, run-other'],
  ['ssh deploy@web1.example.org uptime', 'network:web1.example.org'],
  ['git status', 'git-read'],
  ['git -C src log --oneline', 'git-read'],
  ['git branch -a', 'git-read'],
  ['git branch -D old', 'delete'],
  ['git add . && git commit -m x', 'git-commit'],
  ['git checkout main', 'git-commit'],
  ['git checkout -- .', 'delete'],
  ['git checkout HEAD~2', 'git-commit'],
  ['git checkout -b topic origin/main', 'git-commit'],
  ['git checkout --detach topic', 'git-commit'],
  ['git checkout topic', 'git-commit, write-source'],
  ['git checkout src/a.ts', 'delete'],
  ['git checkout ./src', 'delete'],
  ['git checkout main README', 'delete'],
  ['git checkout .env.example', 'delete'],
  ['git checkout -p', 'delete'],
  ['git restore a', 'delete'],
  ['npx rimraf dist', 'delete, network'],
  ['npm rum deploy', 'deploy'],
  ['npm publ', 'git-publish'],
  ['git reset --hard HEAD~1', 'delete'],
  ['git clean -fd', 'delete'],
  ['git stash list', 'git-read'],
  ['git push origin main', 'git-publish'],
  ['git push --force', 'git-publish, delete'],
  ['git fetch && git pull', 'network, git-commit'],
  ['git clone https://example.org/x.git', 'network:example.org'],
  ['git constructor', 'run-other, git-commit'],
  ['docker push x', 'git-publish'],
  ['gh pr create --fill', 'git-publish, network'],
  ['gh pr list', 'network'],
  ['kubectl apply -f x.yaml', 'deploy, network'],
  ['terraform apply', 'deploy, network'],
  ['npm test && git push', 'git-publish, run-checks'],
  ['echo "unbalanced', 'run-other, run-read-only'],
];

const shown = (call: string) =>
  classify(action(call), ruleSet([], { folder: FOLDER }))
    .uses.map(({ capability, of }) => (of === undefined ? capability : `${capability}:${of}`))
    .join(', ');

describe('capabilities', () => {
  it.each(tools)('%s uses %s', (call, uses) => {
    expect(shown(call)).toBe(uses);
  });

  it.each(commands)('Bash %s uses %s', (command, uses) => {
    expect(shown(`Bash ${command}`)).toBe(uses);
  });

  it('are told for each part of a command, in its order', () => {
    const { parts } = classify(action('Bash npm test && git push'), ruleSet([]));
    expect(parts).toEqual([[{ capability: 'run-checks' }], [{ capability: 'git-publish' }]]);
  });
});
