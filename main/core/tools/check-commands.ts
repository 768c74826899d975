export type CheckKind = 'test' | 'build' | 'lint' | 'types' | 'format';

/** Programs that are checks: with any arguments, or with what the first ones must be. Names are whole words. */
const TOOLS: ReadonlyArray<readonly [CheckKind, readonly string[]]> = [
  ['types', ['tsc', 'vue-tsc', 'svelte-check', 'mypy', 'pyright', 'basedpyright', 'flow check', 'sorbet', 'srb tc', 'cargo check']],
  ['lint', ['eslint', 'biome check', 'biome lint', 'biome ci', 'oxlint', 'stylelint', 'ruff check', 'flake8', 'pylint', 'golangci-lint']],
  ['lint', ['rubocop', 'shellcheck', 'hadolint', 'actionlint', 'depcruise', 'knip', 'cargo clippy', 'go vet', 'pre-commit run']],
  ['format', ['prettier --check', 'prettier -c', 'biome format', 'black --check', 'ruff format --check', 'gofmt -l', 'rustfmt --check']],
  ['format', ['cargo fmt --check', 'cargo fmt --all --check', 'cargo fmt -- --check']],
  ['test', ['vitest', 'jest', 'mocha', 'ava', 'tap', 'playwright test', 'cypress run', 'pytest', 'unittest', 'tox', 'nox', 'rspec']],
  ['test', ['phpunit', 'ctest', 'bats', 'deno test', 'bun test', 'cargo test', 'cargo nextest', 'go test', 'dotnet test', 'swift test']],
  ['test', ['mix test', 'zig build test']],
  [
    'build',
    ['vite build', 'electron-vite build', 'webpack', 'rollup', 'esbuild', 'next build', 'turbo build', 'turbo run build', 'nx build'],
  ],
  ['build', ['cargo build', 'go build', 'dotnet build', 'swift build', 'zig build', 'cmake --build', 'ninja']],
];
const KINDS = new Map(TOOLS.flatMap(([kind, names]) => names.map((name) => [name, kind] as const)));
const LONGEST_NAME = 4;

/** What starts a tool that is installed with the project. */
const RUNNERS = ['npx --no-install', 'npx --no', 'npx', 'bunx', 'pnpm exec', 'yarn run', 'yarn', 'uv run', 'poetry run', 'bundle exec'];
const MODULE_RUNNERS = ['python -m', 'python3 -m', 'uv run python -m', 'uv run python3 -m'];
const RUNNER_WORDS = [...MODULE_RUNNERS, ...RUNNERS].map((name) => name.split(' '));
const SCRIPT_RUNNERS = new Set(['npm', 'pnpm', 'yarn', 'bun']);
const TARGET_RUNNERS = new Set(['make', 'just', 'rake', 'task', 'mvn', 'mvnw', './mvnw', 'gradle', 'gradlew', './gradlew']);
const SHELLS = new Set(['sh', 'bash', 'dash', 'zsh']);

/** Scripts of a project and targets of its builds, by the first part of their name. */
const TARGETS: ReadonlyArray<readonly [CheckKind, RegExp]> = [
  ['types', /^(?:type-?check|types|tsc|check-types)(?:[:_.-]|$)/],
  ['lint', /^lint(?:[:_.-]|$)/],
  ['test', /^(?:t|tst|tests?)(?:[:_.-]|$)/],
  ['build', /^build(?:[:_.-]|$)/],
];
const MORE_TARGETS: ReadonlyArray<readonly [CheckKind, RegExp]> = [
  ['test', /^(?:checks?|verify)(?:[:_.-]|$)/],
  ['build', /^(?:all|compile|package|assemble|install|clean)$/],
];
/** A name that says that something leaves the machine is none of a check, whatever else it says. */
const LEAVES = /deploy|publish|release|push|ship|upload/i;
const SCRIPT_FILE = /^(?:run-?)?(?:checks?|tests?|verify)(?:\.sh)?$/;

/** The kind of check that a simple command is, by its program and the names that follow. Nothing is allowed because of this alone. */
export function checkKindOfWords(words: readonly string[]): CheckKind | undefined {
  const [program = '', first = ''] = words;
  if (SCRIPT_RUNNERS.has(program)) {
    const kind = scriptKind(words);
    if (kind !== undefined) return kind;
  }
  if (TARGET_RUNNERS.has(program)) return targetKind(words);
  if (program === 'node') return words.slice(1, firstPlain(words)).includes('--test') ? 'test' : undefined;
  if (SHELLS.has(program)) return isScriptFile(first) ? 'test' : undefined;
  if (program.includes('/')) return isScriptFile(program) ? 'test' : undefined;
  return toolKind(toolWords(words));
}

/** The words of the tool that a runner starts; all of them where there is none. */
export function toolWords(words: readonly string[]): readonly string[] {
  const runner = RUNNER_WORDS.find((names) => words.length > names.length && names.every((name, index) => words[index] === name));
  return runner === undefined ? words : words.slice(runner.length);
}

function toolKind(words: readonly string[]): CheckKind | undefined {
  for (let length = Math.min(LONGEST_NAME, words.length); length > 0; length -= 1) {
    const kind = KINDS.get(words.slice(0, length).join(' '));
    if (kind !== undefined) return kind;
  }
  return undefined;
}

function scriptKind(words: readonly string[]): CheckKind | undefined {
  const name = words[1] === 'run' || words[1] === 'run-script' ? words[2] : words[1];
  return name === undefined ? undefined : nameKind(name, TARGETS);
}

/** Without a target `make` builds. Of several the last, and each has to be known. */
function targetKind(words: readonly string[]): CheckKind | undefined {
  const [program = '', ...args] = words;
  const targets = args.filter((word) => !word.startsWith('-') && !/^\d+$/.test(word));
  if (targets.length === 0) return program === 'make' ? 'build' : undefined;
  const kinds = targets.map((target) => {
    // `:app:test` is a task of a part of the project; to Maven `x:test` is a plugin of anybody's.
    const name = program.includes('gradle') ? target.slice(target.lastIndexOf(':') + 1) : target;
    return program.includes('mvn') && name.includes(':') ? undefined : nameKind(name, [...TARGETS, ...MORE_TARGETS]);
  });
  return kinds.includes(undefined) || targets.every((target) => target === 'clean') ? undefined : kinds.at(-1);
}

function nameKind(name: string, table: typeof TARGETS): CheckKind | undefined {
  if (!/^[\w:.-]+$/.test(name) || LEAVES.test(name)) return undefined;
  return table.find(([, pattern]) => pattern.test(name))?.[0];
}

/** The file of a check that is a shell script by its name: it is one only where the project says so. */
export function checkScript([program = '', first = '']: readonly string[]): string | undefined {
  if (TARGET_RUNNERS.has(program)) return undefined;
  const path = SHELLS.has(program) ? first : program;
  return (path === first || path.includes('/')) && isScriptFile(path) ? path.replace(/^\.\//, '') : undefined;
}

export function isScriptFile(path: string): boolean {
  return SCRIPT_FILE.test(path.slice(path.lastIndexOf('/') + 1));
}

function firstPlain(words: readonly string[]): number {
  const at = words.findIndex((word, index) => index > 0 && !word.startsWith('-'));
  return at === -1 ? words.length : at;
}
