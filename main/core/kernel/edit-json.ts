/** Keys and indexes that lead to a value. */
export type JsonPath = ReadonlyArray<string | number>;

interface Place {
  start: number;
  end: number;
}

/** A value in a text, with its members where it has some. A member's place begins with its key. */
interface Value extends Place {
  kind: 'map' | 'list' | 'plain';
  members: Array<Place & { key: string | number }>;
}

/**
 * A JSON text with a value put in: in the place of what is there, or as a new member or element at the end, with the objects and lists on
 * the way that are missing. Everything else keeps its layout. The text must be strict JSON.
 */
export async function putJson(text: string, path: JsonPath, value: unknown): Promise<string> {
  const found = await findValue(text, path);
  if (found !== undefined) return splice(text, found, format(text, value, indentAt(text, found.start)));
  const [parentPath, key] = [path.slice(0, -1), path.at(-1)];
  if (key === undefined) return text;
  const parent = await findValue(text, parentPath);
  if (parent === undefined || parent.kind === 'plain')
    return putJson(text, parentPath, typeof key === 'string' ? { [key]: value } : [value]);
  return append(text, parent, key, value);
}

/** A JSON text without a member or an element, and without the comma that went with it. */
export async function removeJson(text: string, path: JsonPath): Promise<string> {
  const parent = await findValue(text, path.slice(0, -1));
  const { kind = 'plain', members = [] } = parent ?? {};
  const at = members.findIndex(({ key }) => key === path.at(-1));
  const [found, next, previous] = [members[at], members[at + 1], members[at - 1]];
  if (parent === undefined || found === undefined) return text;
  if (next !== undefined) return splice(text, { start: found.start, end: next.start }, '');
  if (previous !== undefined) return splice(text, { start: previous.end, end: found.end }, '');
  return splice(text, parent, kind === 'map' ? '{}' : '[]');
}

async function findValue(text: string, path: JsonPath): Promise<Value | undefined> {
  const { isMap, isNode, isScalar, isSeq, parseDocument } = await import('yaml');
  const document = parseDocument(text, { uniqueKeys: false });
  const node = path.length === 0 ? document.contents : document.getIn(path, true);
  if (!isNode(node) || !node.range) return undefined;
  const [start, end] = node.range;
  if (isSeq(node)) {
    const members = node.items.map((item, key) => ({ key, start: rangeOf(item)[0], end: rangeOf(item)[1] }));
    return { start, end, kind: 'list', members };
  }
  if (!isMap(node)) return { start, end, kind: 'plain', members: [] };
  const members = node.items.map(({ key, value }) => ({
    key: isScalar(key) ? String(key.value) : '',
    start: rangeOf(key)[0],
    end: rangeOf(value)[1],
  }));
  return { start, end, kind: 'map', members };

  function rangeOf(item: unknown): [number, number] {
    return isNode(item) && item.range ? [item.range[0], item.range[1]] : [start, end];
  }
}

function append(text: string, { start, end, kind, members }: Value, key: string | number, value: unknown): string {
  const [first, last] = [members[0], members.at(-1)];
  const outer = indentAt(text, start);
  const isFlat = first !== undefined && !text.slice(start, first.start).includes('\n');
  const inner = first === undefined || isFlat ? outer + unitOf(text) : indentAt(text, first.start);
  const member = `${kind === 'map' ? `${JSON.stringify(String(key))}: ` : ''}${format(text, value, inner)}`;
  const newLine = lineEndOf(text);
  if (last !== undefined) return splice(text, { start: last.end, end: last.end }, `,${isFlat ? ' ' : `${newLine}${inner}`}${member}`);
  const [open, close] = kind === 'map' ? '{}' : '[]';
  return splice(text, { start, end }, `${open}${newLine}${inner}${member}${newLine}${outer}${close}`);
}

function format(text: string, value: unknown, indent: string): string {
  return JSON.stringify(value, undefined, unitOf(text)).replaceAll('\n', `${lineEndOf(text)}${indent}`);
}

function unitOf(text: string): string {
  return /\n([ \t]+)\S/.exec(text)?.[1] ?? '  ';
}

function lineEndOf(text: string): string {
  return text.includes('\r\n') ? '\r\n' : '\n';
}

function indentAt(text: string, offset: number): string {
  return /^[ \t]*/.exec(text.slice(text.lastIndexOf('\n', offset - 1) + 1))?.[0] ?? '';
}

function splice(text: string, { start, end }: Place, by: string): string {
  return text.slice(0, start) + by + text.slice(end);
}
