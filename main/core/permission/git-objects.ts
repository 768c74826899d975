import { readGitCall } from './git-call';
import { withLoopValues } from './loop-values';
import type { ShellPart, ShellWord } from './parsed-command';
import { commandName } from './shell-wrappers';

/** A number of an object, also behind what `git describe` puts in front of it. */
const NUMBER = /^\^?(?:.*-g)?[\da-f]{4,64}(?=$|[~^@:])/i;
/** What follows a number so that it is a commit, a folder, or a file that is named by its path. */
const IS_TOLD = /^(?:~|\^(?:\d|$|[@!-]|\{(?:commit|tree)\})|:.)/;
/** Subcommands that show the content of whatever object they are given. */
const SHOWS = new Set(['show', 'diff', 'difftool', 'grep', 'cat-file', 'merge-file']);
/** They put out the content of every file, or of a file by its number alone. */
const PUTS_OUT = new Set(['archive', 'fast-export', 'unpack-file']);

/**
 * Whether a call of git may show what a file holds without a name by which it could be told that the file is guarded: an object by
 * its number, which a commit is as well as a file, or all files at once. `words` are the arguments of git, `commits` the numbers that
 * are known to be commits or folders where the command runs.
 */
export function showsUnnamedContent(words: readonly ShellWord[], commits: ReadonlySet<string>): boolean {
  const objects = shownObjects(words);
  if (objects === 'all') return true;
  const isKnown = (text: string) => commits.has(text) && readGitCall(words).elsewhere.length === 0;
  return objects.some((word) => word.opaque || untoldNumbers(word).some((number) => !isKnown(number)));
}

/** The numbers in a command that could be of a commit or of a file, where it counts which of them. */
export function findUntoldNumbers(parts: readonly Pick<ShellPart, 'forms'>[]): string[] {
  const calls = parts.flatMap(({ forms }) =>
    forms.flatMap(([program, ...args]) => (commandName(program) === 'git' ? [withLoopValues(args)] : [])),
  );
  const found = calls.flatMap((args) => {
    const objects = shownObjects(args);
    return objects === 'all' ? [] : objects.flatMap(untoldNumbers);
  });
  return [...new Set(found)];
}

/** The words of a call that name objects whose content it shows. */
function shownObjects(words: readonly ShellWord[]): readonly ShellWord[] | 'all' {
  const { subcommand, args } = readGitCall(words);
  const name = subcommand?.text ?? '';
  if (PUTS_OUT.has(name)) return 'all';
  if (name === 'checkout-index') return args.some((word) => word.opaque || /^--(?:p|te)/.test(word.text)) ? 'all' : [];
  if (!SHOWS.has(name)) return [];
  if (name === 'cat-file' && /^(?:-[tse]|commit|tree)$/.test(args[0]?.text ?? '')) return [];
  if (args.some((word) => word.text === '--stdin' || /^--batch/.test(word.text))) return 'all';
  const end = args.findIndex((word) => word.text === '--');
  const named = end === -1 ? args : args.slice(0, end);
  // What grep looks for is no object.
  return name === 'grep' ? named.filter((word) => !word.text.startsWith('-')).slice(1) : named;
}

function untoldNumbers({ text }: ShellWord): string[] {
  return text.split(/\.{2,3}/).flatMap((revision) => {
    const number = NUMBER.exec(revision)?.[0];
    return number === undefined || IS_TOLD.test(revision.slice(number.length)) ? [] : [revision.replace(/^\^/, '')];
  });
}
