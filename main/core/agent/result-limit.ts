import type { ResultContent } from '../../../shared/model/block';
import { estimateTokens } from '../context/estimate-tokens';
import type { RegisteredTool } from '../tools/tool';

/** Most characters that this very content may have: where a tool counts in tokens, more of prose than of Japanese. */
export function resultLimit(
  { resultBound, resultTokens, resultChars = 0 }: Pick<RegisteredTool, 'resultBound' | 'resultTokens' | 'resultChars'>,
  content: ResultContent,
): number {
  if (resultTokens === undefined) return Math.max(resultBound, resultChars);
  const text = textOf(content);
  const tokens = estimateTokens(text);
  const limit = tokens <= resultTokens ? resultBound : Math.min(resultBound, Math.floor((text.length * resultTokens) / tokens));
  return Math.max(limit, resultChars);
}

function textOf(content: ResultContent): string {
  if (typeof content === 'string') return content;
  return content.map((block) => ('text' in block && typeof block.text === 'string' ? block.text : '')).join('');
}
