import { readGitCall } from './git-call';
import { showsUnnamedContent } from './git-objects';
import type { ShellWord } from './parsed-command';

/** Subcommands that only read, whatever their arguments but for the effects below. */
const READS = new Set([
  ...['status', 'log', 'diff', 'show', 'rev-parse', 'ls-files', 'blame', 'describe', 'shortlog', 'reflog', 'cat-file', 'ls-tree'],
  ...['merge-base', 'rev-list', 'name-rev', 'count-objects', 'for-each-ref', 'show-ref', 'check-ignore', 'cherry'],
]);
/** They show what files hold. */
const SHOWS_CONTENT = new Set(['diff', 'show', 'log', 'cat-file', 'blame', 'stash']);
const EFFECTS = /^(?:-O|-o|expire|delete)/;
/** What stands first behind it, where it shows: its other commands throw away what could be brought back. */
const REFLOG_READS = /^(?:show$|list$|exists$|-|HEAD|@)/;
const LONG_EFFECTS = [
  '--output',
  '--ext-diff',
  '--textconv',
  '--open-files-in-pager',
  '--upload-pack',
  '--exec',
  '--no-index',
  '--filters',
  '--batch',
];
/** Options of `branch` and `tag` that list, and those whose value may be the next word. */
const LISTS =
  /^(?:-a|-r|-v|-vv|-av|-avv|-l|-n\d*|--(?:list|all|remotes|show-current|ignore-case|column|no-column)|--(?:sort|format|column|color|contains|no-contains|merged|no-merged|points-at)=.*)$/s;
const LISTS_WITH_VALUE = /^--(?:no-)?(?:contains|merged)$|^--(?:points-at|sort|format)$/;
/** With one of these every other word is a pattern or a commit: nothing is made. */
const MAKES_NOTHING = /^--(?:list|(?:no-)?(?:contains|merged)(?:=.*)?|points-at(?:=.*)?)$/s;
/** Settings whose values are no secret. */
const OPEN_SETTING = /^(?:user\.(?:name|email)|init\.defaultbranch|core\.\w+|branch\.[\w./-]+|pull\.\w+|push\.\w+|merge\.\w+|diff\.\w+)$/i;

/** Whether a call of git only reads. `words` are its arguments, `commits` the numbers that are known to be commits or folders. */
export function isGitRead(
  words: readonly ShellWord[],
  { trusted, guardedReads, commits }: { trusted: boolean; guardedReads: boolean; commits: ReadonlySet<string> },
): boolean {
  const { subcommand, args, elsewhere, ownPrograms } = readGitCall(words);
  if (!trusted || subcommand === undefined || ownPrograms || elsewhere.length > 0 || words.some((word) => word.glob)) return false;
  if (!words.slice(0, words.indexOf(subcommand)).every(({ text }, index) => isPlainOption(text, words[index - 1]?.text))) return false;
  const name = subcommand.text;
  const [first, ...others] = args.map(({ text }) => text);
  const texts = args.map(({ text }) => text);
  if (name === 'branch' || name === 'tag') return onlyLists(name, texts);
  if (name === 'remote') return texts.every((text) => text === '-v') || (first === 'get-url' && others.length === 1);
  if (name === 'worktree') return first === 'list' && others.every((text) => /^(?:-v|--verbose|--porcelain)$/.test(text));
  if (name === 'config') return readsSetting(texts);
  if (name === 'reflog' && !REFLOG_READS.test(first ?? 'show')) return false;
  if (texts.some((text) => hasEffect(name, text))) return false;
  if (name === 'stash' && first === 'list') return true;
  if (name === 'stash' && first !== 'show') return false;
  if (showsUnnamedContent(words, commits)) return false;
  return (name === 'stash' || READS.has(name)) && !(guardedReads && SHOWS_CONTENT.has(name));
}

/** In front of the subcommand. A setting that makes git run something is seen elsewhere: such a command cannot be read. */
function isPlainOption(text: string, before: string | undefined): boolean {
  return /^(?:--no-pager|-P|-c|--no-optional-locks|--literal-pathspecs)$/.test(text) || before === '-c';
}

function onlyLists(name: string, texts: readonly string[]): boolean {
  const makesNothing = texts.some((text) => MAKES_NOTHING.test(text) || (name === 'tag' && text === '-l'));
  return texts.every((text) => LISTS.test(text) || LISTS_WITH_VALUE.test(text) || (makesNothing && !text.startsWith('-')));
}

function readsSetting(texts: readonly string[]): boolean {
  const plain = texts.filter((text) => !/^(?:get|--get|--get-all|--local|--global)$/.test(text));
  return plain.length === 1 && OPEN_SETTING.test(plain[0] ?? '');
}

/** Git takes any unambiguous beginning of a long option for the whole. */
function hasEffect(name: string, text: string): boolean {
  if (!text.startsWith('--')) return EFFECTS.test(text) && !(name === 'ls-files' && text === '-o');
  const option = text.split('=', 1)[0] ?? '';
  return option.length > 2 && LONG_EFFECTS.some((effect) => option.startsWith(effect) || effect.startsWith(option));
}
