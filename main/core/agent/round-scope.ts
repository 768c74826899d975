import type { TurnScope } from './turn-scope';

/** The scope of the next round: until the person's next message a skill may have asked for another model. */
export async function scopeOfRound(scope: TurnScope): Promise<TurnScope> {
  const { deps, options } = scope;
  const wanted = deps.skills?.wantedModel();
  const chosen = wanted === undefined ? undefined : await deps.chooseModel?.(wanted);
  if (chosen === undefined) return scope;
  return { ...scope, deps: { ...deps, provider: chosen.provider }, options: { ...options, model: chosen.model } };
}
