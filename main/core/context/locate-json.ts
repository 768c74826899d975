/**
 * Finds places in a JSON text without parsing it. The texts are stored parts: valid JSON without blanks between tokens.
 */
export interface JsonRange {
  start: number;
  end: number;
}

/** Range of the value that an RFC 6901 pointer names; undefined when there is none. */
export function locateValue(json: string, pointer: string): JsonRange | undefined {
  let at = 0;
  for (const token of pointer.split('/').slice(1)) {
    const next = enterMember(json, at, token.replace(/~1/g, '/').replace(/~0/g, '~'));
    if (next === undefined) return undefined;
    at = next;
  }
  return { start: at, end: skipValue(json, at) };
}

/** Offsets in the JSON text for ascending UTF-16 offsets in the string whose range (with its quotes) is given. */
export function locateOffsets(json: string, range: JsonRange, offsets: readonly number[]): number[] {
  const found: number[] = [];
  let at = range.start + 1;
  let decoded = 0;
  for (const offset of offsets) {
    while (decoded < offset && at < range.end - 1) {
      at += json[at] === '\\' ? (json[at + 1] === 'u' ? 6 : 2) : 1;
      decoded += 1;
    }
    found.push(at);
  }
  return found;
}

function enterMember(json: string, start: number, token: string): number | undefined {
  const isObject = json[start] === '{';
  if (!isObject && json[start] !== '[') return undefined;
  let at = start + 1;
  for (let index = 0; at < json.length && json[at] !== '}' && json[at] !== ']'; index += 1) {
    let key = String(index);
    if (isObject) {
      const end = skipString(json, at);
      key = String(JSON.parse(json.slice(at, end)));
      at = end + 1;
    }
    if (key === token) return at;
    at = skipValue(json, at);
    if (json[at] === ',') at += 1;
  }
  return undefined;
}

function skipValue(json: string, start: number): number {
  if (json[start] === '"') return skipString(json, start);
  if (json[start] !== '{' && json[start] !== '[') {
    const rest = /[,}\]]/g;
    rest.lastIndex = start;
    return rest.exec(json)?.index ?? json.length;
  }
  let depth = 0;
  const token = /["{}[\]]/g;
  token.lastIndex = start;
  for (let match = token.exec(json); match !== null; match = token.exec(json)) {
    if (match[0] === '"') token.lastIndex = skipString(json, match.index);
    else depth += match[0] === '{' || match[0] === '[' ? 1 : -1;
    if (depth === 0) return match.index + 1;
  }
  return json.length;
}

function skipString(json: string, start: number): number {
  for (let quote = json.indexOf('"', start + 1); quote >= 0; quote = json.indexOf('"', quote + 1)) {
    let slashes = 0;
    while (json[quote - 1 - slashes] === '\\') slashes += 1;
    if (slashes % 2 === 0) return quote + 1;
  }
  return json.length;
}
