export type TextEncoding = 'utf-8' | 'utf-16le' | 'utf-16be';

/** A text file without loss: `encodeText` of it gives the same bytes again. `text` has no byte-order mark. */
export interface TextFile {
  text: string;
  encoding: TextEncoding;
  mark: boolean;
}

export type NotText = { reason: 'binary' | 'encoding'; detail: string };

/** UTF-8 with or without a byte-order mark, or UTF-16 with one. Anything that would not survive a round trip is refused. */
export function decodeText(bytes: Uint8Array): TextFile | NotText {
  const [first, second, third] = bytes;
  if (first === 0xff && second === 0xfe) return decodeUtf16(bytes.subarray(2), 'utf-16le');
  if (first === 0xfe && second === 0xff) return decodeUtf16(bytes.subarray(2), 'utf-16be');
  const mark = first === 0xef && second === 0xbb && third === 0xbf;
  const body = mark ? bytes.subarray(3) : bytes;
  if (body.subarray(0, 65_536).includes(0)) return { reason: 'binary', detail: 'it contains NUL bytes' };
  try {
    return { text: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body), encoding: 'utf-8', mark };
  } catch {
    return looksBinary(body)
      ? { reason: 'binary', detail: 'it contains control bytes' }
      : { reason: 'encoding', detail: 'it is not valid UTF-8' };
  }
}

export function isTextFile(decoded: TextFile | NotText): decoded is TextFile {
  return 'text' in decoded;
}

export function encodeText(file: TextFile): Uint8Array {
  if (file.encoding === 'utf-8') {
    const body = new TextEncoder().encode(file.text);
    return file.mark ? joinBytes(Uint8Array.of(0xef, 0xbb, 0xbf), body) : body;
  }
  const little = file.encoding === 'utf-16le';
  const bytes = new Uint8Array(2 + file.text.length * 2);
  const view = new DataView(bytes.buffer);
  view.setUint16(0, 0xfeff, little);
  for (let at = 0; at < file.text.length; at += 1) view.setUint16(2 + at * 2, file.text.charCodeAt(at), little);
  return bytes;
}

/** True for text that no encoding can hold: half a surrogate pair. */
export function hasLoneSurrogate(text: string): boolean {
  return /\p{Surrogate}/u.test(text);
}

function decodeUtf16(body: Uint8Array, encoding: 'utf-16le' | 'utf-16be'): TextFile | NotText {
  if (body.length % 2 !== 0) return { reason: 'encoding', detail: 'it has a UTF-16 mark but an odd number of bytes' };
  const view = new DataView(body.buffer, body.byteOffset, body.byteLength);
  const pieces: string[] = [];
  for (let at = 0; at < body.length; ) {
    const end = Math.min(at + 8192, body.length);
    const units: number[] = [];
    for (; at < end; at += 2) units.push(view.getUint16(at, encoding === 'utf-16le'));
    pieces.push(String.fromCharCode(...units));
  }
  const text = pieces.join('');
  if (hasLoneSurrogate(text)) return { reason: 'encoding', detail: 'it is not valid UTF-16' };
  return { text, encoding, mark: true };
}

function looksBinary(bytes: Uint8Array): boolean {
  const sample = bytes.subarray(0, 8192);
  let control = 0;
  for (const byte of sample) if (byte < 32 && byte !== 9 && byte !== 10 && byte !== 13 && byte !== 12 && byte !== 27) control += 1;
  return control > sample.length / 50;
}

function joinBytes(first: Uint8Array, second: Uint8Array): Uint8Array {
  const joined = new Uint8Array(first.length + second.length);
  joined.set(first);
  joined.set(second, first.length);
  return joined;
}
