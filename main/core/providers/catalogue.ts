import type { Config, ModelInfo, Price } from '../../../shared/model/config';
import { type Effort, effortSchema } from '../../../shared/model/effort';

/** The day on which ids, limits and prices were last checked against the provider's pages. */
export const CATALOGUE_DATED = '2026-11-30';

/** The tokenizer of the models since 4.7 gives about 30 % more tokens than the estimate counts. */
const NEW_TOKENIZER = 1.3;

function price(input: number, output: number, cacheWrite5m: number, cacheWrite1h: number, cacheRead: number): Price {
  return { input, output, cacheWrite5m, cacheWrite1h, cacheRead };
}

function claude(
  id: string,
  name: string,
  thinking: ModelInfo['thinking'],
  cacheMinimumTokens: number,
  cost: Price,
  more: Partial<ModelInfo> = {},
): ModelInfo {
  return {
    id,
    provider: 'anthropic',
    name,
    contextTokens: 1_000_000,
    maxOutputTokens: 128_000,
    price: cost,
    cacheMinimumTokens,
    thinking,
    tokenFactor: NEW_TOKENIZER,
    maxImages: 600,
    efforts: effortSchema.options,
    ...more,
  };
}

const SMALL: Partial<ModelInfo> = { contextTokens: 200_000, maxOutputTokens: 64_000, tokenFactor: 1, maxImages: 100, efforts: [] };
/** Both answer `xhigh` with an error. */
const OLDER: Partial<ModelInfo> = { tokenFactor: 1, efforts: ['low', 'medium', 'high', 'max'] };
const OLDEST_EFFORTS: Effort[] = ['low', 'medium', 'high'];

/** Best first: the first is the default where there is a credential. Dollars per million tokens. */
export const ANTHROPIC_MODELS: readonly ModelInfo[] = [
  claude('claude-opus-5-5', 'Claude Opus 5.5', 'adaptive', 512, price(4, 20, 5, 8, 0.2)),
  claude('claude-sonnet-5-5', 'Claude Sonnet 5.5', 'between-tools', 512, price(2, 10, 2.5, 4, 0.1)),
  claude('claude-haiku-5-5', 'Claude Haiku 5.5', 'adaptive', 512, price(0.1, 0.5, 0.125, 0.2, 0.01), {
    above: { promptTokens: 100_000, price: price(0.5, 2.5, 0.625, 1, 0.05) },
  }),
  claude('claude-fable-5-2', 'Claude Fable 5.2', 'adaptive', 4096, price(8, 40, 10, 16, 0.2)),
  claude('claude-fable-5-1', 'Claude Fable 5.1', 'adaptive', 512, price(10, 50, 12.5, 20, 0.25)),
  claude('claude-fable-5', 'Claude Fable 5', 'adaptive', 4096, price(10, 50, 12.5, 20, 1)),
  claude('claude-opus-5', 'Claude Opus 5', 'adaptive', 512, price(5, 25, 6.25, 10, 0.5)),
  claude('claude-sonnet-5', 'Claude Sonnet 5', 'optional', 1024, price(2, 10, 2.5, 4, 0.2)),
  claude('claude-opus-4-8', 'Claude Opus 4.8', 'optional', 1024, price(5, 25, 6.25, 10, 0.5)),
  claude('claude-opus-4-7', 'Claude Opus 4.7', 'optional', 2048, price(5, 25, 6.25, 10, 0.5)),
  claude('claude-opus-4-6', 'Claude Opus 4.6', 'optional', 4096, price(5, 25, 6.25, 10, 0.5), OLDER),
  claude('claude-sonnet-4-6', 'Claude Sonnet 4.6', 'optional', 1024, price(3, 15, 3.75, 6, 0.3), OLDER),
  claude('claude-haiku-4-5', 'Claude Haiku 4.5', 'budget', 4096, price(1, 5, 1.25, 2, 0.1), SMALL),
  claude('claude-opus-4-5', 'Claude Opus 4.5', 'budget', 4096, price(5, 25, 6.25, 10, 0.5), { ...SMALL, efforts: OLDEST_EFFORTS }),
  claude('claude-sonnet-4-5', 'Claude Sonnet 4.5', 'budget', 1024, price(3, 15, 3.75, 6, 0.3), SMALL),
];

/** The model that plays `resources/scripts/<name>.yaml`. Its prices are for show, so that the ledger can be lived through. */
export function scriptedModel(name: string): ModelInfo {
  return {
    id: name,
    provider: 'scripted',
    name: `Scripted: ${name} (demo prices)`,
    contextTokens: 200_000,
    maxOutputTokens: 64_000,
    price: price(2, 10, 2.5, 4, 0.2),
    cacheMinimumTokens: 512,
    thinking: 'optional',
    efforts: effortSchema.options,
    tokenFactor: 1,
    maxImages: 100,
  };
}

export const DEFAULT_SCRIPT = 'tour';

/** An id that nobody knows: limits of the smallest current model, and no price. */
function unknownModel(id: string): ModelInfo {
  return {
    id,
    provider: 'anthropic',
    name: id,
    contextTokens: 200_000,
    maxOutputTokens: 64_000,
    cacheMinimumTokens: 4096,
    thinking: 'none',
    tokenFactor: NEW_TOKENIZER,
    maxImages: 100,
  };
}

/** `provider/model`; a name without a provider is Anthropic's. Undefined when the provider is none that exists. */
export function parseModelName(name: string): { provider: ModelInfo['provider']; id: string } | undefined {
  const slash = name.indexOf('/');
  const provider = slash < 0 ? 'anthropic' : name.slice(0, slash);
  const id = name.slice(slash + 1);
  if (id === '' || (provider !== 'anthropic' && provider !== 'scripted')) return undefined;
  return { provider, id };
}

export function modelName(model: Pick<ModelInfo, 'provider' | 'id'>): string {
  return `${model.provider}/${model.id}`;
}

type Override = Config['models'][number];

function isFor(override: Override, model: ModelInfo): boolean {
  const named = parseModelName(override.id);
  return named !== undefined && named.id === model.id && (override.provider ?? named.provider) === model.provider;
}

function withOverrides(model: ModelInfo, overrides: readonly Override[]): ModelInfo {
  const own = overrides.filter((override) => isFor(override, model));
  return own.length === 0 ? model : Object.assign({ ...model }, ...own, { id: model.id, provider: model.provider });
}

/** A model of the catalogue, of the person's own list, or one of which only the id is known; undefined for a bad name. */
export function findModel(name: string, overrides: readonly Override[] = []): ModelInfo | undefined {
  const named = parseModelName(name);
  if (named === undefined) return undefined;
  if (named.provider === 'scripted') return withOverrides(scriptedModel(named.id), overrides);
  const known = ANTHROPIC_MODELS.find((model) => model.id === named.id);
  return withOverrides(known ?? unknownModel(named.id), overrides);
}

/** Every model that can be picked: the catalogue, the person's own ids, and one scripted model for each script. */
export function listModels(overrides: readonly Override[], scripts: readonly string[]): ModelInfo[] {
  const own = overrides
    .map((override) =>
      findModel(override.provider === undefined ? override.id : `${override.provider}/${override.id.replace(/^.*\//, '')}`, overrides),
    )
    .filter((model): model is ModelInfo => model !== undefined);
  const all = [...ANTHROPIC_MODELS, ...scripts.map(scriptedModel)].map((model) => withOverrides(model, overrides));
  const names = new Set(all.map(modelName));
  return [...all, ...own.filter((model) => !names.has(modelName(model)))];
}

/** `provider/model` of a new session: the configured one, else the best with a credential, else the tour. */
export function defaultModelName(configured: string | undefined, hasCredential: boolean): string {
  if (configured !== undefined && parseModelName(configured) !== undefined) return configured;
  const best = ANTHROPIC_MODELS[0];
  return hasCredential && best !== undefined ? modelName(best) : `scripted/${DEFAULT_SCRIPT}`;
}
