import type { OfferedTool } from './offer-tools';

/** Most tools that one search loads. */
export const MOST_FOUND = 20;

/**
 * Tools that fit a query, best first. `select:a,b` names them; other queries are words, of which `+word` must be in the name or the
 * description. A word in a name weighs more than one in a description.
 */
export function searchTools<T extends Pick<OfferedTool, 'name' | 'description'>>(tools: readonly T[], query: string, limit: number): T[] {
  const most = Math.min(limit, MOST_FOUND);
  const [, selected] = /^\s*select:(.*)$/s.exec(query) ?? [];
  if (selected !== undefined) {
    const wanted = selected.split(',').map((name) => name.trim());
    return wanted.flatMap((name) => tools.filter((tool) => tool.name === name || tool.name.endsWith(`__${name}`))).slice(0, most);
  }
  const words = query
    .toLowerCase()
    .split(/[\s,_-]+/)
    .filter((word) => word !== '' && word !== '+');
  const required = words.filter((word) => word.startsWith('+')).map((word) => word.slice(1));
  const plain = words.map((word) => word.replace(/^\+/, ''));
  return tools
    .map((tool, index) => ({ tool, index, score: scoreOf(tool, plain, required) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || a.index - b.index)
    .slice(0, most)
    .map(({ tool }) => tool);
}

function scoreOf(
  { name, description }: Pick<OfferedTool, 'name' | 'description'>,
  words: readonly string[],
  required: readonly string[],
): number {
  const inName = name.toLowerCase();
  const inText = description.toLowerCase();
  if (!required.every((word) => inName.includes(word) || inText.includes(word))) return 0;
  const parts = new Set(inName.split(/[_-]+/));
  return words.reduce((score, word) => score + (parts.has(word) ? 6 : inName.includes(word) ? 4 : 0) + (inText.includes(word) ? 1 : 0), 0);
}
