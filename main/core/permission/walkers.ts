import picomatch from 'picomatch';
import { readGitCall } from './git-call';
import type { ShellWord } from './parsed-command';
import { showsContent } from './reader-programs';
import { commandName, unwrapForDeny } from './shell-wrappers';
import { pathsInWord } from './word-paths';

/** They take folders as well as files. */
const COMPARERS = ['diff', 'colordiff', 'icdiff', 'delta', 'wdiff'];

/** Programs that go through folders by themselves, with the option that makes them do so. */
export const WALKERS: Readonly<Record<string, RegExp>> = {
  grep: /^-[A-Za-z]*[rR]|^--(?:dereference-)?recursive|^--directories=recurse/,
  egrep: /^-[A-Za-z]*[rR]|^--(?:dereference-)?recursive/,
  fgrep: /^-[A-Za-z]*[rR]|^--(?:dereference-)?recursive/,
  rg: /^-[A-Za-z]*(?:\.|u{2,})|^--hidden|^--unrestricted/,
  ag: /^-[A-Za-z]*[ua]|^--hidden|^--unrestricted|^--all/,
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
  grep: /^-[A-Za-z]*R|^--dereference-recursive/,
  egrep: /^-[A-Za-z]*R|^--dereference-recursive/,
  fgrep: /^-[A-Za-z]*R|^--dereference-recursive/,
  rg: /^-[A-Za-z]*L|^--follow/,
  ag: /^-[A-Za-z]*f|^--follow/,
  ...Object.fromEntries(COMPARERS.map((name) => [name, /^/])),
  cp: /^-[A-Za-z]*L|^--dereference/,
  scp: /^-[A-Za-z]*r/,
  rsync: /^-[A-Za-z]*L|^--copy-links/,
  tar: /^-?[A-Za-z]*h|^--dereference/,
  zip: /^-[A-Za-z]*r|^--recurse-paths/,
};

export interface Walk {
  /** What may be a folder that the program is sent through. */
  roots: string[];
  /** It goes through the folder where it runs, too. */
  startsHere: boolean;
  follows: boolean;
  /** Which names it takes on its way; all where it is not said. */
  takes?(path: string): boolean;
}

/** How a program goes through folders; undefined where it does not. */
export function walkedRoots(program: string, args: readonly ShellWord[]): Walk | undefined {
  if (program === 'git') return walkedByGit(args);
  if (program === 'find') return walkedByFind(args);
  const has = (option: RegExp | undefined) => option !== undefined && args.some((word) => option.test(word.text));
  const follows = has(FOLLOWERS[program]);
  if (!follows && !has(WALKERS[program])) return undefined;
  const roots = [...new Set(args.flatMap(pathsInWord))];
  return { roots, follows, startsHere: roots.length <= 1 && /^(?:e|f)?grep$|^rg$|^ag$/.test(program) };
}

/** Nobody writes a longer one: it leaves nothing out. */
const LONGEST_PATTERN = 200;

type NameTest = (path: string) => boolean;

/** Files whose content a program shows that find starts. */
function walkedByFind(args: readonly ShellWord[]): Walk | undefined {
  const shows = args.some(
    ({ text }, index) =>
      /^-(?:exec|ok)(?:dir)?$/.test(text) &&
      unwrapForDeny(args.slice(index + 1)).forms.some(([program]) => showsContent(commandName(program))),
  );
  if (!shows) return undefined;
  const end = args.findIndex(({ text }) => /^[-(!]/.test(text));
  const starts = args.slice(0, end === -1 ? args.length : end);
  const roots = starts.flatMap(pathsInWord);
  return {
    roots,
    startsHere: roots.length === 0,
    follows: args.some(({ text }) => /^-(?:L|H|follow)$/.test(text)),
    takes: namesOfFind(args),
  };
}

/** The tests for names: one that fits is enough, and none of those behind a `!` may. */
function namesOfFind(args: readonly ShellWord[]): (path: string) => boolean {
  const tests: { wanted: NameTest[]; refused: NameTest[] } = { wanted: [], refused: [] };
  for (const [index, { text }] of args.entries()) {
    const pattern = args[index + 1];
    if (!/^-i?(?:name|path|wholename)$/.test(text) || pattern === undefined || pattern.opaque || pattern.text.length > LONGEST_PATTERN)
      continue;
    const options = { dot: true, nocase: text.startsWith('-i'), bash: true };
    const isRefused = /^(?:!|-not)$/.test(args[index - 1]?.text ?? '');
    tests[isRefused ? 'refused' : 'wanted'].push(
      /^-i?name$/.test(text)
        ? (path) => picomatch.isMatch(path.slice(path.lastIndexOf('/') + 1), pattern.text, options)
        : (path) => picomatch.isMatch(path, `**/${pattern.text.replace(/^(?:\.?\/)+/, '')}`, options),
    );
  }
  const { wanted, refused } = tests;
  return (path) => (wanted.length === 0 || wanted.some((fits) => fits(path))) && !refused.some((fits) => fits(path));
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
