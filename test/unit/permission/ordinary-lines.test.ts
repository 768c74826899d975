import { describe, expect, it } from 'vitest';
import { decided } from './support';

/** What a developer would have allowed after a day. */
const RULES = [
  ...[
    'npm',
    'npx vitest',
    'npx tsc',
    'node',
    'make test',
    'docker compose',
    'git add',
    'git commit',
    'git fetch',
    'git switch',
    'rg',
    'jq',
    'sort',
  ],
  ...[
    'uniq',
    'cut',
    'awk',
    'xargs',
    'curl -sS',
    'mktemp',
    'cargo',
    'pytest',
    'go test',
    'date',
    'basename',
    'mkdir',
    'touch',
    'grep',
    'wc',
  ],
].map((words) => `allow Bash(${words} *)`);
const HEREDOC = `git commit -m "$(cat <<'EOF'
Keep "quotes", $signs and (brackets)

It was wrong.
EOF
)"`;

describe('an ordinary command asks nothing', () => {
  it.each([
    ...[
      'git status -sb',
      'git log --oneline --graph --all | head -50',
      "git log --format='%h %an %s' -n 5",
      'git log -p -- src/a.ts',
      'git diff --stat',
    ],
    ...[
      'git diff main...HEAD --name-only',
      'git show HEAD~2 --stat',
      'git show --stat',
      'git diff a1b2^{commit}..c3d4^{commit}',
      'git stash show -p',
    ],
    ...[
      'git branch --contains abc1234',
      'git branch --sort=-committerdate',
      'git branch -avv',
      'git branch --merged main',
      "git tag --list 'v1.*'",
    ],
    ...['git tag -l --sort=-v:refname', 'git remote get-url origin', 'git ls-files -m -o --exclude-standard', 'git config --get user.name'],
    ...[
      'git config user.email',
      'git worktree list',
      "git for-each-ref --format='%(refname)' refs/heads",
      'git check-ignore -v dist',
      'git stash list',
    ],
    ...[
      'git -c color.ui=never status',
      'git --no-pager log -3',
      'git add -A && git commit -m "fix: a thing"',
      'git commit -am "$title"',
      HEREDOC,
    ],
    ...[
      'git fetch origin && git log HEAD..origin/main --oneline',
      'git switch -c feature/x',
      'npm run build 2>&1 | tail -20',
      'CI=1 npm test',
      'time npm test',
    ],
    ...[
      'npm ci && npm run build && npm test',
      'npx vitest run test/a.test.ts 2>&1 | tail -40',
      'timeout 60 npm test',
      '(cd packages/api && npm test)',
    ],
    ...[
      'grep -rn "foo" src | head -20',
      "grep -rn --include='*.ts' useState src | wc -l",
      'grep -E "a|b" -l -r src | sort | uniq -c | sort -rn | head',
    ],
    ...[
      'rg -l foo --type ts | xargs wc -l',
      "find . -name '*.ts' | xargs grep -l foo",
      "find src -type f -name '*.tsx' | wc -l",
      'find . -maxdepth 2 -type d',
    ],
    ...[
      "cat package.json | jq -r '.dependencies | keys[]'",
      "sed -n '10,40p' src/a.ts",
      'sed -n 5p src/a.ts | head',
      'tail -n 100 logs/dev.log | grep -i error',
    ],
    ...[
      'docker ps -a',
      'docker compose logs -f api',
      'make test 2>&1 | head',
      'cargo test',
      'pytest tests/a.py -k "foo and not bar" -x',
      'go test ./...',
    ],
    ...[
      "awk '{print $1}' names.txt",
      'cut -d: -f1 names.txt | sort -u',
      "curl -sS -o /dev/null -w '%{http_code}' https://example.org",
      'test -f a && echo yes',
    ],
    ...[
      '[ -d node_modules ] || npm ci',
      'if [ -f .nvmrc ]; then cat .nvmrc; fi',
      'for f in src/*.ts; do wc -l "$f"; done',
      'for f in a b c; do echo $f; done',
    ],
    ...['mkdir -p src/new && touch src/new/a.ts', 'tmp=$(mktemp); npm test > "$tmp" 2>&1; npm run report'],
  ])('%s', (command) => {
    expect(decided(RULES, `Bash ${command}`).decision).toBe('allow');
  });
});

describe('what looks like one of them is asked for', () => {
  it.each([
    ...[
      'git branch -l topic',
      'git branch --sort x',
      'git branch topic --sort=x',
      'git tag v1 --sort=x',
      'git tag -n v1 x',
      'git config user.email a@b.c',
    ],
    ...[
      'git config --get http.extraheader',
      'git config --list',
      'git worktree add x',
      'git remote get-url',
      'git remote set-url origin x',
      'git stash show -p --textconv',
    ],
    ...[
      'git -c core.pager=x log',
      'git --exec-path=x log',
      'git -C .. log',
      'git check-ignore --stdin < /etc/passwd',
      'git stash pop',
      'git grep -Oless x',
    ],
    ...[
      'sed -n 5p /etc/passwd',
      "sed -n '5w x' a",
      "sed -n '5p;1e x' a",
      'sed 5p -i a',
      'sed -n 5p -i a',
      'sed -n 5p --in-place a',
      'sed -ni 5p a',
    ],
    ...[
      'git commit -m $title',
      'git commit -m "a" "$x"',
      'git commit -Fm "$x"',
      'git branch -m "$x"',
      'git commit -m "$(cat <<\'EOF\'\nEOF\n)"$x"$(cat <<\'EOF\'\nEOF\n)"',
    ],
  ])('%s', (command) => {
    expect(decided(RULES, `Bash ${command}`).decision).toBe('ask');
  });
});
