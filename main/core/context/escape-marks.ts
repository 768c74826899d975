/**
 * Keeps foreign text from passing for the host's own marks (invariant 6).
 *
 * A mark is `<`, an optional `/`, an optional namespace and one of a closed list of names, in any case and with blanks or
 * invisible characters around the slash. Escaping puts one `~` after the `<`; a look-alike that already has some gets one
 * more, so that `unescapeMarks(escapeMarks(s)) === s` for every string.
 */
const NAMES = [
  'system[-_ ]?reminder',
  'system[-_ ]?message',
  'function[-_ ]?(?:calls?|results?)',
  'invoke',
  'tool[-_ ]?(?:calls?|uses?|results?|responses?)',
  'documents?',
  'document[-_ ]?content',
].join('|');
// Within a line: Read numbers lines, so a mark that spans two would be escaped in the file's text and not in what Read shows.
const BLANK = '[\\t\\v\\f\\r \\u00a0\\u00ad\\u1680\\u2000-\\u200f\\u2028\\u2029\\u202f\\u205f-\\u2064\\u3000\\ufeff]*';
const TAIL = `(?:${BLANK}\\/)?${BLANK}(?:[a-z][\\w.-]{0,31}:)?(?:${NAMES})(?![A-Za-z0-9_-])`;

const MARK = new RegExp(`<${TAIL}`, 'i');
const ESCAPABLE = new RegExp(`<(?=~*${TAIL})`, 'gi');
const ESCAPED = new RegExp(`<~(?=~*${TAIL})`, 'gi');

/** True when the text contains something that a reader could take for a mark of the host. */
export function hasMark(text: string): boolean {
  return MARK.test(text);
}

/** For text that comes in: from tools, files, the web, servers, the person. */
export function escapeMarks(text: string): string {
  return text.includes('<') ? text.replace(ESCAPABLE, '<~') : text;
}

/** The inverse of `escapeMarks`; leaves every other text as it is. */
export function unescapeMarks(text: string): string {
  return text.includes('<~') ? text.replace(ESCAPED, '<') : text;
}

/** Undoes the escape in every string of a tool input, keys included; the input itself is not changed. */
export function unescapeInput(value: unknown): unknown {
  if (typeof value === 'string') return unescapeMarks(value);
  if (Array.isArray(value)) return value.map(unescapeInput);
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([key, member]) => [unescapeMarks(key), unescapeInput(member)]));
  }
  return value;
}
