import { isMap, isNode, isScalar, parseDocument, stringify } from 'yaml';
import { quoteLooseValues } from '../../shared/text/quote-loose-values';
import { splitFrontmatter } from '../../shared/text/split-frontmatter';

export interface Head {
  /** Top-level values by key, as YAML reads them. */
  values: ReadonlyMap<string, unknown>;
  /** Why a form cannot show it. */
  broken: boolean;
}

/** The frontmatter of a text, as the host reads it; none is an empty one. */
export function readHead(text: string): Head {
  const yaml = splitFrontmatter(text)?.yaml ?? '';
  if (yaml.trim() === '') return { values: new Map(), broken: false };
  const document = parseDocument(asYaml(yaml), { logLevel: 'silent' });
  if (document.errors.length > 0 || !isMap(document.contents)) return { values: new Map(), broken: true };
  const values = new Map<string, unknown>();
  for (const { key, value } of document.contents.items)
    if (isScalar(key) && typeof key.value === 'string') values.set(key.value, isNode(value) ? value.toJS(document) : value);
  return { values, broken: false };
}

/** What is nearly YAML, with its values in quotes. */
function asYaml(yaml: string): string {
  const { errors } = parseDocument(yaml, { logLevel: 'silent' });
  return errors.length === 0 ? yaml : (quoteLooseValues(yaml) ?? yaml);
}

/**
 * The text with one key set, or taken out where `value` is undefined. Every other byte stays: comments, unknown keys, order. What was
 * only nearly YAML comes into quotes.
 */
export function setHeadValue(text: string, key: string, value: string | boolean | readonly string[] | undefined): string {
  const split = splitFrontmatter(text);
  const newLine = text.includes('\r\n') ? '\r\n' : '\n';
  const line =
    value === undefined
      ? ''
      : stringify({ [key]: value }, { lineWidth: 0 })
          .trimEnd()
          .replace(/\n/g, newLine);
  if (split === undefined) return line === '' ? text : `---${newLine}${line}${newLine}---${newLine}${text}`;
  const { open, yaml, close, body } = split;
  const next = replaceKey(asYaml(yaml), key, line, newLine);
  return `${open}${next}${next === '' || next.endsWith('\n') ? '' : newLine}${close}${body}`;
}

function replaceKey(yaml: string, key: string, line: string, newLine: string): string {
  const place = yaml.trim() === '' ? undefined : findKey(yaml, key);
  if (place === undefined) return [yaml.trimEnd(), line].filter((part) => part !== '').join(newLine);
  const before = yaml.slice(0, place.start).replace(/\r?\n$/, '');
  const [, comment = '', after = ''] = /^([ \t]*#[^\r\n]*|[ \t]*)(?:\r?\n)?([\s\S]*)$/.exec(yaml.slice(place.end)) ?? [];
  return [before, ...withComment(line, comment), after].filter((part) => part !== '').join(newLine);
}

/** The comment behind a value stays behind it, or above one that has several lines; with the key it goes. */
function withComment(line: string, comment: string): string[] {
  if (line === '' || comment.trim() === '') return [line];
  return line.includes('\n') ? [comment.trim(), line] : [line + comment];
}

/** Where a key and its value stand, with a comment behind it on the same line left out. */
function findKey(yaml: string, key: string): { start: number; end: number } | undefined {
  const document = parseDocument(yaml, { logLevel: 'silent' });
  if (!isMap(document.contents)) return undefined;
  for (const { key: name, value } of document.contents.items) {
    if (!isScalar(name) || name.value !== key || !name.range) continue;
    const end = isNode(value) && value.range ? value.range[1] : name.range[1] + 1;
    return { start: name.range[0], end: Math.max(end, name.range[1]) };
  }
  return undefined;
}

/** Changes the name that a text gives itself, where it is the one before; any other, or none, stays. */
export function renameInHead(before: string, after: string): (text: string) => string {
  return (text) => (readHead(text).values.get('name') === before ? setHeadValue(text, 'name', after) : text);
}
