import type { GuardedKind } from './guarded-paths';

/** The entry of a table that takes a path in. */
export interface TableHit {
  kind: GuardedKind;
  pattern: string;
}

/** Looks up absolute paths by their segments, in lower case. */
export interface PathTable {
  find(segments: readonly string[]): TableHit | undefined;
}

/** Most segments of a pattern without an anchor. */
const DEEPEST = 4;

/** Patterns made so that a look-up costs the same however many there are, but for the few with a `*` in the middle. */
export function createPathTable(kinds: readonly GuardedKind[], home: string): PathTable {
  const files = new Map<string, TableHit>();
  const folders = new Map<string, TableHit>();
  const endings = new Map<string, TableHit>();
  const starred: Array<{ hit: TableHit; test: RegExp; whole: boolean }> = [];
  const lastNames = new Set<string>();
  const exceptions = new Map(kinds.map((kind) => [kind, (kind.except ?? []).map(compileStars)]));

  for (const kind of kinds) {
    for (const pattern of kind.patterns) {
      const hit = { kind, pattern };
      const key = (pattern.startsWith('~/') ? `${home}${pattern.slice(1)}` : pattern).toLowerCase();
      if (key.endsWith('/')) folders.set(key.slice(0, -1), hit);
      else if (!key.includes('*')) files.set(key, hit);
      else if (/^\*\.[^*/.]+$/.test(key)) endings.set(key.slice(2), hit);
      else starred.push({ hit, test: compileStars(key), whole: key.startsWith('/') });
      lastNames.add(/([^/]*)\/?$/.exec(key)?.[1] ?? '');
    }
  }

  return {
    find(segments) {
      const name = segments[segments.length - 1] ?? '';
      const isTaken = ({ kind }: TableHit): boolean => exceptions.get(kind)?.some((test) => test.test(name)) !== true;
      const ending = name.includes('.') ? endings.get(name.slice(name.lastIndexOf('.') + 1)) : undefined;
      if (ending !== undefined && isTaken(ending)) return ending;
      let path = '';
      for (let end = 1; end <= segments.length; end += 1) {
        const segment = segments[end - 1] ?? '';
        path += `/${segment}`;
        if (!lastNames.has(segment)) continue;
        const hit = findAt(folders, segments, end, path) ?? (end === segments.length ? findAt(files, segments, end, path) : undefined);
        if (hit !== undefined && isTaken(hit)) return hit;
      }
      return starred.find(({ hit, test, whole }) => test.test(whole ? path : name) && isTaken(hit))?.hit;
    },
  };
}

/** The entry for the whole path up to a segment, or for the last segments of it. */
function findAt(table: ReadonlyMap<string, TableHit>, segments: readonly string[], end: number, path: string): TableHit | undefined {
  let tail = segments[end - 1] ?? '';
  for (let start = end - 1; start >= Math.max(0, end - DEEPEST); start -= 1) {
    if (start < end - 1) tail = `${segments[start]}/${tail}`;
    const hit = table.get(tail);
    if (hit !== undefined) return hit;
  }
  return table.get(path);
}

/** A `*` stands for any part of a segment. */
function compileStars(pattern: string): RegExp {
  const literals = pattern
    .toLowerCase()
    .split('*')
    .map((text) => text.replace(/[.+?^${}()|[\]\\/]/g, '\\$&'));
  return new RegExp(`^${literals.join('[^/]*')}$`);
}
