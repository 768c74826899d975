import type { ShellWord } from './parsed-command';
import { type OptionNames, readOptions, staysOneWord } from './read-options';
import type { Walk } from './walk';
import { pathsInWord } from './word-paths';

interface SearchProgram {
  /** Its options with a value. */
  options: OptionNames;
  /** Those that name the pattern: then the first plain word is a file. */
  pattern: OptionNames;
  /** What makes it go through folders; without it, it always does. */
  walks?: RegExp;
  follows: RegExp;
  /** It leaves out hidden files but for this option. */
  showsHidden?: RegExp;
  /** With it, it prints names or nothing, whatever files hold. */
  lists?: RegExp;
  /** Without a file it searches what is piped into it. */
  readsPipe: boolean;
  /** A verb stands in front. */
  verbs?: RegExp;
}

const GREP_VALUES = 'ABCDdefm';
const GREP_LONG = 'regexp file after-context before-context context max-count label include exclude exclude-from exclude-dir';
const GREP: SearchProgram = {
  options: { values: GREP_VALUES, long: `${GREP_LONG} binary-files directories devices` },
  pattern: { letters: 'ef', values: GREP_VALUES, long: 'regexp file' },
  walks: /^-[A-Za-z]*[rR]|^--(?:dereference-)?recursive|^--directories=recurse/,
  follows: /^-[A-Za-z]*R|^--dereference-recursive/,
  readsPipe: false,
};
const RG_VALUES = 'ABCEefgjMmrtTd';
const RG_LONG =
  'regexp file after-context before-context context color colors context-separator dfa-size-limit encoding engine field-context-separator field-match-separator generate glob hostname-bin hyperlink-format iglob ignore-file max-columns max-count max-depth maxdepth max-filesize path-separator pre pre-glob regex-size-limit replace sort sortr threads type type-add type-clear type-not';
const AG_VALUES = 'ABCGgmpW';
const ACK_VALUES = 'ABCmgk';
const UG_VALUES = `${GREP_VALUES}gOtMNKQjJ`;
const AST_VALUES = 'prlckj';
const AST_GREP: SearchProgram = {
  options: {
    values: AST_VALUES,
    long: 'pattern rewrite lang kind config globs rule inline-rules filter threads selector strictness format color context after before no-ignore',
  },
  pattern: { letters: 'pk', values: AST_VALUES, long: 'pattern rule inline-rules config kind' },
  follows: /^--follow/,
  showsHidden: /^--no-ignore/,
  readsPipe: false,
  verbs: /^(?:run|scan|test)$/,
};
const PROGRAMS: ReadonlyMap<string, SearchProgram> = new Map<string, SearchProgram>([
  ...['grep', 'egrep', 'fgrep', 'ggrep'].map((name) => [name, GREP] as const),
  [
    'rg',
    {
      options: { values: RG_VALUES, long: RG_LONG },
      pattern: { letters: 'ef', values: RG_VALUES, long: 'regexp file' },
      follows: /^-[A-Za-z]*L|^--follow/,
      showsHidden: /^-[A-Za-z]*(?:\.|u[A-Za-z]*u)|^--hidden|^--unrestricted/,
      lists: /^--(?:files|type-list|version|help)$|^-[Vh]$/,
      readsPipe: true,
    },
  ],
  [
    'ag',
    {
      options: { values: AG_VALUES, long: 'after before context depth file-search-regex ignore ignore-dir max-count pager path-to-ignore' },
      pattern: {},
      follows: /^-[A-Za-z]*f|^--follow/,
      showsHidden: /^-[A-Za-z]*[ua]|^--hidden|^--unrestricted|^--all/,
      lists: /^-g$|^--(?:list-file-types|version|help)$/,
      readsPipe: true,
    },
  ],
  [
    'ack',
    {
      options: { values: ACK_VALUES, long: 'type ignore-dir ignore-directory ignore-file output match max-count context' },
      pattern: { long: 'match' },
      follows: /^--follow/,
      lists: /^-[fg]$|^--(?:help-types|version|help)$/,
      readsPipe: true,
    },
  ],
  ...['ug', 'ugrep'].map(
    (name) =>
      [
        name,
        {
          ...GREP,
          options: { values: UG_VALUES, long: `${GREP_LONG} file-type file-extension glob iglob depth` },
          pattern: { letters: 'ef', values: UG_VALUES, long: 'regexp file' },
          walks: /^/,
          showsHidden: /^-[A-Za-z]*\.|^--hidden/,
          readsPipe: true,
        },
      ] as const,
  ),
  ...['ast-grep', 'sg'].map((name) => [name, AST_GREP] as const),
]);

/** How a program that searches through files walks; undefined for any other program. `piped`: another command's output comes in. */
export function readSearch(name: string, args: readonly ShellWord[], piped: boolean): Walk | 'no walk' | undefined {
  const program = PROGRAMS.get(name);
  if (program === undefined || (name === 'sg' && !isAstGrep(args))) return undefined;
  const has = (option: RegExp | undefined) => option !== undefined && args.some((word) => option.test(word.text));
  const follows = has(program.follows);
  if ((program.walks !== undefined && !has(program.walks) && !follows) || has(program.lists)) return 'no walk';
  const words = program.verbs?.test(args[0]?.text ?? '') === true ? args.slice(1) : args;
  const plain = readOptions(words, program.options).plain.filter((word) => !word.text.startsWith('-'));
  const files = readOptions(words, program.pattern).values.length > 0 ? plain : plain.slice(1);
  // What is not in quotes may be no word at all.
  const startsHere = !files.some(staysOneWord) && !(piped && program.readsPipe);
  const roots = [...new Set(files.flatMap(pathsInWord))];
  if (roots.length === 0 && !startsHere) return 'no walk';
  const skipsHidden = program.showsHidden !== undefined && !has(program.showsHidden);
  return { roots, follows, startsHere, ...(skipsHidden ? { skipsHidden } : {}) };
}

/** `sg` is the short name of ast-grep, and a program that runs a command for a group. */
export function isAstGrep(args: readonly ShellWord[]): boolean {
  const [first] = args;
  return /^(?:run|scan|test|new|lsp|completions|-p|--pattern|-r|--rewrite|-U|--update-all|-l|--lang)(?:=|$)/.test(first?.text ?? '');
}
