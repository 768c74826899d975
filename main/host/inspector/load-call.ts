import type { CallStart } from '../../../shared/model/call';
import { CodedError } from '../../../shared/model/failure';
import { type CallSource, openCallSource } from '../../core/context/call-source';
import type { SessionSource } from '../sessions/session-source';

/** A call with the texts of its parts, as plain data that can go to another thread. */
export interface LoadedCall extends Omit<CallSource, 'read'> {
  texts: Array<[hash: string, text: string]>;
}

/** Rejects with `not-found` for an unknown call, or one whose parts are damaged. */
export async function loadCall(session: SessionSource, call: string): Promise<LoadedCall> {
  const stored = await session.readCall(call);
  if (stored === undefined) throw new CodedError('not-found', `no call ${call}`);
  const { started, ended } = stored;
  const chain = await readChain(session, started);
  const head = { session: session.id, start: started, at: started.at, ...(ended === undefined ? {} : { end: ended }) };
  const texts = new Map<string, string>();
  const { read: _read, ...source } = await openCallSource(
    head,
    (id) => chain.get(id),
    async (ref) => {
      const text = await session.readPart(ref);
      texts.set(ref.hash, text);
      return text;
    },
  );
  return { ...source, texts: [...texts] };
}

/** Calls read at once: a recipe mostly builds on the agent's calls right before it. */
const SIDE_BY_SIDE = 64;

/** The calls whose recipes this one builds on. */
async function readChain(session: SessionSource, start: CallStart): Promise<Map<string, CallStart>> {
  const chain = new Map<string, CallStart>([[start.call, start]]);
  const earlier = session.state.calls.filter(({ agent, number }) => agent === start.agent && number < start.number).reverse();
  const places = new Map(earlier.map(({ call }, place) => [call, place]));
  const known = new Map<string, CallStart>();
  for (let base = start.recipe.base; base !== undefined && !chain.has(base); ) {
    if (!known.has(base)) {
      const place = places.get(base);
      const wanted = place === undefined ? [base] : earlier.slice(place, place + SIDE_BY_SIDE).map(({ call }) => call);
      const read = await Promise.all(wanted.map((call) => session.readCall(call)));
      for (const stored of read) if (stored !== undefined) known.set(stored.started.call, stored.started);
    }
    const next = known.get(base);
    if (next === undefined) break;
    chain.set(base, next);
    base = next.recipe.base;
  }
  return chain;
}
