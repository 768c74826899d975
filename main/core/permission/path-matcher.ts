import ignore from 'ignore';
import type { Verdict } from '../../../shared/model/permission';
import { type PathRules, pathBelow, toRulePath } from './path-text';
import type { Rule } from './rule';

export interface PathContext extends PathRules {
  /** The project folder and the person's home, as `toRulePath` gives them. */
  folder: string;
  home: string;
}

/** A path rule made ready: `base` is its anchor, `pattern` a gitignore line relative to it. */
export interface PathMatcher {
  rule: Rule;
  negated: boolean;
  /** A literal path segment that every match must have (in the anchor or below), for the index. */
  key: string | undefined;
  test(path: string): boolean;
}

/** The four anchors: `//` root, `~/` home, `/` the rule's source, none the project folder (a bare name at any depth). */
export function createPathMatcher(rule: Rule, written: string, context: PathContext): PathMatcher {
  const negated = written.startsWith('!');
  const { base, pattern } = anchorPattern(negated ? written.slice(1) : written, rule, context);
  let matcher: ReturnType<typeof ignore> | undefined;
  return {
    rule,
    negated,
    key: literalSegment(pattern, context),
    test(path) {
      const below = pathBelow(base, path, context);
      if (below === undefined) return base === path && (pattern === '**' || pattern === '/**');
      matcher ??= ignore({ ignorecase: context.ignoreCase }).add(pattern);
      return matcher.ignores(below);
    },
  };
}

/** Where a pattern starts, and what is left of it: a gitignore line. */
export function anchorPattern(written: string, rule: Rule, context: PathContext): { base: string; pattern: string } {
  if (written.startsWith('//')) return { base: '/', pattern: written.slice(1) };
  if (written.startsWith('~/')) return { base: context.home, pattern: written.slice(1) };
  if (written.startsWith('/')) return { base: toRulePath(rule.sourceBase), pattern: written };
  return { base: context.folder, pattern: anywhere(written, rule.ref.verdict) };
}

/** `src/**` is the folder's own `src` for allow, and any `src` below it for deny and ask. */
function anywhere(written: string, verdict: Verdict): string {
  const pattern = written.replace(/^(?:\.\/)+/, '');
  if (verdict === 'allow') return pattern === written ? pattern : `/${pattern}`;
  return /^[^/*]+\/\*\*$/.test(pattern) ? `**/${pattern}` : pattern;
}

function literalSegment(pattern: string, context: PathContext): string | undefined {
  const literal = pattern.split('/').filter((segment) => segment !== '' && !/[*?[\]\\! #]/.test(segment));
  const longest = literal.reduce<string | undefined>(
    (best, segment) => (best === undefined || segment.length > best.length ? segment : best),
    undefined,
  );
  return longest === undefined ? undefined : segmentKey(longest, context);
}

export function segmentKey(segment: string, { ignoreCase }: PathRules): string {
  return (ignoreCase ? segment.toLowerCase() : segment).normalize('NFC');
}
