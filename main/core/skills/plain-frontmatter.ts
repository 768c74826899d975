import type { FrontmatterData } from './frontmatter';

const LINE = /^([A-Za-z][A-Za-z0-9_-]*): +(?:"([^"\\\t]*)"|'([^'\t]*)'|([A-Za-z][^\t]*?)) *$/;
const NOT_PLAIN = /: |:$| #/;
const SPECIAL = /^(?:true|false|null)$/i;

/**
 * Reads YAML that is no more than lines of `key: one-line text`, as most frontmatter is, so that the YAML parser need not be
 * loaded; undefined for anything else. What it gives is what the parser would give.
 */
export function readPlainFrontmatter(yaml: string): FrontmatterData | undefined {
  const found: FrontmatterData = { data: {}, lines: {} };
  for (const [index, line] of yaml.split('\n').entries()) {
    const match = LINE.exec(line);
    const key = match?.[1];
    const plain = match?.[4];
    if (match === null || key === undefined || key in found.lines || SPECIAL.test(key)) return undefined;
    if (NOT_PLAIN.test(plain ?? '') || /[\p{Cc}\p{Surrogate}\u2028\u2029\ufeff]/u.test(line)) return undefined;
    if (plain !== undefined && SPECIAL.test(plain) && plain !== 'true' && plain !== 'false') return undefined;
    found.data[key] = plain === 'true' ? true : plain === 'false' ? false : (match[2] ?? match[3] ?? plain);
    found.lines[key] = { start: index + 2, end: index + 2 };
  }
  return found;
}
