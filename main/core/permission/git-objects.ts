import { readGitCall } from './git-call';
import type { ShellWord } from './parsed-command';

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
 * its number, which a commit is as well as a file, or all files at once. `words` are the arguments of git.
 */
export function showsUnnamedContent(words: readonly ShellWord[]): boolean {
  const { subcommand, args } = readGitCall(words);
  const name = subcommand?.text ?? '';
  if (PUTS_OUT.has(name)) return true;
  if (name === 'checkout-index') return args.some((word) => word.opaque || /^--(?:p|te)/.test(word.text));
  if (!SHOWS.has(name)) return false;
  if (name === 'cat-file' && /^(?:-[tse]|commit|tree)$/.test(args[0]?.text ?? '')) return false;
  if (args.some((word) => word.text === '--stdin' || /^--batch/.test(word.text))) return true;
  const end = args.findIndex((word) => word.text === '--');
  const named = end === -1 ? args : args.slice(0, end);
  // What grep looks for is no object.
  const objects = name === 'grep' ? named.filter((word) => !word.text.startsWith('-')).slice(1) : named;
  return objects.some((word) => word.opaque || word.text.split(/\.{2,3}/).some(isUntoldNumber));
}

function isUntoldNumber(text: string): boolean {
  const number = NUMBER.exec(text)?.[0];
  return number !== undefined && !IS_TOLD.test(text.slice(number.length));
}
