import type { CallStart } from '../../../shared/model/call';
import { CodedError } from '../../../shared/model/failure';
import { type CallOutline, partsOf, readTexts, SIDE_BY_SIDE } from '../../core/context/call-source';
import { resolveRecipe } from '../../core/context/resolve-recipe';
import type { StoredRecipe } from '../../core/sessions/session-log';
import type { SessionSource } from '../sessions/session-source';

/** A call with the texts of its parts, as plain data that can go to another thread. */
export interface LoadedCall extends CallOutline {
  texts: Array<[hash: string, text: string]>;
}

/** Rejects with `not-found` for an unknown call, or one that builds on a lost one. */
export async function readOutline(session: SessionSource, call: string): Promise<CallOutline> {
  const stored = await session.readCall(call);
  if (stored === undefined) throw new CodedError('not-found', `no call ${call}`);
  const { started, ended } = stored;
  const chain = await readChain(session, started);
  const recipe = resolveRecipe(started, (id) => chain.get(id));
  return { session: session.id, start: started, at: started.at, ...(ended === undefined ? {} : { end: ended }), recipe };
}

/** Rejects with `not-found` when a part is damaged. */
export async function loadTexts(session: SessionSource, outline: CallOutline): Promise<LoadedCall> {
  return { ...outline, texts: [...(await readTexts(partsOf(outline), (ref) => session.readPart(ref)))] };
}

/** The calls whose recipes this one builds on: mostly the agent's calls right before it, so many are read at once. */
async function readChain(session: SessionSource, start: CallStart): Promise<Map<string, StoredRecipe>> {
  const chain = new Map<string, StoredRecipe>([[start.call, start]]);
  const earlier = session.state.calls.filter(({ agent, number }) => agent === start.agent && number < start.number).reverse();
  const places = new Map(earlier.map(({ call }, place) => [call, place]));
  const known = new Map<string, StoredRecipe>();
  for (let base = start.recipe.base; base !== undefined && !chain.has(base); ) {
    if (!known.has(base)) {
      const place = places.get(base);
      const wanted = place === undefined ? [base] : earlier.slice(place, place + SIDE_BY_SIDE).map(({ call }) => call);
      const read = await Promise.all(wanted.map((call) => session.readRecipe(call)));
      for (const recipe of read) if (recipe !== undefined) known.set(recipe.call, recipe);
    }
    const next = known.get(base);
    if (next === undefined) break;
    chain.set(base, next);
    base = next.recipe.base;
  }
  return chain;
}
