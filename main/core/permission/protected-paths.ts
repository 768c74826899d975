import { isInside, toRulePath } from './path-text';

const FOLDERS = new Set(['.git', '.vscode', '.idea', '.husky', '.cargo', '.devcontainer', '.yarn', '.mvn', '.claude', '.vitrine']);
const FILES = new Set([
  '.gitconfig',
  '.gitmodules',
  '.npmrc',
  '.pnpmfile.cjs',
  'bunfig.toml',
  '.bunfig.toml',
  '.pre-commit-config.yaml',
  'gradle-wrapper.properties',
  'maven-wrapper.properties',
  '.devcontainer.json',
  '.ripgreprc',
  'pyrightconfig.json',
  '.mcp.json',
  '.claude.json',
  '.bashrc',
  '.bash_profile',
  '.bash_login',
  '.bash_logout',
  '.bash_aliases',
  '.profile',
  '.zshrc',
  '.zshenv',
  '.zprofile',
  '.zlogin',
  '.zlogout',
  '.kshrc',
  '.cshrc',
  '.tcshrc',
  '.login',
  '.logout',
  '.inputrc',
  '.envrc',
  'config.fish',
]);
const FILE_PREFIXES = ['.yarnrc', '.pnp.', '.bazel', 'lefthook', '.lefthook'];

/**
 * Whether a write needs a person's word whatever the rules allow: files that make other programs run code, and the agent's own
 * settings. Letter case never matters here: a file system may ignore it. Inside the project only names below its folder count:
 * where a person keeps a project (the sample lies in the app's own home) says nothing about the files in it.
 */
export function isProtectedPath(
  path: string,
  { folder, protect, notes = [] }: { folder: string; protect: readonly string[]; notes?: readonly string[] },
): boolean {
  const whole = toRulePath(path);
  if (notes.some((place) => isInside(place, whole, { ignoreCase: false }))) return false;
  const inProject = isInside(folder, whole, { ignoreCase: true });
  const segments = (inProject ? whole.slice(folder.length) : whole)
    .toLowerCase()
    .split('/')
    .filter((segment) => segment !== '');
  const name = segments[segments.length - 1] ?? '';
  if (FILES.has(name) || FILE_PREFIXES.some((prefix) => name.startsWith(prefix))) return true;
  const inFolder = segments.some((segment, index) => {
    if (segment === '.config') return segments[index + 1] === 'git';
    if (segment === '.claude') return segments[index + 1] !== 'worktrees' || segments.length === index + 2;
    return FOLDERS.has(segment);
  });
  return (
    inFolder ||
    protect.some((own) => isInside(own, whole, { ignoreCase: true }) && !(inProject && isInside(own, folder, { ignoreCase: true })))
  );
}

/** The built-in list as it is shown to a person: folders end in `/`, a `*` stands for the rest of a name. */
export function listProtectedPaths(extra: readonly string[] = []): string[] {
  return [
    ...[...FOLDERS, '.config/git'].map((folder) => `${folder}/`),
    ...FILES,
    ...FILE_PREFIXES.map((prefix) => `${prefix}*`),
    ...extra.map((folder) => `${folder}/`),
  ];
}
