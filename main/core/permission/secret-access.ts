import picomatch from 'picomatch';
import type { Action } from '../../../shared/model/permission';
import type { GuardedPath, SecretPaths } from '../secrets/secret-paths';
import { withLoopValues } from './loop-values';
import type { ParsedCommand, ShellPart, ShellWord } from './parsed-command';
import { resolveArgument, showPath } from './path-text';
import { WITHOUT_CONTENT } from './reader-programs';
import { findTouchedFiles, foldersOf, touchesFiles, type ShellTouch } from './shell-files';
import { commandName } from './shell-wrappers';
import { unknownReads } from './unknown-reads';
import { comesUpon, hasInput, walkedRoots } from './walkers';
import { pathsInWord } from './word-paths';

/** The built-in that decides where a guarded file is concerned. */
export const SECRET_PATH = 'secret-path';

export interface SecretAccess {
  path: string;
  guarded: GuardedPath;
}

export interface WalkContext {
  cwd: string;
  home: string;
  ignoreCase: boolean;
  /** Files that are known to lie in the working directories, for commands that walk through folders. */
  present: readonly string[];
}

export interface SecretContext extends WalkContext {
  folder: string;
  secrets: SecretPaths;
}

/** No pattern that somebody writes is longer: such a one counts as naming every file. */
const LONGEST_PATTERN = 500;

/** Whether a command holds a pattern or a program that goes through folders, or could, reads what is not known, or runs in a folder that is not. */
export function mayWalk({ parts, unknown }: ParsedCommand): boolean {
  return (
    unknown !== undefined ||
    parts.some(
      ({ words, reads, forms, places, piped }) =>
        places.includes(undefined) ||
        unknownReads({ forms, reads }).length > 0 ||
        withLoopValues([...words, ...reads]).some(isPattern) ||
        forms.some(
          ([program, ...args]) => walkedRoots(commandName(program), withLoopValues(args), hasInput({ piped, reads })) !== undefined,
        ),
    )
  );
}

/** The guarded file that a tool call reads, searches or writes. The names that Glob gives are no secret. */
export function findSecretTarget(action: Action, secrets: SecretPaths): SecretAccess | undefined {
  const looks = action.capability === 'read' || action.capability === 'search' || action.capability === 'mcp';
  if ((!looks && action.capability !== 'write') || action.tool === 'Glob') return undefined;
  return findGuarded([...action.paths, ...(action.asked ?? [])], secrets);
}

export function findGuarded(paths: readonly string[], secrets: SecretPaths): SecretAccess | undefined {
  for (const path of paths) {
    const guarded = secrets.find(path);
    if (guarded !== undefined) return { path, guarded };
  }
  return undefined;
}

/** The guarded file that one part of a command reads, sends, copies or writes, as far as its words tell. `touched`: the files that it names. */
export function findSecretInPart(part: ShellPart, touched: ShellTouch, context: SecretContext): SecretAccess | undefined {
  const { secrets, cwd, home } = context;
  const content = part.forms.filter((form) => !WITHOUT_CONTENT.has(commandName(form[0])));
  const named = content.map((form) =>
    form.filter((word, index) => exclusionAt(form, index) === undefined && exclusionAt(form, index - 1) !== word.text),
  );
  const whole = named.length === part.forms.length && named.every((form, index) => form.length === part.forms[index]?.length);
  const { reads, writes } = whole ? touched : findTouchedFiles({ ...part, forms: named }, cwd, home);
  const walked = () =>
    findWalked(part, content, context, (path) => {
      const guarded = secrets.find(path);
      return guarded === undefined ? undefined : { path, guarded };
    });
  return findGuarded([...reads, ...writes], secrets) ?? walked();
}

/** What is found for a file that lies behind a pattern, or behind a folder that the program walks through. */
export function findWalked<Found>(
  part: ShellPart,
  forms: readonly ShellWord[][],
  context: WalkContext,
  find: (path: string) => Found | undefined,
): Found | undefined {
  const { present, cwd, home } = context;
  if (present.length === 0) return undefined;
  for (const folder of new Set(foldersOf(part.places, cwd, home).map((found) => found ?? cwd))) {
    const reading = forms.map(([program, ...args]) => findReach(commandName(program), args, { ...context, folder, piped: hasInput(part) }));
    for (const reaches of [...reading, fitsPattern(part.reads, folder, home)]) {
      const found = reaches === undefined ? [] : present.filter(reaches).map(find);
      const first = found.find((one) => one !== undefined);
      if (first !== undefined) return first;
    }
  }
  return undefined;
}

/** Whether a program comes upon a file by a pattern or by walking; undefined where it does neither. */
function findReach(
  program: string,
  args: readonly ShellWord[],
  context: WalkContext & { folder: string; piped: boolean },
): ((file: string) => boolean) | undefined {
  const { folder } = context;
  const resolve = (text: string) => resolveArgument(text, folder, context.home);
  const fits = touchesFiles(program) ? fitsPattern(args, folder, context.home) : undefined;
  const walked = walkedRoots(program, args, context.piped);
  if (fits === undefined && walked === undefined) return undefined;
  const roots = walked === undefined ? [] : [...walked.roots.map(resolve), ...(walked.startsHere ? [folder] : [])];
  const exclusions = args.flatMap((_word, index) => exclusionAt(args, index) ?? []);
  return (file) =>
    !exclusions.some((exclusion) => isLeftOut(file, exclusion)) &&
    ((fits?.(file) ?? false) || (walked !== undefined && roots.some((root) => comesUpon(walked, root, file, context.ignoreCase))));
}

/** Whether one of the words is a pattern that fits a file; undefined where none is a pattern. */
function fitsPattern(words: readonly ShellWord[], folder: string, home: string): ((file: string) => boolean) | undefined {
  const texts = [...new Set(words.filter(isPattern).flatMap(pathsInWord))];
  const patterns = texts.map((text) =>
    text.length > LONGEST_PATTERN ? () => true : picomatch(resolveArgument(text, folder, home), { dot: false }),
  );
  return patterns.length === 0 ? undefined : (file) => patterns.some((matches) => matches(file));
}

function isPattern(word: ShellWord): boolean {
  return word.glob || /[{]/.test(word.raw);
}

/** What an option of grep, rg or tar leaves out, as a pattern for names; undefined where the word is no such option. */
function exclusionAt(words: readonly ShellWord[], index: number): string | undefined {
  const text = words[index]?.text ?? '';
  if (!text.startsWith('-')) return undefined;
  const [, option, joined] = /^(-g|--(?:exclude|glob|iglob))(?:=(.*))?$/s.exec(text) ?? [];
  if (option === undefined) return undefined;
  const pattern = joined ?? words[index + 1]?.text ?? '';
  return option === '--exclude' || pattern.startsWith('!') ? pattern : undefined;
}

function isLeftOut(file: string, exclusion: string): boolean {
  return picomatch.isMatch(file.slice(file.lastIndexOf('/') + 1), exclusion.replace(/^!/, ''), { dot: true });
}

/** For the person and for the model: what is kept, why, and where the person may say otherwise. */
export function secretWords({ path, guarded }: SecretAccess, folder: string): string {
  const shown = showPath(path, folder);
  return `${shown} is guarded: it is ${guarded.what}. Its content is kept from the model in every mode; a person can take it out under secrets.except in config.json.`;
}
