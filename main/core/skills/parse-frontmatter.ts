import { isMap, isNode, isScalar, parseDocument } from 'yaml';
import { quoteLooseValues } from '../../../shared/text/quote-loose-values';
import { isRecord } from '../kernel/is-record';
import type { FrontmatterData } from './frontmatter';

/** Reads any YAML frontmatter, and what is nearly YAML; lines count from 2, below the opening `---`. Never throws. */
export function parseFrontmatter(yaml: string): FrontmatterData {
  const strict = readYaml(yaml);
  if (strict.problem === undefined) return strict;
  const quoted = quoteLooseValues(yaml);
  const loose = quoted === undefined ? strict : readYaml(quoted);
  if (quoted === undefined || loose.problem !== undefined) return strict;
  const lines = yaml.split('\n');
  const line = 2 + quoted.split('\n').findIndex((text, index) => text !== lines[index]);
  return { ...loose, loose: { line } };
}

function readYaml(yaml: string): FrontmatterData {
  try {
    return readDocument(yaml);
  } catch (error) {
    // Aliases that would unfold without end, nesting beyond the stack.
    return broken(error instanceof Error ? error.message : 'bad YAML', 2);
  }
}

function readDocument(yaml: string): FrontmatterData {
  const document = parseDocument(yaml, { logLevel: 'silent' });
  const error = document.errors[0];
  if (error !== undefined) return broken(error.message.split('\n')[0] ?? 'bad YAML', 1 + (error.linePos?.[0].line ?? 1));
  if (!isMap(document.contents)) return broken('the frontmatter is not a map', 2);
  const lines: FrontmatterData['lines'] = {};
  for (const { key, value } of document.contents.items) {
    if (!isScalar(key) || typeof key.value !== 'string') continue;
    const start = key.range?.[0] ?? 0;
    const end = Math.max(start, isNode(value) ? (value.range?.[1] ?? start) : start);
    lines[key.value] = { start: 1 + countLines(yaml.slice(0, start)), end: 1 + countLines(yaml.slice(0, end).trimEnd()) };
  }
  const data: unknown = document.toJS();
  return { data: isRecord(data) ? data : {}, lines };
}

function broken(message: string, line: number): FrontmatterData {
  return { data: {}, lines: {}, problem: { message, line } };
}

function countLines(text: string): number {
  return text.split('\n').length;
}
