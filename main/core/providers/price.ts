import type { ModelInfo, Price } from '../../../shared/model/config';
import type { Usage } from '../../../shared/model/usage';
import { promptTokens } from '../../../shared/model/add-usage';

/** The price that holds for a whole request with this many prompt tokens. */
function priceFor(model: Pick<ModelInfo, 'price' | 'above'>, prompt: number): Price | undefined {
  return model.above !== undefined && prompt > model.above.promptTokens ? model.above.price : model.price;
}

/** US dollars of one call; undefined when the price is unknown. `ttl` is the lifetime of what was written to the cache. */
export function costOf(usage: Usage, model: Pick<ModelInfo, 'price' | 'above'>, ttl: '5m' | '1h' = '5m'): number | undefined {
  const price = priceFor(model, promptTokens(usage));
  if (price === undefined) return undefined;
  const write = ttl === '1h' ? price.cacheWrite1h : price.cacheWrite5m;
  return (
    (usage.input * price.input + usage.cacheRead * price.cacheRead + usage.cacheWrite * write + usage.output * price.output) / 1_000_000
  );
}
