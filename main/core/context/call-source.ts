import type { CallEnd, CallStart } from '../../../shared/model/call';
import type { PartRef, ResolvedRecipe } from '../../../shared/model/part';
import { mapLimited } from '../kernel/map-limited';
import type { SessionLog } from '../sessions/session-log';
import type { ReadText } from './render-body';

/** A call and the recipe of its whole request, without the texts of their parts. */
export interface CallOutline {
  session: string;
  start: CallStart;
  /** Time of `call/started`, ISO 8601. */
  at: string;
  end?: CallEnd;
  recipe: ResolvedRecipe;
}

/** Everything that the inspector's functions need of one call, live or old. */
export interface CallSource extends CallOutline {
  /** Text of every part of the request and of the answer. */
  read: ReadText;
}

/** Parts read at once. */
export const SIDE_BY_SIDE = 64;

/** Every part of the request and of the answer. */
export function partsOf({ recipe, end }: Pick<CallOutline, 'recipe' | 'end'>): PartRef[] {
  const placed = [...recipe.system, ...recipe.tools, ...recipe.messages.flatMap((message) => message.blocks)];
  return [...placed.map(({ part }) => part), ...(end?.blocks ?? [])];
}

/**
 * Texts of parts by hash, each read once.
 *
 * @throws CodedError `not-found` when a part is missing or damaged.
 */
export async function readTexts(parts: readonly PartRef[], readPart: SessionLog['readPart']): Promise<Map<string, string>> {
  const texts = new Map<string, string>();
  const once = new Map(parts.map((part) => [part.hash, part]));
  await mapLimited([...once.values()], SIDE_BY_SIDE, async (part) => {
    texts.set(part.hash, await readPart(part));
  });
  return texts;
}

export function readerOf(texts: ReadonlyMap<string, string>): ReadText {
  return (ref) => texts.get(ref.hash) ?? '{}';
}
