import type { BreakReason, PrefixComparison } from '../../../shared/model/call';
import type { PlacedPart } from '../../../shared/model/part';
import type { ContextFold } from './context-fold';
import type { History } from './history';
import { countTokens } from './history';

const TTL_MS = { '5m': 5 * 60_000, '1h': 60 * 60_000 };

/** What a new request has in common with the agent's previous one, and why not all of it, or why its cache is gone. */
export function comparePrefix(
  fold: ContextFold,
  history: History,
  now: { broken: BreakReason | undefined; now: number; ttl: '5m' | '1h'; minimumTokens: number },
): PrefixComparison {
  const { last } = fold;
  if (last === undefined) return { segments: 0, bytes: 0, tokens: 0, brokenBy: 'first-call' };
  if (now.broken !== undefined) return { previous: last.call, ...commonPrefix(fold.history, history), brokenBy: now.broken };
  const { system, tools, messages, segments, bytes } = fold.history.totals;
  const tokens = system + tools + messages;
  const isExpired = now.now - last.usedAt > TTL_MS[now.ttl] && tokens >= now.minimumTokens;
  return { previous: last.call, segments, bytes, tokens, ...(isExpired ? { brokenBy: 'idle-expiry' as const } : {}) };
}

function commonPrefix(before: History, after: History): Pick<PrefixComparison, 'segments' | 'bytes' | 'tokens'> {
  const old = blocksOf(before);
  const common: PlacedPart[] = [];
  for (const [index, placed] of blocksOf(after).entries()) {
    if (old[index]?.part.hash !== placed.part.hash) break;
    common.push(placed);
  }
  return {
    segments: common.reduce((sum, placed) => sum + placed.segments.length, 0),
    bytes: common.reduce((sum, placed) => sum + placed.part.size, 0),
    tokens: common.reduce((sum, placed) => sum + countTokens(placed.segments), 0),
  };
}

function blocksOf(history: History): PlacedPart[] {
  return [...history.tools, ...history.system, ...history.entries.flatMap((entry) => entry.message.blocks)];
}
