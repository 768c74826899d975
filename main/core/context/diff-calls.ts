import type { PayloadDiff } from '../../../shared/model/anatomy';
import type { Price } from '../../../shared/model/config';
import type { CallOutline } from './call-source';
import { listBlocks } from './list-segments';

/** What changed between two requests, by identity of segments. Without `against` everything is new. */
export function diffCalls(source: CallOutline, against: CallOutline | undefined, price?: Price): PayloadDiff {
  const now = contentById(source);
  const before = against === undefined ? new Map<string, string>() : contentById(against);
  const common = [...now.keys()].filter((id) => before.has(id));
  const order = new Map([...before.keys()].map((id, index) => [id, index]));
  const kept = longestRun(common.map((id) => order.get(id) ?? 0));
  const { end } = source;
  return {
    ...(against === undefined ? {} : { against: against.start.call }),
    added: [...now.keys()].filter((id) => !before.has(id)),
    removed: [...before.keys()].filter((id) => !now.has(id)),
    moved: common.filter((_, index) => !kept.has(index)),
    changed: common.filter((id) => now.get(id) !== before.get(id)),
    prefix: source.start.comparison,
    ...(end?.usage === undefined ? {} : { usage: end.usage }),
    ...(price === undefined ? {} : { price }),
    ...(end?.costUsd === undefined ? {} : { costUsd: end.costUsd }),
  };
}

function contentById(source: CallOutline): Map<string, string> {
  const contents = listBlocks(source.recipe).flatMap(({ placed }) =>
    placed.segments.map((segment): [string, string] => [
      segment.id,
      `${placed.part.hash}${segment.pointer}#${segment.start ?? ''}-${segment.end ?? ''}`,
    ]),
  );
  return new Map(contents);
}

/** Indices of a longest ascending run: what is not in it has moved. */
function longestRun(values: readonly number[]): Set<number> {
  const tails: number[] = [];
  const previous: number[] = [];
  values.forEach((value, index) => {
    let low = 0;
    let high = tails.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((values[tails[middle] ?? 0] ?? 0) < value) low = middle + 1;
      else high = middle;
    }
    previous[index] = low > 0 ? (tails[low - 1] ?? -1) : -1;
    tails[low] = index;
  });
  const run = new Set<number>();
  for (let at = tails.at(-1) ?? -1; at >= 0; at = previous[at] ?? -1) run.add(at);
  return run;
}
