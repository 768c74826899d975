import { showsUnnamedContent } from './git-objects';
import { withLoopValues } from './loop-values';
import type { ShellPart, ShellWord } from './parsed-command';
import { isInside, type PathRules, resolveArgument } from './path-text';
import { foldersOf, pathsInWord } from './shell-files';
import { unwrapForAllow } from './shell-wrappers';

export interface CommandContext extends PathRules {
  folder: string;
  /** Where the command starts. */
  cwd: string;
  home: string;
  directories: readonly string[];
  /** Read denies are in force: then a program that walks folders by itself is not known to be harmless. */
  guardedReads: boolean;
  /** A word of the command is a link: `..` behind a `cd` may lead elsewhere than the words say. */
  links: boolean;
  /** What patterns and walks come upon was looked at as a whole. */
  complete: boolean;
  /** An untrusted folder's git settings may name programs (`core.fsmonitor`, filters): then no git command only reads. */
  trusted: boolean;
}

const PROGRAMS = new Set(['ls', 'cat', 'echo', 'head', 'tail', 'grep', 'find', 'wc', 'which', 'diff', 'stat', 'du', 'cd', 'test']);
/** Of the shell itself, without any effect outside it, whatever their arguments. */
const FLOW = new Set(['pwd', 'true', 'false', ':', 'exit', 'return', 'break', 'continue']);
const FIND_EFFECTS = /^-(?:exec|execdir|ok|okdir|delete|fprint|fprint0|fprintf|fls|files0-from)$/;
const GIT_READS = new Set([
  'status',
  'log',
  'diff',
  'show',
  'rev-parse',
  'ls-files',
  'blame',
  'describe',
  'shortlog',
  'reflog',
  'cat-file',
  'ls-tree',
  'merge-base',
  'rev-list',
  'name-rev',
  'count-objects',
]);
const GIT_EFFECTS = /^(?:-O|-o|expire|delete)/;
/** What stands first behind it, where it shows: its other commands throw away what could be brought back. */
const REFLOG_READS = /^(?:show$|list$|exists$|-|HEAD|@)/;
const GIT_LONG_EFFECTS = [
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
/** `wc` and `du` take the names of files from a file. git's way with long options is theirs too. */
const TAKES_NAMES = /^--f/;
const DOCKER_READS = /^(?:ps|images|version|info)$/;

/**
 * Whether a part is of the small set that reads only, and names nothing outside the working directories. Its output redirects
 * are not looked at.
 */
export function isReadOnlyPart(part: ShellPart, context: CommandContext): boolean {
  const forms = unwrapForAllow(part.words);
  const [program, ...written] = forms[forms.length - 1] ?? [];
  const args = withLoopValues(written);
  const reads = withLoopValues(part.reads);
  // A pattern of a redirect stands for one file, and nobody writes one; that of a loop is like one of an argument.
  if ([...args, ...reads].some((word) => word.opaque) || part.reads.some((word) => word.glob)) return false;
  if (context.guardedReads && reads.some((word) => word.glob)) return false;
  const certain = context.complete || !([...args, ...reads].some((word) => word.glob) || walks(program?.text ?? '', args));
  if (!certain) return false;
  if (part.words.length === 0) return staysInside(reads, part, context);
  if (program === undefined || program.raw !== program.text) return false;
  if (FLOW.has(program.raw)) return reads.length === 0;
  if (!staysInside([...args, ...reads], part, context)) return false;
  // The place of an argument counts for these, and a loop takes one value after the other.
  if (/^(?:git|docker)$/.test(program.raw) && args.length !== written.length) return false;
  if (program.raw === 'git') return isGitRead(args, context);
  if (program.raw === 'docker') return DOCKER_READS.test(args[0]?.text ?? '') && args.every((word) => !word.glob);
  if (!PROGRAMS.has(program.raw)) return false;
  if (/^(?:wc|du)$/.test(program.raw) && args.some((word) => TAKES_NAMES.test(word.text))) return false;
  if (program.raw === 'find') return !args.some((word) => FIND_EFFECTS.test(word.text) || word.glob);
  if (context.guardedReads && (args.some((word) => word.glob) || walks(program.raw, args))) return false;
  return true;
}

/** Whether a command without wrappers runs a program that only reads, wherever its files lie. */
export function isReadOnlyProgram([program, ...args]: readonly ShellWord[]): boolean {
  const name = program?.text ?? '';
  if (name === 'find') return !args.some((word) => FIND_EFFECTS.test(word.text));
  if (name === 'docker') return DOCKER_READS.test(args[0]?.text ?? '');
  return FLOW.has(name) || PROGRAMS.has(name);
}

function walks(program: string, args: readonly ShellWord[]): boolean {
  if (program === 'grep') return args.some((word) => /^-[A-Za-z]*[rRf]|^--(?:dereference-)?recursive|^--directories|^-d/.test(word.text));
  return program === 'diff' && args.some((word) => /^-[A-Za-z]*[rN]|^--recursive/.test(word.text));
}

/** Git takes any unambiguous beginning of a long option for the whole. */
function hasGitEffect(text: string): boolean {
  if (!text.startsWith('--')) return GIT_EFFECTS.test(text);
  const name = text.split('=', 1)[0] ?? '';
  return name.length > 2 && GIT_LONG_EFFECTS.some((option) => name.startsWith(option) || option.startsWith(name));
}

function isGitRead(args: readonly ShellWord[], context: CommandContext): boolean {
  const rest = args[0]?.text === '--no-pager' || args[0]?.text === '-P' ? args.slice(1) : args;
  const [first, ...options] = rest.map((word) => word.text);
  if (!context.trusted || first === undefined || options.some(hasGitEffect) || args.some((word) => word.glob)) return false;
  if (first === 'branch' || first === 'tag') return options.every((text) => /^(?:-a|-r|-v|-vv|-l|--list|--all|--show-current)$/.test(text));
  if (first === 'remote') return options.every((text) => text === '-v');
  if (first === 'reflog' && !REFLOG_READS.test(options[0] ?? 'show')) return false;
  if (first === 'stash') return options[0] === 'list';
  if (showsUnnamedContent(args)) return false;
  const showsContent = first === 'diff' || first === 'show' || first === 'log' || first === 'cat-file' || first === 'blame';
  return GIT_READS.has(first) && !(context.guardedReads && showsContent);
}

const EDIT_PROGRAMS = new Set(['mkdir', 'touch', 'rm', 'rmdir', 'mv', 'cp', 'sed']);
const SED_SCRIPT = /^(?:s([/|#,:@])(?:(?!\1)[^\n])*\1(?:(?!\1)[^\n])*\1[gIip0-9]*|(?:\d+(?:,\d+)?|\$)?[pd])$/;

/** For acceptEdits: a file command whose targets are known and all lie in the working directories. */
export function isFileEdit(part: ShellPart, context: CommandContext): boolean {
  const forms = unwrapForAllow(part.words);
  const [program, ...args] = forms[forms.length - 1] ?? [];
  if (program === undefined || !EDIT_PROGRAMS.has(program.raw) || args.some(isUncertain)) return false;
  if (part.reads.some((word) => word.opaque || word.glob) || !staysInside([...args, ...part.reads], part, context)) return false;
  if (program.raw !== 'sed') return true;
  const [script, ...files] = args.filter((word) => !/^-(?:i|E|n|r)$/.test(word.text));
  return script !== undefined && SED_SCRIPT.test(script.text) && !files.some((word) => word.text.startsWith('-'));
}

/** A word that may become other words than it shows, an option among them. */
export function isUncertain(word: ShellWord): boolean {
  return word.opaque || (word.glob && /^[-*?[]/.test(word.raw));
}

/** A folder's name and then `..`, or a pattern that fits `..`: where the folder is a link, that leads elsewhere than the words say. */
const CLIMBS_BACK = /(?:^|\/)(?!\.{1,2}\/)[^/]+\/\.\.(?:\/|$)|(?:^|\/)\.{1,2}[*?[]/;

function staysInside(words: readonly ShellWord[], part: ShellPart, context: CommandContext): boolean {
  const texts = words.flatMap(pathsInWord).filter((text) => text !== '/dev/null');
  if (texts.length === 0) return true;
  if (texts.some((text) => CLIMBS_BACK.test(text))) return false;
  const moved = part.places.some((place) => place.length > 0);
  if (context.links && moved && texts.some((text) => /^(?:\.\/+)*\.\.(?:\/|$)/.test(text))) return false;
  return foldersOf(part.places, context.cwd, context.home).every(
    (folder) =>
      folder !== undefined &&
      texts.every((text) => {
        const path = resolveArgument(text, folder, context.home);
        return !/^~[^/]/.test(text) && context.directories.some((directory) => isInside(directory, path, context));
      }),
  );
}
