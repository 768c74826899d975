import { readGitCall } from './git-call';
import type { ShellWord } from './parsed-command';
import { commandName } from './shell-wrappers';

/** A name that nobody gives to a file: a usual branch, a commit, the branch before, or one of a remote. */
const IS_COMMIT = /^(?:-|@(?:\{.*)?|(?:HEAD|main|master|develop|trunk)(?:[~^@].*)?|[\da-f]{7,40}|(?:origin|upstream|refs|remotes)\/.*)$/;
/** A name that is one of files: of a folder or with an extension, a pattern, or a path of git's own kind. */
const IS_FILE = /^\.{1,2}(?:\/|$)|^[/~]|\/$|[*?[]|^:|(?:^|\/)\.?[\w-]+\.[A-Za-z]\w*$|^\.\w/;
const NEW_BRANCH = /^(?:-[a-z]*[bB]|--orphan)$/;
const WITH_VALUE = /^(?:-[a-z]*[bB]|--(?:orphan|conflict|pathspec-from-file))$/;

/**
 * What `git checkout` takes: a branch, or files, which it overwrites. A single word may be either; git itself looks whether a branch
 * or a file is called so.
 */
export function checkoutTarget(args: readonly ShellWord[]): 'branch' | 'files' | 'branch or files' {
  const plain = args.filter(({ text }, index) => (text === '-' || !text.startsWith('-')) && !WITH_VALUE.test(args[index - 1]?.text ?? ''));
  if (args.some(({ text }) => NEW_BRANCH.test(text) || /^-b./.test(text) || /^(?:-t|--track|--detach|-d)(?:=|$)/.test(text)))
    return 'branch';
  const [first, second] = plain;
  if (second !== undefined || args.some(({ text }) => text.startsWith('--pathspec'))) return 'files';
  if (first === undefined || (!first.opaque && IS_COMMIT.test(first.text))) return 'branch';
  return first.opaque || !IS_FILE.test(first.text) ? 'branch or files' : 'files';
}

/** Whether a command without wrappers overwrites files unless what it names is a branch. */
export function mayOverwrite([program, ...args]: readonly ShellWord[]): boolean {
  if (commandName(program) !== 'git') return false;
  const { subcommand, args: rest } = readGitCall(args);
  return subcommand?.text === 'checkout' && checkoutTarget(rest) === 'branch or files';
}
