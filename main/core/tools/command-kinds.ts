export type CheckKind = 'test' | 'build' | 'lint' | 'types' | 'format';

/** Programs and their arguments that count as a check, matched against one simple command. First match wins. */
const CHECKS: ReadonlyArray<readonly [CheckKind, RegExp]> = [
  ['types', /^(npx |pnpm exec |yarn |bunx )?(tsc|vue-tsc|svelte-check|mypy|pyright|basedpyright|flow check|sorbet|srb tc)\b/],
  ['types', /^(npm|pnpm|yarn|bun)( run)? (type-?check|types|tsc|check-types)\b/],
  ['types', /^cargo check\b/],
  [
    'lint',
    /^(npx |pnpm exec |yarn |bunx )?(eslint|biome (check|lint|ci)|oxlint|stylelint|ruff check|flake8|pylint|golangci-lint|rubocop|shellcheck|hadolint|actionlint|clippy|depcruise|knip)\b/,
  ],
  ['lint', /^(npm|pnpm|yarn|bun)( run)? lint\b/],
  ['lint', /^(cargo clippy|go vet|ruff( |$)|pre-commit run)/],
  [
    'format',
    /^(npx |pnpm exec |yarn |bunx )?(prettier --check|prettier -c|biome format|black --check|ruff format --check|gofmt -l|rustfmt --check|cargo fmt .*--check)/,
  ],
  [
    'test',
    /^(npx |pnpm exec |yarn |bunx )?(vitest|jest|mocha|ava|tap|playwright test|cypress run|pytest|tox|nox|rspec|phpunit|ctest|bats|deno test|bun test)\b/,
  ],
  ['test', /^(npm|pnpm|yarn|bun)( run)? (t|tst|test)(:[\w:-]+)?\b/],
  ['test', /^(python3?|uv run python3?) -m (pytest|unittest)\b/],
  ['test', /^(uv run |poetry run )(pytest|tox)\b/],
  [
    'test',
    /^(cargo (test|nextest)|go test|dotnet test|swift test|mix test|rake test|zig build test|node .*--test|make (test|check)|just test|mvnw? .*(test|verify)|mvn .*(test|verify)|(\.\/)?gradlew? .*(test|check)|bundle exec (rspec|rake test))\b/,
  ],
  ['test', /^((ba|da|z)?sh |\.?\/)(\S*\/)?(run-?)?(checks?|tests?|verify)(\.sh)?(\s|$)/],
  ['build', /^(npm|pnpm|yarn|bun)( run)? build(:[\w:-]+)?\b/],
  [
    'build',
    /^(npx |pnpm exec |yarn |bunx )?(vite build|electron-vite build|webpack|rollup|esbuild|next build|turbo (run )?build|nx build)\b/,
  ],
  [
    'build',
    /^(cargo build|go build|dotnet build|swift build|zig build|make|cmake --build|ninja|bazel build|mvn .*(compile|package|install)|(\.\/)?gradlew? .*(build|assemble))\b/,
  ],
];

/** Commands that change no files by themselves, whatever their arguments (redirects apart). */
const READ_ONLY =
  /^(cat|head|tail|less|ls|ll|tree|pwd|cd|echo|printf|true|false|test|\[|wc|sort|uniq|cut|tr|nl|od|xxd|hexdump|strings|file|stat|du|df|which|type|command -v|whereis|whoami|id|date|uname|hostname|env|printenv|ps|grep|egrep|fgrep|rg|ag|diff|cmp|comm|jq|yq|basename|dirname|realpath|readlink|sleep|seq|md5sum|sha\d+sum|git (status|diff|log|show|blame|branch( -[avr]+)?$|rev-parse|remote( -v)?$|ls-files|describe|shortlog|grep|cat-file|config --get)|node --version|npm (ls|view|outdated)|python3? --version)(\s|$)/;
const FIND = /^find\s(?!.*\s-(delete|exec|execdir|ok|fprint\w*)\b)/;

/**
 * The simple commands of a command line, by its operators outside quotes. A guess for lists and summaries: nothing is ever
 * allowed because of it.
 */
export function simpleCommands(line: string): string[] {
  const parts: string[] = [];
  let current = '';
  let quote = '';
  for (let at = 0; at < line.length; at += 1) {
    const character = line.charAt(at);
    if (quote !== '') {
      if (character === '\\' && quote === '"') {
        current += character + line.charAt(at + 1);
        at += 1;
        continue;
      }
      if (character === quote) quote = '';
      current += character;
    } else if (character === '\\') {
      current += character + line.charAt(at + 1);
      at += 1;
    } else if (character === '"' || character === "'") {
      quote = character;
      current += character;
    } else if (
      character === ';' ||
      character === '\n' ||
      character === '|' ||
      (character === '&' && line[at - 1] !== '>' && line[at + 1] !== '>')
    ) {
      parts.push(current);
      current = '';
    } else current += character;
  }
  return [...parts, current].map(withoutPrefix).filter((part) => part !== '');
}

/** The kind of check that a command line runs, if any; of several the last, whose exit code is the line's. */
export function checkKindOf(line: string): CheckKind | undefined {
  const kinds = simpleCommands(line).map((command) => CHECKS.find(([, pattern]) => pattern.test(command))?.[0]);
  return kinds.filter((kind) => kind !== undefined).pop();
}

/** Whether every part of a command line only looks. A redirect into a file counts as a change. */
export function onlyLooks(line: string): boolean {
  if (/\$\(|`|<\(|>\(/.test(line)) return false;
  const quiet = line.replace(/\d*>&\d+|&?\d*>>?\s*\/dev\/null/g, '');
  return simpleCommands(quiet).every((command) => !command.includes('>') && (READ_ONLY.test(command) || FIND.test(command)));
}

function withoutPrefix(command: string): string {
  return command
    .trim()
    .replace(/^[({]\s*|^(time|nice|nohup|then|do|else|!)\s+/, '')
    .replace(/^(\w+=(?:"[^"]*"|'[^']*'|\S*)\s+)+/, '')
    .replace(/^timeout\s+(-\S+\s+)*\S+\s+/, '');
}
