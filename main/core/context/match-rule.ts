import { relative } from 'node:path/posix';
import picomatch from 'picomatch';
import type { MemoryFile } from './memory-file';

/** Whether a touched path makes a conditional rule due. Patterns are relative to the project folder, or absolute. */
export function matchesRule(rule: Pick<MemoryFile, 'paths'>, folder: string, path: string): boolean {
  const patterns = rule.paths;
  if (patterns === undefined) return false;
  const local = relative(folder, path);
  const absolute = patterns.filter((pattern) => pattern.startsWith('/'));
  const inside = patterns.filter((pattern) => !pattern.startsWith('/')).map((pattern) => pattern.replace(/^\.\//, ''));
  if (absolute.length > 0 && picomatch.isMatch(path, absolute, { dot: true })) return true;
  return inside.length > 0 && !local.startsWith('../') && picomatch.isMatch(local, inside, { dot: true });
}
