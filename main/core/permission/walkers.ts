import { readFindExpression } from './find-expression';
import { readGitCall } from './git-call';
import type { ShellPart, ShellWord } from './parsed-command';
import { isInside } from './path-text';
import { readOptions } from './read-options';
import { showsContent } from './reader-programs';
import { readSearch } from './search-programs';
import type { Walk } from './walk';
import { commandName, unwrapForDeny } from './shell-wrappers';
import { pathsInWord } from './word-paths';

/** They take folders as well as files. */
const COMPARERS = ['diff', 'colordiff', 'icdiff', 'delta', 'wdiff'];

/** Programs that go through folders by themselves, with the option that makes them do so. */
const WALKERS: Readonly<Record<string, RegExp>> = {
  // Without `-r` it compares the files that lie in both folders.
  ...Object.fromEntries(COMPARERS.map((name) => [name, /^/])),
  cp: /^-[A-Za-z]*[rRa]|^--recursive|^--archive/,
  scp: /^-[A-Za-z]*r/,
  rsync: /^-[A-Za-z]*[ra]|^--recursive|^--archive/,
  tar: /^-?[A-Za-z]*[cru]|^--(?:create|append|update)/,
  zip: /^-[A-Za-z]*r|^--recurse-paths/,
};

/** Those that go through links on their way, with the option for it. */
const FOLLOWERS: Readonly<Record<string, RegExp>> = {
  ...Object.fromEntries(COMPARERS.map((name) => [name, /^/])),
  cp: /^-[A-Za-z]*L|^--dereference/,
  scp: /^-[A-Za-z]*r/,
  rsync: /^-[A-Za-z]*L|^--copy-links/,
  tar: /^-?[A-Za-z]*h|^--dereference/,
  zip: /^-[A-Za-z]*r|^--recurse-paths/,
};

/** How a program goes through folders; undefined where it does not. `piped`: something comes in on its standard input. */
export function walkedRoots(program: string, args: readonly ShellWord[], piped = false): Walk | undefined {
  if (program === 'git') return walkedByGit(args);
  if (program === 'find') return walkedByFind(args);
  if (program === 'fd' || program === 'fdfind') return walkedByFd(args);
  const search = readSearch(program, args, piped);
  if (search !== undefined) return search === 'no walk' ? undefined : search;
  const has = (option: RegExp | undefined) => option !== undefined && args.some((word) => option.test(word.text));
  const follows = has(FOLLOWERS[program]);
  if (!follows && !has(WALKERS[program])) return undefined;
  const roots = [...new Set(args.flatMap(pathsInWord))];
  const isShallow = COMPARERS.includes(program) && !args.some((word) => /^-[A-Za-z]*r|^--rec/.test(word.text));
  return { roots, follows, startsHere: false, ...(isShallow ? { depth: 1 } : {}) };
}

/** Whether something comes in on the standard input of a part. */
export function hasInput({ piped, reads }: Pick<ShellPart, 'piped' | 'reads'>): boolean {
  return piped === true || reads.length > 0;
}

/** Whether a walk comes upon a file on its way from a root. */
export function comesUpon({ takes, skipsHidden, depth }: Walk, root: string, path: string, ignoreCase: boolean): boolean {
  if (!isInside(root, path, { ignoreCase })) return false;
  const below = path.slice(root.length).replace(/^\//, '');
  if (skipsHidden === true && /(?:^|\/)\./.test(below)) return false;
  if (depth !== undefined && below.split('/').length > depth) return false;
  return takes?.(path, root) ?? true;
}

function shows(command: readonly ShellWord[]): boolean {
  return unwrapForDeny(command).forms.some(([program]) => showsContent(commandName(program)));
}

/** Files whose content a program shows that fd starts. */
function walkedByFd(args: readonly ShellWord[]): Walk | undefined {
  const at = args.findIndex(({ text }) => /^(?:-x|-X|--exec|--exec-batch)$/.test(text));
  if (at === -1 || !shows(args.slice(at + 1))) return undefined;
  const own = args.slice(0, at);
  const values = 'deEtSocjg';
  const { plain } = readOptions(own, {
    values,
    long: 'max-depth extension exclude type size owner color threads search-path base-directory',
  });
  const endings = readOptions(own, { letters: 'e', long: 'extension', values }).values.map(({ text }) => `.${text}`);
  const roots = plain.slice(1).flatMap(pathsInWord);
  const isHidden = own.some(({ text }) => /^-[A-Za-z]*[Hu]|^--(?:hidden|unrestricted)/.test(text));
  return {
    roots,
    startsHere: roots.length === 0,
    follows: own.some(({ text }) => /^-[A-Za-z]*L|^--follow/.test(text)),
    skipsHidden: !isHidden,
    takes: (path) => endings.length === 0 || endings.some((ending) => path.endsWith(ending)),
  };
}

/** Files whose content a program shows that find starts. */
function walkedByFind(args: readonly ShellWord[]): Walk | undefined {
  if (!args.some(({ text }, index) => /^-(?:exec|ok)(?:dir)?$/.test(text) && shows(args.slice(index + 1)))) return undefined;
  const start = args.findIndex(({ text }, index) => !/^-(?:[HLP]|O\d*|D)$/.test(text) && args[index - 1]?.text !== '-D');
  const given = start === -1 ? [] : args.slice(start);
  const end = given.findIndex(({ text }) => /^(?:-|[(!]$)/.test(text));
  const roots = (end === -1 ? given : given.slice(0, end)).flatMap(pathsInWord);
  const depth = args[args.findIndex(({ text }) => text === '-maxdepth') + 1];
  return {
    roots,
    startsHere: roots.length === 0,
    follows: args.some(({ text }) => /^-(?:L|H|follow)$/.test(text)),
    ...(args.some(({ text }) => text === '-maxdepth') && /^\d+$/.test(depth?.text ?? '') ? { depth: Number(depth?.text) } : {}),
    takes: readFindExpression(end === -1 ? [] : given.slice(end), shows),
  };
}

/** Files that git does not track: those of any folder by `--no-index`, which `diff` takes for granted where one lies elsewhere. */
function walkedByGit(words: readonly ShellWord[]): Walk | undefined {
  const { subcommand, args, elsewhere } = readGitCall(words);
  const name = subcommand?.text;
  if (name !== 'grep' && name !== 'diff') return undefined;
  const paths = args.flatMap(pathsInWord);
  const leadsOut = name === 'diff' && paths.length > 1 && paths.some((path) => /^(?:[/~]|\.\.(?:\/|$))/.test(path));
  if (!leadsOut && !args.some((word) => /^--(?:no-i|unt)/.test(word.text))) return undefined;
  const roots = [...new Set([...paths, ...elsewhere.flatMap(pathsInWord)])];
  return { roots, follows: name === 'diff', startsHere: name === 'grep' && paths.length <= 1 };
}
