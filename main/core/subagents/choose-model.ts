import type { ModelInfo } from '../../../shared/model/config';
import { ANTHROPIC_MODELS, modelName } from '../providers/catalogue';

const FAMILIES: ReadonlySet<string> = new Set(['sonnet', 'opus', 'haiku', 'fable']);

/**
 * `provider/model` of a sub-agent: what the call names, else what its definition names, else its parent's. The name of a family means
 * its newest model; at another provider than that family's the parent's model stays.
 */
export function chooseAgentModel(
  asked: string | undefined,
  defined: string | undefined,
  parent: Pick<ModelInfo, 'provider' | 'id'>,
): string {
  const wanted = asked ?? defined ?? 'inherit';
  const inherited = modelName(parent);
  if (wanted === 'inherit') return inherited;
  if (!FAMILIES.has(wanted)) return parent.provider === 'scripted' && !wanted.includes('/') ? inherited : wanted;
  if (parent.provider !== 'anthropic') return inherited;
  const family = ANTHROPIC_MODELS.find(({ id }) => id.startsWith(`claude-${wanted}-`));
  return family === undefined ? inherited : modelName(family);
}
