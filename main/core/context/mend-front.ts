import type { PlacedPart } from '../../../shared/model/part';
import { LOST_WORDS } from '../sessions/part-text';
import { pinContext } from './pin-context';
import type { AssembleOptions } from './session-context';
import { placeStandIn } from './stand-in';
import type { Workshop } from './workshop';

/**
 * System and tools that the next request goes on with: those of the one before, or those that are pinned. What is lost of them is made
 * anew; where nothing of its kind would be pinned now, words stand in for a system block, and a tool is left out.
 */
export async function mendFront(
  shop: Workshop,
  { model, config }: Pick<AssembleOptions, 'model' | 'config'>,
): Promise<{ system: PlacedPart[]; tools: PlacedPart[]; isMended: boolean }> {
  const { deps, desk, fold, lost, maker } = shop;
  const { system, tools } = fold.last === undefined ? fold.pinned : fold.history;
  await Promise.all([...system, ...tools].map((placed) => fold.history.textOf(placed)));
  const isLost = ({ part }: PlacedPart): boolean => lost.has(part);
  if (![...system, ...tools].some(isLost)) return { system, tools, isMended: false };

  const memory = desk.refresh(config.readUserFiles).then((loaded) => loaded.memory);
  const pinned = await pinContext(deps, memory, model, maker);
  const renew = (placed: PlacedPart, fresh: readonly PlacedPart[]): PlacedPart | undefined => {
    const found = fresh.find((other) => keyOf(other) === keyOf(placed));
    if (found?.part.hash === placed.part.hash) return { part: found.part, segments: placed.segments };
    return found === undefined ? undefined : { part: found.part, segments: found.segments.map((one) => ({ ...one, event: lost.event })) };
  };
  const words = { type: 'text', text: LOST_WORDS };
  return {
    system: system.map((placed) =>
      isLost(placed) ? (renew(placed, pinned.system) ?? placeStandIn(maker, placed, words, 'recovery', lost.event)) : placed,
    ),
    tools: tools.flatMap((placed) => (isLost(placed) ? (renew(placed, pinned.tools) ?? []) : [placed])),
    isMended: true,
  };
}

/** What a pinned part is, whatever its text. */
function keyOf({ segments: [first] }: PlacedPart): string {
  return JSON.stringify([first?.kind, first?.source]);
}
