import { cutEnd } from '../../../shared/text/cut-text';
import type { HideSecrets } from './hide-secrets';

/**
 * The end of a text in whole lines, at most `max` characters, without its secrets. They are hidden before it is cut: what is left of a
 * secret that was cut in two is not known for one.
 */
export async function keepEnd(text: string, max: number, hide: HideSecrets): Promise<{ text: string; cut: boolean }> {
  const hidden = await hide(text);
  if (hidden.length <= max) return { text: hidden, cut: false };
  const end = cutEnd(hidden, max);
  return { text: end.slice(end.indexOf('\n') + 1), cut: true };
}
