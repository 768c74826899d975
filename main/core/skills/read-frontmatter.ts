import type { Frontmatter } from './frontmatter';
import { readPlainFrontmatter } from './plain-frontmatter';

const BLOCK = /^\uFEFF?---[ \t]*\r?\n(?:([\s\S]*?)\r?\n)??---[ \t]*(?:\r?\n|$)/;

/** Splits a Markdown file into YAML frontmatter, which must open on line 1, and body. Broken YAML gives a body without metadata. */
export async function readFrontmatter(text: string): Promise<Frontmatter> {
  const match = BLOCK.exec(text);
  if (match === null) return { data: {}, lines: {}, body: text.replace(/^\uFEFF/, ''), bodyLine: 1 };
  const yaml = match[1] ?? '';
  const place = { body: text.slice(match[0].length), bodyLine: match[0].split('\n').length };
  if (yaml.trim() === '') return { data: {}, lines: {}, ...place };
  const plain = readPlainFrontmatter(yaml);
  if (plain !== undefined) return { ...plain, ...place };
  const { parseFrontmatter } = await import('./parse-frontmatter');
  return { ...parseFrontmatter(yaml), ...place };
}
