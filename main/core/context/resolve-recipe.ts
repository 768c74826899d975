import type { CallStart } from '../../../shared/model/call';
import { CodedError } from '../../../shared/model/failure';
import type { ResolvedRecipe } from '../../../shared/model/part';

/**
 * Puts the base chain of a call together: every part of its request in order.
 *
 * @throws CodedError `not-found` when a base call is missing or names itself.
 */
export function resolveRecipe(
  start: Pick<CallStart, 'call' | 'recipe'>,
  find: (call: string) => Pick<CallStart, 'call' | 'recipe'> | undefined,
): ResolvedRecipe {
  const chain = [start];
  const seen = new Set([start.call]);
  for (let base = start.recipe.base; base !== undefined; ) {
    const next = find(base);
    if (next === undefined || seen.has(base))
      throw new CodedError('not-found', `The request of call ${start.call} builds on call ${base}, which is not in the log.`);
    seen.add(base);
    chain.push(next);
    base = next.recipe.base;
  }
  chain.reverse();
  return {
    head: start.recipe.head,
    system: chain.flatMap((call) => call.recipe.system),
    tools: chain.flatMap((call) => call.recipe.tools),
    messages: chain.flatMap((call) => call.recipe.messages),
    marks: start.recipe.marks,
  };
}
