import { isMap, isScalar, parseDocument } from 'yaml';

export interface Frontmatter {
  /** Top-level members; empty when there is none or it is broken. */
  data: Record<string, unknown>;
  /** 1-based line on which a top-level key stands, and the last line of its value. */
  lines: Record<string, { start: number; end: number }>;
  body: string;
  /** 1-based line of the body's first character. */
  bodyLine: number;
  /** What is wrong with the YAML, with its line. */
  problem?: { message: string; line: number };
}

const BLOCK = /^\uFEFF?---[ \t]*\r?\n([\s\S]*?)(?:^|\r?\n)---[ \t]*(?:\r?\n|$)/;

/** Splits a Markdown file into YAML frontmatter, which must open on line 1, and body. Broken YAML gives a body without metadata. */
export function readFrontmatter(text: string): Frontmatter {
  const match = BLOCK.exec(text);
  if (match === null) return { data: {}, lines: {}, body: text.replace(/^\uFEFF/, ''), bodyLine: 1 };
  const yaml = match[1] ?? '';
  const body = text.slice(match[0].length);
  const bodyLine = 1 + countBreaks(match[0]);
  const document = parseDocument(yaml, { logLevel: 'silent' });
  const error = document.errors[0];
  if (error !== undefined)
    return {
      data: {},
      lines: {},
      body,
      bodyLine,
      problem: { message: error.message.split('\n')[0] ?? 'bad YAML', line: 1 + (error.linePos?.[0].line ?? 1) },
    };
  if (!isMap(document.contents))
    return {
      data: {},
      lines: {},
      body,
      bodyLine,
      ...(yaml.trim() === '' ? {} : { problem: { message: 'the frontmatter is not a map', line: 2 } }),
    };
  const lines: Frontmatter['lines'] = {};
  for (const pair of document.contents.items) {
    if (!isScalar(pair.key) || typeof pair.key.value !== 'string') continue;
    const start = pair.key.range?.[0] ?? 0;
    const value = pair.value;
    const end =
      typeof value === 'object' && value !== null && 'range' in value && Array.isArray(value.range) ? Number(value.range[1]) : start;
    lines[pair.key.value] = {
      start: 2 + countBreaks(yaml.slice(0, start)),
      end: 2 + countBreaks(yaml.slice(0, Math.max(start, end)).trimEnd()),
    };
  }
  const data: unknown = document.toJS();
  return { data: isRecord(data) ? data : {}, lines, body, bodyLine };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function countBreaks(text: string): number {
  return text.split('\n').length - 1;
}
