import { relative } from 'node:path/posix';
import picomatch from 'picomatch';
import type { MemoryFile } from './memory-file';

/** Whether a touched path makes a conditional rule due. Patterns are relative to the project folder, or absolute. */
export function matchesRule(rule: Pick<MemoryFile, 'paths'>, folder: string, path: string): boolean {
  return compileRule(rule, folder)(path);
}

export function compileRule(rule: Pick<MemoryFile, 'paths'>, folder: string): (path: string) => boolean {
  const patterns = rule.paths ?? [];
  const absolute = matcherOf(patterns.filter((pattern) => pattern.startsWith('/')));
  const inside = matcherOf(patterns.filter((pattern) => !pattern.startsWith('/')).map((pattern) => pattern.replace(/^\.\//, '')));
  return (path) => {
    const local = relative(folder, path);
    return absolute(path) || (!local.startsWith('../') && inside(local));
  };
}

function matcherOf(patterns: string[]): (path: string) => boolean {
  return patterns.length === 0 ? () => false : picomatch(patterns, { dot: true });
}
