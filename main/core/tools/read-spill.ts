import type { FileSystem } from '../ports';

const CHUNK_BYTES = 1024 * 1024;

/**
 * A slice of an output that was written to a file, by UTF-16 offsets, in bounded memory however long the file is. Undefined when
 * the file cannot be read or does not reach that far. No end lies inside a surrogate pair.
 */
export async function readSpill(
  readRange: FileSystem['readRange'],
  path: string,
  offset: number,
  limit: number,
): Promise<{ text: string; from: number } | undefined> {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  let text = '';
  let passed = 0;
  try {
    for (let at = 0; text.length < limit; ) {
      const bytes = await readRange(path, at, CHUNK_BYTES);
      const piece = decoder.decode(bytes, { stream: true });
      text += piece.slice(Math.max(0, offset - passed), Math.max(0, offset - passed) + limit - text.length);
      passed += piece.length;
      at += bytes.length;
      if (bytes.length === 0) break;
    }
  } catch {
    return undefined;
  }
  const start = /^[\udc00-\udfff]/.test(text) ? 1 : 0;
  const whole = /[\ud800-\udbff]$/.test(text) ? text.slice(start, -1) : text.slice(start);
  return whole === '' ? undefined : { text: whole, from: offset + start };
}
