/** How much a JSON text holds, without reading it. */
export interface JsonExtent {
  /** Levels of nesting. */
  depth: number;
  /** Values, as the brackets and commas tell: a bound from above but for a few. */
  values: number;
  /** Where the value of the outermost member `id` stands, where there is one. */
  id?: { from: number; to: number };
}

const QUOTE = 34;
const COMMA = 44;
const COLON = 58;
const ESCAPE = 92;
/** `[` and `{`, `]` and `}`. */
const OPEN = new Set([91, 123]);
const CLOSE = new Set([93, 125]);
const ID = Buffer.from('"id"');

/** Takes a millisecond for a mebibyte, and no more memory however the text is made. */
export function measureJson(bytes: Uint8Array): JsonExtent {
  const extent: JsonExtent = { depth: 0, values: 1 };
  let depth = 0;
  let name: number | undefined;
  let from: number | undefined;
  const end = (to: number) => {
    if (depth === 1 && from !== undefined) extent.id = { from, to };
    from = undefined;
  };
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte === QUOTE) {
      if (depth === 1) name = at;
      at = endOfText(bytes, at);
    } else if (byte === COMMA) {
      extent.values += 1;
      if (depth === 1) end(at);
    } else if (OPEN.has(byte)) {
      extent.values += 1;
      depth += 1;
      extent.depth = Math.max(extent.depth, depth);
    } else if (CLOSE.has(byte)) {
      if (depth === 1) end(at);
      depth -= 1;
    } else if (byte === COLON && depth === 1 && name !== undefined && ID.equals(bytes.subarray(name, name + ID.length))) {
      from = at + 1;
    }
  }
  return extent;
}

/** The closing quote of the text that opens there. */
function endOfText(bytes: Uint8Array, from: number): number {
  let at = from + 1;
  while (at < bytes.length && bytes[at] !== QUOTE) at += bytes[at] === ESCAPE ? 2 : 1;
  return at;
}
