import { isGitRead } from './git-reads';
import type { LinkTargets } from './find-reach';
import { withLoopValues } from './loop-values';
import type { ShellPart, ShellWord } from './parsed-command';
import { isInside, type PathRules, resolveArgument } from './path-text';
import { foldersOf } from './shell-files';
import { unwrapForAllow } from './shell-wrappers';
import { pathsInWord } from './word-paths';

export interface CommandContext extends PathRules {
  folder: string;
  /** Where the command starts. */
  cwd: string;
  home: string;
  directories: readonly string[];
  /** Read denies are in force: then a program that walks folders by itself is not known to be harmless. */
  guardedReads: boolean;
  /** Where paths of the command really lie that lead through a link. */
  targets: LinkTargets;
  /** What names, patterns and walks come upon was looked at as a whole. */
  complete: boolean;
  /** Numbers that are known to be commits or folders of git. */
  commits: ReadonlySet<string>;
  /** An untrusted folder's git settings may name programs (`core.fsmonitor`, filters): then no git command only reads. */
  trusted: boolean;
}

const PROGRAMS = new Set(['ls', 'cat', 'echo', 'head', 'tail', 'grep', 'find', 'wc', 'which', 'diff', 'stat', 'du', 'cd', 'test']);
/** Of the shell itself, without any effect outside it, whatever their arguments. */
const FLOW = new Set(['pwd', 'true', 'false', ':', 'exit', 'return', 'break', 'continue']);
const FIND_EFFECTS = /^-(?:exec|execdir|ok|okdir|delete|fprint|fprint0|fprintf|fls|files0-from)$/;
/** `wc` and `du` take the names of files from a file. git's way with long options is theirs too. */
const TAKES_NAMES = /^--f/;
/** Where `cd` goes without a word. */
const HOME: ShellWord = { raw: '~', text: '~', opaque: false, glob: false };
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
  const target = program.raw === 'cd' && args.length === 0 ? [HOME] : args;
  if (!staysInside([...target, ...reads], part, context)) return false;
  // The place of an argument counts for these, and a loop takes one value after the other.
  if (/^(?:git|docker)$/.test(program.raw) && args.length !== written.length) return false;
  if (program.raw === 'git') return isGitRead(args, context);
  if (program.raw === 'docker') return DOCKER_READS.test(args[0]?.text ?? '') && args.every((word) => !word.glob);
  if (program.raw === 'sed') return printsLines(args);
  if (!PROGRAMS.has(program.raw)) return false;
  if (/^(?:wc|du)$/.test(program.raw) && args.some((word) => TAKES_NAMES.test(word.text))) return false;
  if (program.raw === 'find') return !args.some((word) => FIND_EFFECTS.test(word.text) || word.glob);
  if (context.guardedReads && (args.some((word) => word.glob) || walks(program.raw, args))) return false;
  return true;
}

/** `sed -n 10,20p`: nothing but lines that their numbers name. */
function printsLines([option, script, ...files]: readonly ShellWord[]): boolean {
  const isPlain = files.every((word) => !word.text.startsWith('-') && !word.glob);
  return option?.text === '-n' && /^(?:\d+|\$)(?:,(?:\+?\d+|\$))?p$/.test(script?.text ?? '') && isPlain;
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
  // Both may be folders, whose files it compares: one that is called like a file hardly is.
  return program === 'diff' && (args.some((word) => /^-[A-Za-z]*[rN]|^--rec/.test(word.text)) || args.every(mayBeFolder));
}

function mayBeFolder({ text }: ShellWord): boolean {
  return text.startsWith('-') || !/[^/]\.[^./]+$/.test(text);
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

/** Whether a part names nothing outside the working directories. One that names nothing looks at the folder that it runs in. */
function staysInside(words: readonly ShellWord[], part: ShellPart, context: CommandContext): boolean {
  const texts = words.flatMap(pathsInWord).filter((text) => text !== '/dev/null');
  if (texts.some((text) => CLIMBS_BACK.test(text))) return false;
  return foldersOf(part.places, context.cwd, context.home).every(
    (folder) =>
      folder !== undefined &&
      (texts.length === 0 ? ['.'] : texts).every((text) => {
        const path = resolveArgument(text, folder, context.home);
        return !/^~[^/]/.test(text) && context.directories.some((directory) => isInside(directory, path, context));
      }),
  );
}
