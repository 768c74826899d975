import { estimateTokens } from '../../core/context/estimate-tokens';
import type { OfferedTool } from '../../core/mcp/offer-tools';

export function definitionTokens(tools: readonly OfferedTool[]): number {
  return tools.reduce((sum, tool) => sum + toolTokens(tool), 0);
}

const tokensOf = new WeakMap<OfferedTool, number>();

export function toolTokens(tool: OfferedTool): number {
  const known = tokensOf.get(tool);
  if (known !== undefined) return known;
  const tokens = estimateTokens(JSON.stringify({ name: tool.name, description: tool.description, input_schema: tool.inputSchema }));
  tokensOf.set(tool, tokens);
  return tokens;
}
