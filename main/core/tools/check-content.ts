import { findPlaceholder } from '../secrets/placeholders';
import type { Refusal } from './check-seen';
import { hasLoneSurrogate } from './text-file';

/** Refuses a text that no file and no command may get: half a surrogate pair, or a placeholder where a secret stands (invariant 8). */
export function checkContent(field: string, text: string): Refusal | undefined {
  if (hasLoneSurrogate(text))
    return { ok: false, kind: 'encoding', message: `${field} contains half of a surrogate pair, which nothing can hold.` };
  const placeholder = findPlaceholder(text);
  if (placeholder === undefined) return undefined;
  const message = `${field} contains ${placeholder}, which stands for a secret that is kept from you. Change only the text around it.`;
  return { ok: false, kind: 'invalid-input', message };
}
