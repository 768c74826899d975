import { dirname } from 'node:path/posix';
import { isInside, type PathRules, resolveArgument } from './path-text';
import type { ShellReading } from './shell-reading';
import { commandName } from './shell-wrappers';

export interface RemovalContext extends PathRules {
  folder: string;
  cwd: string;
  home: string;
  /** Working directories, the project folder included. */
  directories: readonly string[];
}

/**
 * The first `rm` or `rmdir` whose target is the root, a top-level folder, home, the project folder or one of its parents,
 * everything in a working directory, or not known. No mode and no rule runs such a command without a person's word.
 */
export function findCriticalRemoval(reading: ShellReading, context: RemovalContext): string | undefined {
  for (const part of reading.parts) {
    for (const [program, ...args] of part.forms) {
      const name = commandName(program);
      if (name !== 'rm' && name !== 'rmdir') continue;
      const literalFrom = args.findIndex((word) => word.text === '--');
      const targets = args.filter(
        (word, index) => index !== literalFrom && ((literalFrom !== -1 && index > literalFrom) || !word.text.startsWith('-')),
      );
      if (
        args.some((word) => word.text.startsWith('--no-preserve')) ||
        targets.some((word) => word.opaque || isCriticalTarget(word.text, context))
      )
        return part.text;
    }
  }
  return undefined;
}

function isCriticalTarget(text: string, context: RemovalContext): boolean {
  if (/[{}]/.test(text)) return true;
  const glob = text.search(/[*?[]/);
  if (glob === -1) return isCriticalFolder(resolveArgument(text, context.cwd, context.home), context);
  // `x/*` empties x; a star deeper in a name does not.
  const slash = text.lastIndexOf('/', glob);
  const parent = resolveArgument(slash === -1 ? '.' : text.slice(0, slash) || '/', context.cwd, context.home);
  const wholeSegment = /^[*?.[\]]*$/.test((text.slice(slash + 1).split('/')[0] ?? '').replace(/\[[^\]]*\]/g, '*'));
  return parent === '/' || (wholeSegment && isCriticalFolder(parent, context));
}

function isCriticalFolder(path: string, { folder, home, directories, ignoreCase }: RemovalContext): boolean {
  if (path === '/' || dirname(path) === '/' || /^\/[a-z]\/[^/]+$/.test(path)) return true;
  return (
    isInside(path, home, { ignoreCase }) ||
    isInside(path, folder, { ignoreCase }) ||
    directories.some((directory) => isInside(path, directory, { ignoreCase }))
  );
}
