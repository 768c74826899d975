import type { CallEnd, CallStart } from '../../../shared/model/call';
import type { PartRef, ResolvedRecipe } from '../../../shared/model/part';
import { mapLimited } from '../kernel/map-limited';
import type { SessionLog } from '../sessions/session-log';
import type { ReadText } from './render-body';
import { resolveRecipe } from './resolve-recipe';

/** Everything that the inspector's functions need of one call, live or old. */
export interface CallSource {
  session: string;
  start: CallStart;
  /** Time of `call/started`, ISO 8601. */
  at: string;
  end?: CallEnd;
  recipe: ResolvedRecipe;
  /** Text of every part of the request and of the answer. */
  read: ReadText;
}

const SIDE_BY_SIDE = 64;

/**
 * Resolves a call's recipe and loads the texts of its parts.
 *
 * @throws CodedError `not-found` when a base call or a part is missing or damaged.
 */
export async function openCallSource(
  call: Pick<CallSource, 'session' | 'start' | 'at' | 'end'>,
  find: (call: string) => CallStart | undefined,
  readPart: SessionLog['readPart'],
): Promise<CallSource> {
  const recipe = resolveRecipe(call.start, find);
  const refs = new Map<string, PartRef>();
  const placed = [...recipe.system, ...recipe.tools, ...recipe.messages.flatMap((message) => message.blocks)];
  for (const part of [...placed.map((one) => one.part), ...(call.end?.blocks ?? [])]) refs.set(part.hash, part);
  const texts = new Map<string, string>();
  await mapLimited([...refs.values()], SIDE_BY_SIDE, async (ref) => {
    texts.set(ref.hash, await readPart(ref));
  });
  return { ...call, recipe, read: (ref) => texts.get(ref.hash) ?? '{}' };
}
