import type { DocumentReader } from '../ports';

/** What the Messages API takes: base64 length, side length, and side length in a request with many images. */
export const MAX_IMAGE_BASE64 = 5 * 1024 * 1024;
export const MAX_IMAGE_SIDE = 8_000;
const MANY_IMAGES = 20;
const MAX_SIDE_AMONG_MANY = 2_000;

export type ImageCheck =
  | { ok: true; width: number; height: number; mediaType: string }
  | { ok: false; why: 'too-large' | 'unreadable'; message: string };

/** Measures an image and says whether a model takes it in a request with so many others. */
export function checkImage(documents: Pick<DocumentReader, 'imageSize'>, bytes: Uint8Array, others = 0): ImageCheck {
  const base64 = Math.ceil(bytes.length / 3) * 4;
  if (base64 > MAX_IMAGE_BASE64)
    return { ok: false, why: 'too-large', message: `it is larger than ${MAX_IMAGE_BASE64 / 1024 / 1024} MB when encoded` };
  const size = documents.imageSize(bytes);
  if (size === undefined) return { ok: false, why: 'unreadable', message: 'it is not a PNG, JPEG, GIF or WebP image' };
  const most = others >= MANY_IMAGES ? MAX_SIDE_AMONG_MANY : MAX_IMAGE_SIDE;
  if (size.width > most || size.height > most)
    return { ok: false, why: 'too-large', message: `it is ${size.width} × ${size.height} pixels, and a side may have ${most}` };
  return { ok: true, ...size };
}

const CHUNK = 0x6000;

export function encodeBase64(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += CHUNK) text += btoa(String.fromCharCode(...bytes.subarray(at, at + CHUNK)));
  return text;
}

/** Undefined when the text is not base64. */
export function decodeBase64(text: string): Uint8Array | undefined {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}
