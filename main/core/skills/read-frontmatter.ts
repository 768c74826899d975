import { splitFrontmatter } from '../../../shared/text/split-frontmatter';
import type { Frontmatter } from './frontmatter';
import { readPlainFrontmatter } from './plain-frontmatter';

const OPENED = /^\uFEFF?---[ \t]*\r?\n[ \t]*[A-Za-z][\w-]*:/;
const LATE = /^\uFEFF?(\s*\n)---[ \t]*\r?\n[ \t]*[A-Za-z][\w-]*:[^\n]*\n(?:[^\n]*\n)*?---[ \t]*(?:\r?\n|$)/;

/** Splits a Markdown file into YAML frontmatter, which must open on line 1, and body. Broken YAML gives a body without metadata. */
export async function readFrontmatter(text: string): Promise<Frontmatter> {
  const split = splitFrontmatter(text);
  if (split === undefined) {
    const problem = findLostBlock(text);
    return { data: {}, lines: {}, body: text.replace(/^\uFEFF/, ''), bodyLine: 1, ...(problem === undefined ? {} : { problem }) };
  }
  const { yaml, body } = split;
  const place = { body, bodyLine: text.slice(0, text.length - body.length).split('\n').length };
  if (yaml.trim() === '') return { data: {}, lines: {}, ...place };
  const plain = readPlainFrontmatter(yaml);
  if (plain !== undefined) return { ...plain, ...place };
  const { parseFrontmatter } = await import('./parse-frontmatter');
  return { ...parseFrontmatter(yaml), ...place };
}

/** Frontmatter that was surely meant as such, and does not count: it never closes, or opens below line 1. */
function findLostBlock(text: string): Frontmatter['problem'] {
  if (OPENED.test(text)) return { message: 'it never closes: a line of --- is missing', line: 1, kind: 'never-closes' };
  const late = LATE.exec(text)?.[1];
  return late === undefined ? undefined : { message: 'it must open on line 1', line: late.split('\n').length, kind: 'late' };
}
