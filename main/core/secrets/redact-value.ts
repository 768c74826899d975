import type { FindSecrets } from './known-formats';
import type { SecretRange } from './secret-range';
import { hideRanges, type Redacted } from './redact';

/** Between two texts that are looked at together: no secret spans it. */
const GAP = '\n\u0000\n';
/** Characters looked at in one go, so that no step takes long. */
const CHUNK = 65_536;
/** No secret is shorter. */
const SHORTEST = 12;

/** A text without its secrets, and how many there were. What leaves the home as one text passes here: diagnostics, copies. */
export async function redactText(text: string, find: FindSecrets): Promise<Redacted> {
  return hideRanges(text, await find(text));
}

/** Each text without its secrets, in the order given. Equal texts are looked at once. */
export async function redactTexts(texts: readonly string[], find: FindSecrets): Promise<Redacted[]> {
  const found = new Map<string, Redacted>();
  for (const chunk of chunksOf(new Set(texts))) await redactChunk(chunk, find, found);
  return texts.map((text) => found.get(text) ?? { text, count: 0 });
}

/**
 * A copy of a JSON value with the secrets of its texts hidden, and how many there were. Its shape stays; thinking signatures
 * and encoded data are left as they are.
 */
export async function redactValue(value: unknown, find: FindSecrets): Promise<{ value: unknown; count: number }> {
  const texts: string[] = [];
  collectTexts(value, texts);
  const redacted = await redactTexts(texts, find);
  const byText = new Map(texts.map((text, index) => [text, redacted[index]?.text ?? text]));
  const count = redacted.reduce((sum, { count: one }) => sum + one, 0);
  return { value: count === 0 ? value : replaceTexts(value, byText), count };
}

function collectTexts(value: unknown, texts: string[]): void {
  if (typeof value === 'string') texts.push(value);
  else if (Array.isArray(value)) for (const inner of value) collectTexts(inner, texts);
  else if (typeof value === 'object' && value !== null) {
    for (const [key, inner] of Object.entries(value)) if (!isOpaque(value, key)) collectTexts(inner, texts);
  }
}

function replaceTexts(value: unknown, byText: ReadonlyMap<string, string>): unknown {
  if (typeof value === 'string') return byText.get(value) ?? value;
  if (Array.isArray(value)) return value.map((inner) => replaceTexts(inner, byText));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, isOpaque(value, key) ? inner : replaceTexts(inner, byText)]));
}

/** Members of content blocks that the provider signed or that are encoded bytes: they must stay what they are, and hold no text. */
function isOpaque(owner: object, key: string): boolean {
  const type = 'type' in owner ? owner.type : undefined;
  if (key === 'signature') return type === 'thinking';
  return key === 'data' && (type === 'base64' || type === 'redacted_thinking' || 'mediaType' in owner);
}

/** Texts put together to about `CHUNK` characters. A longer one is a chunk of its own. */
function* chunksOf(texts: Iterable<string>): Generator<string[]> {
  let chunk: string[] = [];
  let size = 0;
  for (const text of texts) {
    if (text.length < SHORTEST) continue;
    if (size + text.length > CHUNK && chunk.length > 0) {
      yield chunk;
      chunk = [];
      size = 0;
    }
    chunk.push(text);
    size += text.length;
  }
  if (chunk.length > 0) yield chunk;
}

async function redactChunk(chunk: readonly string[], find: FindSecrets, found: Map<string, Redacted>): Promise<void> {
  const ranges = await find(chunk.join(GAP));
  if (ranges.length === 0) return;
  let from = 0;
  for (const text of chunk) {
    const own = ranges.flatMap((range) => within(range, from, from + text.length));
    if (own.length > 0) found.set(text, hideRanges(text, own));
    from += text.length + GAP.length;
  }
}

/** The part of a range that lies in a text, in the text's own offsets. */
function within(range: SecretRange, from: number, to: number): SecretRange[] {
  const start = Math.max(range.start, from) - from;
  const end = Math.min(range.end, to) - from;
  return start < end ? [{ start, end, kind: range.kind }] : [];
}
