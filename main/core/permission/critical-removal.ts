import { dirname } from 'node:path/posix';
import { type LinkTargets, withTargets } from './find-reach';
import { possibleForms } from './open-words';
import { isInside, type PathRules, resolveArgument } from './path-text';
import type { ShellPart, ShellWord } from './parsed-command';
import { foldersOf } from './shell-files';
import { commandName } from './shell-wrappers';

export interface RemovalContext extends PathRules {
  folder: string;
  cwd: string;
  home: string;
  /** Working directories, the project folder included. */
  directories: readonly string[];
  /** Where paths of the command really lie that lead through a link. */
  targets: LinkTargets;
}

/**
 * Whether a part is an `rm`, `rmdir`, `rimraf` or `find -delete` whose target is the root, a top-level folder, home, the project folder or
 * one of its parents, everything in a working directory, or not known. No mode and no rule runs such a command without a
 * person's word.
 */
export function isCriticalRemoval(part: ShellPart, context: RemovalContext): boolean {
  return part.forms.some(([program, ...args]) => {
    const name = commandName(program);
    if (name === 'find') return findCalls(program, args).some((call) => deletesCriticalFolder(part, call, context));
    if (!/^(?:rm|rmdir|rimraf|del-cli|remove_directory)$/.test(name)) return false;
    const literalFrom = args.findIndex((word) => word.text === '--');
    const targets = args.filter(
      (word, index) => index !== literalFrom && ((literalFrom !== -1 && index > literalFrom) || !word.text.startsWith('-') || word.opaque),
    );
    return args.some((word) => word.text.startsWith('--no-preserve')) || targets.some((word) => isCriticalTarget(word, part, context));
  });
}

/** The arguments by which `find` deletes; behind a folder that is known, a word that is not could make it do so. */
function findCalls(program: ShellWord | undefined, args: readonly ShellWord[]): ShellWord[][] {
  const forms = program === undefined || args[0]?.opaque === true ? [] : possibleForms([program, ...args]);
  return [[...args], ...forms.map((form) => form.slice(1))].filter((call) => call.some((word) => word.text === '-delete'));
}

/** A `find -delete` of the whole machine, home or project; one that a test narrows may run inside the project. */
function deletesCriticalFolder(part: ShellPart, args: readonly ShellWord[], context: RemovalContext): boolean {
  const end = args.findIndex((word) => /^[-(!]/.test(word.text));
  const starts = args.slice(0, end === -1 ? args.length : end);
  const narrowed = args.some((word) => /^-(?:i?name|i?path|i?regex|i?wholename|newer\w*|[acm]min|[acm]time|size|empty)$/.test(word.text));
  const roots: readonly ShellWord[] = starts.length === 0 ? [{ raw: '.', text: '.', opaque: false, glob: false }] : starts;
  return roots.some((word) =>
    isCriticalTarget(word, part, narrowed ? { ...context, folder: context.home, cwd: context.cwd, directories: [] } : context),
  );
}

function isCriticalTarget({ text, opaque }: ShellWord, part: ShellPart, context: RemovalContext): boolean {
  if (opaque || /[{}]/.test(text) || /^~[^/]/.test(text)) return true;
  return foldersOf(part.places, context.cwd, context.home).some((folder) => {
    if (folder === undefined && !/^[/~]/.test(text)) return true;
    const from = folder ?? context.cwd;
    const glob = text.search(/[*?[]/);
    if (glob === -1) return leadsToCriticalFolder(resolveArgument(text, from, context.home), context);
    // `x/*` empties x; a star deeper in a name does not.
    const slash = text.lastIndexOf('/', glob);
    const parent = resolveArgument(slash === -1 ? '.' : text.slice(0, slash) || '/', from, context.home);
    const wholeSegment = /^[*?.[\]]*$/.test((text.slice(slash + 1).split('/')[0] ?? '').replace(/\[[^\]]*\]/g, '*'));
    return parent === '/' || (wholeSegment && leadsToCriticalFolder(parent, context));
  });
}

function leadsToCriticalFolder(path: string, context: RemovalContext): boolean {
  return withTargets([path], context.targets).some((one) => isCriticalFolder(one, context));
}

function isCriticalFolder(path: string, { folder, home, directories, ignoreCase }: RemovalContext): boolean {
  if (path === '/' || dirname(path) === '/' || /^\/[a-z]\/[^/]+$/.test(path)) return true;
  return (
    isInside(path, home, { ignoreCase }) ||
    isInside(path, folder, { ignoreCase }) ||
    directories.some((directory) => isInside(path, directory, { ignoreCase }))
  );
}
