import { dirname } from 'node:path/posix';
import type { FileSearch } from '../ports';
import { anchorPattern, type PathContext } from './path-matcher';
import { isInside, toRulePath } from './path-text';
import type { Rule } from './rule';
import type { RuleIndex } from './rule-index';

const MOST = 500;
/** A sandbox takes longer to make with each. */
const MOST_LOCKED = 100;

interface Restrictions extends PathContext {
  directories: readonly string[];
  deny: RuleIndex;
  ask: RuleIndex;
}

/**
 * Files of the working directories that a rule keeps from being read: absolute paths, at most 500 a folder, installed packages left
 * out. For commands that come upon files which they do not name. Never rejects.
 */
export async function findRestricted(
  search: Pick<FileSearch, 'findNames'>,
  rules: readonly Rule[],
  context: Restrictions,
): Promise<string[]> {
  const restricting = rules.filter(({ tool, ref, off }) => tool === 'Read' && ref.verdict !== 'allow' && off === undefined);
  const isRestricted = (path: string) =>
    context.deny.findForPath('Read', path) !== undefined || context.ask.findForPath('Read', path) !== undefined;
  return (await findBelow(search, restricting, context)).flat().filter(isRestricted);
}

/** What a rule keeps from being edited in the working directories. */
export interface Locked {
  /** Files, and folders that are kept with all that lies in them: absolute paths. */
  paths: readonly string[];
  /** False: there are more than are looked for. */
  complete: boolean;
}

export const NOTHING_LOCKED: Locked = { paths: [], complete: true };

/** For the sandbox, which keeps places and knows no patterns. Installed packages are left out. Never rejects. */
export async function findLocked(
  search: Pick<FileSearch, 'findNames'>,
  rules: readonly Rule[],
  context: Omit<Restrictions, 'ask'>,
): Promise<Locked> {
  const denying = rules.filter(({ tool, ref, off }) => tool === 'Edit' && ref.verdict === 'deny' && off === undefined);
  if (denying.length === 0) return NOTHING_LOCKED;
  const isDenied = (path: string) => context.deny.findForPath('Edit', path) !== undefined;
  const found = await findBelow(search, denying, context);
  const paths = [...new Set(found.flat().flatMap((path) => (isDenied(path) ? outermostDenied(path, context, isDenied) : [])))];
  return { paths: paths.slice(0, MOST_LOCKED), complete: paths.length <= MOST_LOCKED && found.every((files) => files.length < MOST) };
}

/** The outermost folder around a file of which all that lies in it is denied; the file itself where there is none. */
function outermostDenied(file: string, { directories }: Pick<Restrictions, 'directories'>, isDenied: (path: string) => boolean): string {
  let found = file;
  for (let at = dirname(file); !directories.includes(at) && at !== dirname(at); at = dirname(at)) if (isDenied(`${at}/@`)) found = at;
  return found;
}

/** Of each working directory the files that rules could speak of. */
function findBelow(search: Pick<FileSearch, 'findNames'>, rules: readonly Rule[], context: Omit<Restrictions, 'ask'>): Promise<string[][]> {
  const never = new AbortController().signal;
  return Promise.all(
    context.directories.map(async (folder) => {
      const globs = rules.flatMap((rule) => globsBelow(folder, rule, context));
      const found = globs.length === 0 ? [] : await search.findNames(globs, folder, MOST, never).catch(() => []);
      return found.map(toRulePath);
    }),
  );
}

/** The lines of an ignore file that say in a folder what a rule says, and rather too much. */
function globsBelow(folder: string, rule: Rule, context: PathContext): string[] {
  if (rule.matcher.kind !== 'path' || rule.matcher.pattern.startsWith('!')) return [];
  const { base, pattern } = anchorPattern(rule.matcher.pattern, rule, context);
  const line = pattern.replace(/\/$/, '');
  const isAnchored = line.includes('/');
  const whole = `${base === '/' ? '' : base}/${isAnchored ? '' : '**/'}${line.replace(/^\//, '')}`;
  const below = isInside(folder, whole, context)
    ? whole.slice(folder.length)
    : isInside(base, folder, context)
      ? withoutStart(line)
      : undefined;
  return below === undefined || below === '' ? [] : [below, `${below}/**`];
}

/** Of a pattern that starts above a folder: what holds at any depth; undefined where it leads elsewhere. */
function withoutStart(line: string): string | undefined {
  if (!line.includes('/')) return line;
  return /^\/?\*\*\//.exec(line) === null ? undefined : line.replace(/^\//, '');
}
