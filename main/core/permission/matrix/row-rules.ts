import type { Capability } from '../../../../shared/model/permission';
import type { MatrixRow } from '../../../../shared/model/matrix';

type Says = MatrixRow['says'];

const NOTHING: readonly string[] = [];

/** Commands of the project's checks, by the file at its top that tells which tools it uses. */
const CHECKS: ReadonlyArray<readonly [file: string, commands: readonly string[]]> = [
  ['package.json', ['npm test', 'npm run test', 'npm run build', 'npm run lint', 'npm run typecheck', 'node --test']],
  ['pnpm-lock.yaml', ['pnpm test', 'pnpm build', 'pnpm lint']],
  ['yarn.lock', ['yarn test', 'yarn build', 'yarn lint']],
  ['bun.lockb', ['bun test', 'bun run build']],
  ['Cargo.toml', ['cargo test', 'cargo build', 'cargo check', 'cargo clippy']],
  ['go.mod', ['go test', 'go build', 'go vet']],
  ['pyproject.toml', ['pytest', 'python -m pytest', 'ruff check', 'mypy']],
  ['Makefile', ['make test', 'make build', 'make check']],
  ['pom.xml', ['mvn test', 'mvn verify']],
  ['build.gradle', ['./gradlew test', './gradlew build']],
  ['CMakeLists.txt', ['cmake --build', 'ctest']],
];

/** The checks of a project by the names of the files at its top; those of npm where none of them is known. */
export function projectChecks(files: ReadonlySet<string>): string[] {
  const found = CHECKS.flatMap(([file, commands]) => (files.has(file) ? commands : []));
  return found.length > 0 ? found : [...(CHECKS[0]?.[1] ?? [])];
}

const GIT_READS = ['git status', 'git log', 'git diff', 'git show', 'git blame'];
const GIT_COMMITS = ['git add', 'git commit'];
const PUBLISHES = [
  ...['git push', 'gh pr create', 'gh release', 'npm publish', 'pnpm publish', 'yarn publish', 'yarn npm publish', 'bun publish'],
  ...['cargo publish', 'docker push', 'twine upload'],
];
const DEPLOYS = ['npm run deploy', 'make deploy', 'kubectl apply', 'terraform apply', 'vercel'];
const DELETES = ['rm', 'rmdir', 'unlink', 'shred', 'git clean', 'git reset --hard'];
const READERS = ['ls', 'cat', 'head', 'tail', 'grep', 'find', 'wc', 'diff'];
const GUARDED = ['.git/**', '.claude/**', '.vitrine/**', '.husky/**', '.vscode/**', '.mcp.json', '.npmrc', '.envrc'];

/** The rules that a cell of a built-in row writes. Where a verdict has none, no rule can say it, and `docs/permissions.md` says why. */
export function rowSays(capability: Capability, of: string | undefined, checks: readonly string[]): Says {
  switch (capability) {
    case 'read-project':
      return same(['Read(**)']);
    case 'read-outside':
      return same(['Read(//**)']);
    case 'write-source':
      return same(['Edit(**)']);
    case 'write-outside':
      return same(['Edit(//**)']);
    // The guard on secrets and the one on protected paths are not lifted by a rule.
    case 'read-secrets':
    case 'write-secrets':
      return same(NOTHING);
    case 'write-protected':
      return { ...same(GUARDED.map((path) => `Edit(${path})`)), allow: [] };
    case 'delete':
      return same(DELETES.map(anyArguments));
    // Reading needs no rule.
    case 'run-read-only':
      return { ...same(READERS.map(anyArguments)), allow: [] };
    case 'run-checks':
      return same(checks.map(anyArguments));
    case 'run-other':
      return same(['Bash']);
    case 'network':
      return same(of === undefined ? ['WebFetch', 'Bash(curl *)', 'Bash(wget *)'] : [`WebFetch(domain:${of})`]);
    case 'git-read':
      return same(GIT_READS.map(anyArguments));
    case 'git-commit':
      return same(GIT_COMMITS.map(anyArguments));
    case 'git-publish':
      return same(PUBLISHES.map(anyArguments));
    case 'deploy':
      return same(DEPLOYS.map(anyArguments));
    case 'mcp':
      // An allow rule names its server.
      return of === undefined ? { ...same(['mcp__*']), allow: [] } : same([`mcp__${of.replace('/', '__')}`]);
    case 'agent':
      return same([of === undefined ? 'Agent' : `Agent(${of})`]);
    case 'skill':
      return same([of === undefined ? 'Skill' : `Skill(${of} *)`]);
  }
}

function anyArguments(command: string): string {
  return `Bash(${command} *)`;
}

function same(rules: readonly string[]): Says {
  return { allow: [...rules], ask: [...rules], deny: [...rules] };
}
