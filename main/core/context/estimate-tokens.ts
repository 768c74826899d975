import { estimateTokenCount } from 'tokenx';

export type Estimate = (text: string) => number;

const WHOLE = 600;
const WINDOWS = 4;
const WINDOW = 100;

/**
 * Tokens of a text by heuristic, before the model's own factor. Of a long text only windows are looked at (on source and prose
 * within 3 % of the whole, in the median), so that it takes no longer than a short one.
 */
export function estimateTokens(text: string): number {
  if (text.length <= WHOLE) return estimateTokenCount(text);
  let tokens = 0;
  for (let index = 0; index < WINDOWS; index += 1) {
    const start = Math.floor((index * (text.length - WINDOW)) / (WINDOWS - 1));
    tokens += estimateTokenCount(text.slice(start, start + WINDOW));
  }
  return Math.round((tokens * text.length) / (WINDOWS * WINDOW));
}

/** Whole tokens, at least 1 for any text. */
export function scaleTokens(tokens: number, factor: number): number {
  return tokens === 0 ? 0 : Math.max(1, Math.round(tokens * factor));
}

/** The provider's rule for images: an area of 750 pixels is a token. Unknown sizes count as a large picture. */
export function imageTokens(size: { width: number; height: number } | undefined): number {
  if (size === undefined) return 1_600;
  return Math.max(1, Math.ceil((size.width * size.height) / 750));
}
