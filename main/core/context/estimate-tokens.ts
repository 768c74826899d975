import { estimateTokenCount } from 'tokenx';

export type Estimate = (text: string) => number;

/** Tokens of a text by heuristic, before the model's own factor. */
export function estimateTokens(text: string): number {
  return estimateTokenCount(text);
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
