import { couldMatchName, isNamePattern } from './name-pattern';
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

/** What a pattern with a star in front may find of the files with such a beginning. */
const OPEN_NAMES = ['lefthook.yml', 'lefthook.yaml', 'lefthook.toml', 'lefthook.json'];

/** The same for a path of a command: a pattern of the shell in it stands for every protected name that it could match. */
export function mayBeProtected(path: string, place: Parameters<typeof isProtectedPath>[1]): boolean {
  const segments = path.split('/');
  const at = segments.findIndex(isNamePattern);
  const pattern = segments[at];
  if (pattern === undefined) return isProtectedPath(path, place);
  const own = place.protect.flatMap((folder) => folder.split('/')[at] ?? []);
  const head = pattern.slice(0, pattern.search(/[*?[]/)).toLowerCase();
  const begun = head === '' ? [] : FILE_PREFIXES.filter((prefix) => prefix.startsWith(head));
  // A mere star is the content of a folder, as the folder's own name is.
  const known = pattern === '*' ? own : [...FOLDERS, ...FILES, ...OPEN_NAMES, '.config', 'git', ...own];
  const names = known.filter((name) => couldMatchName(pattern, name, { nocase: true }));
  // What stands for none of them: without its marks, so that the rest is looked at.
  return ['x', ...names, ...begun].some((name) => mayBeProtected(segments.with(at, name).join('/'), place));
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
