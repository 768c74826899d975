import type { PlacedMessage } from '../../../shared/model/part';
import type { MarkPlace } from './cache-marks';
import type { History } from './history';

/** The last block of what is pinned: system, or tools when there is no system. */
export function frontPlace(history: History): MarkPlace | undefined {
  const { system, tools, totals } = history;
  if (system.length > 0) return { pointer: `/system/${system.length - 1}`, prefixTokens: totals.system + totals.tools };
  return tools.length > 0 ? { pointer: `/tools/${tools.length - 1}`, prefixTokens: totals.tools } : undefined;
}

/** The last block of the newest message that may carry a mark; thinking may not. */
export function newestPlace(history: History, added: readonly PlacedMessage[], prefixTokens: number): MarkPlace | undefined {
  const pointer = lastMarkable(added, history.entries.length) ?? lastOfHistory(history);
  return pointer === undefined ? undefined : { pointer, prefixTokens };
}

/** Where the previous call ended, with the number of blocks that came after it. */
export function previousPlace(history: History, added: readonly PlacedMessage[]): (MarkPlace & { blocksSince: number }) | undefined {
  const pointer = lastOfHistory(history);
  if (pointer === undefined) return undefined;
  const { totals } = history;
  return {
    pointer,
    prefixTokens: totals.system + totals.tools + totals.messages,
    blocksSince: added.reduce((sum, message) => sum + message.blocks.length, 0),
  };
}

function lastOfHistory(history: History): string | undefined {
  const last = history.entries.at(-1);
  return last === undefined ? undefined : lastMarkable([last.message], history.entries.length - 1);
}

function lastMarkable(messages: readonly PlacedMessage[], firstIndex: number): string | undefined {
  for (let index = messages.length - 1; index >= 0; index -= 1) {
    const blocks = messages[index]?.blocks ?? [];
    for (let block = blocks.length - 1; block >= 0; block -= 1) {
      const kind = blocks[block]?.segments[0]?.kind;
      if (kind !== undefined && kind !== 'thinking') return `/messages/${firstIndex + index}/content/${block}`;
    }
  }
  return undefined;
}
