import { isInside, type PathRules, resolveArgument } from './path-text';
import { pathsInWord } from './shell-files';
import type { ShellReading } from './shell-reading';
import type { ShellWord } from './shell-words';

export interface CommandContext extends PathRules {
  folder: string;
  /** Where the command starts. */
  cwd: string;
  home: string;
  directories: readonly string[];
  /** Read denies are in force: then a program that walks folders by itself is not known to be harmless. */
  guardedReads: boolean;
}

const PROGRAMS = new Set(['ls', 'cat', 'echo', 'pwd', 'head', 'tail', 'grep', 'find', 'wc', 'which', 'diff', 'stat', 'du', 'cd', 'true']);
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
const GIT_EFFECTS =
  /^(?:--output|--ext-diff|--textconv|--open-files-in-pager|--upload-pack|--exec|-O|-o|--no-index|--filters|--batch|expire|delete)/;

/** Whether a command is of the small set that reads only, names nothing outside the working directories, and does nothing else. */
export function isReadOnlyCommand(reading: ShellReading, context: CommandContext): boolean {
  const words = reading.allowForms[reading.allowForms.length - 1];
  const [program, ...args] = words ?? [];
  if (!reading.plain || program === undefined) return false;
  if (!staysInside(args, context)) return false;
  if (program.raw === 'git') return isGitRead(args, context);
  if (!PROGRAMS.has(program.raw)) return false;
  if (program.raw === 'find') return !args.some((word) => FIND_EFFECTS.test(word.text)) && !args.some((word) => word.glob);
  if (context.guardedReads && (args.some((word) => word.glob) || walks(program.raw, args))) return false;
  return true;
}

function walks(program: string, args: readonly ShellWord[]): boolean {
  if (program === 'grep') return args.some((word) => /^-[A-Za-z]*[rR]|^--(?:dereference-)?recursive|^--directories|^-d/.test(word.text));
  return program === 'diff' && args.some((word) => /^-[A-Za-z]*[rN]|^--recursive/.test(word.text));
}

function isGitRead(args: readonly ShellWord[], context: CommandContext): boolean {
  const rest = args[0]?.text === '--no-pager' || args[0]?.text === '-P' ? args.slice(1) : args;
  const [first, ...options] = rest.map((word) => word.text);
  if (first === undefined || options.some((text) => GIT_EFFECTS.test(text)) || args.some((word) => word.glob)) return false;
  if (first === 'branch' || first === 'tag') return options.every((text) => /^(?:-a|-r|-v|-vv|-l|--list|--all|--show-current)$/.test(text));
  if (first === 'remote') return options.every((text) => text === '-v');
  if (first === 'stash') return options[0] === 'list';
  const showsContent = first === 'diff' || first === 'show' || first === 'log' || first === 'cat-file' || first === 'blame';
  return GIT_READS.has(first) && !(context.guardedReads && showsContent);
}

const EDIT_PROGRAMS = new Set(['mkdir', 'touch', 'rm', 'rmdir', 'mv', 'cp', 'sed']);
const SED_SCRIPT = /^(?:s([/|#,:@])(?:(?!\1)[^\n])*\1(?:(?!\1)[^\n])*\1[gIip0-9]*|(?:\d+(?:,\d+)?|\$)?[pd])$/;

/** For acceptEdits: a plain file command whose targets all lie in the working directories. Gives them, or undefined. */
export function findEditTargets(reading: ShellReading, context: CommandContext): string[] | undefined {
  const words = reading.allowForms[reading.allowForms.length - 1];
  const [program, ...args] = words ?? [];
  if (!reading.plain || program === undefined || !EDIT_PROGRAMS.has(program.raw) || !staysInside(args, context)) return undefined;
  let targets = args;
  if (program.raw === 'sed') {
    const [script, ...files] = args.filter((word) => !/^-(?:i|E|n|r)$/.test(word.text));
    if (script === undefined || !SED_SCRIPT.test(script.text) || files.some((word) => word.text.startsWith('-'))) return undefined;
    targets = files;
  }
  return targets.flatMap(pathsInWord).map((text) => resolveArgument(text, context.cwd, context.home));
}

function staysInside(args: readonly ShellWord[], context: CommandContext): boolean {
  return args.flatMap(pathsInWord).every((text) => {
    const path = resolveArgument(text, context.cwd, context.home);
    return !/^~[^/]/.test(text) && context.directories.some((directory) => isInside(directory, path, context));
  });
}
