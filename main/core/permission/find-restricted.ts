import type { FileSearch } from '../ports';
import { anchorPattern, type PathContext } from './path-matcher';
import { isInside, toRulePath } from './path-text';
import type { Rule } from './rule';
import type { RuleIndex } from './rule-index';

const MOST = 500;

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
  const never = new AbortController().signal;
  const found = await Promise.all(
    context.directories.map(async (folder) => {
      const globs = restricting.flatMap((rule) => globsBelow(folder, rule, context));
      return globs.length === 0 ? [] : search.findNames(globs, folder, MOST, never).catch(() => []);
    }),
  );
  const isRestricted = (path: string) =>
    context.deny.findForPath('Read', path) !== undefined || context.ask.findForPath('Read', path) !== undefined;
  return found.flat().map(toRulePath).filter(isRestricted);
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
