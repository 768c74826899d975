import type { Config, Price } from '../../../shared/model/config';
import { parseNumber } from './number-field';

type OwnModel = Config['models'][number];

const PRICE_KEYS = ['input', 'output', 'cacheWrite5m', 'cacheWrite1h', 'cacheRead'] as const;

/** The form as typed. An empty field means: as in the catalogue. */
export type OwnModelDraft = Record<'id' | 'name' | 'contextTokens' | 'maxOutputTokens' | (typeof PRICE_KEYS)[number], string>;
export type DraftProblem = 'id' | 'provider' | 'taken' | 'size' | 'price' | 'price-partly';

export function draftOf(model: OwnModel | undefined): OwnModelDraft {
  const text = (value: string | number | undefined) => (value === undefined ? '' : String(value));
  return {
    id: text(model?.id),
    name: text(model?.name),
    contextTokens: text(model?.contextTokens),
    maxOutputTokens: text(model?.maxOutputTokens),
    input: text(model?.price?.input),
    output: text(model?.price?.output),
    cacheWrite5m: text(model?.price?.cacheWrite5m),
    cacheWrite1h: text(model?.price?.cacheWrite1h),
    cacheRead: text(model?.price?.cacheRead),
  };
}

/** The entry that a draft stands for, or why it is none yet. What the form does not show of `before` is kept. */
export function readDraft(
  draft: OwnModelDraft,
  before: OwnModel | undefined,
  taken: readonly string[],
): { model: OwnModel } | { problem: DraftProblem } {
  const id = draft.id.trim();
  if (id === '' || id.endsWith('/') || /\s/.test(id)) return { problem: 'id' };
  if (id.includes('/') && !/^(anthropic|scripted)\//.test(id)) return { problem: 'provider' };
  if (taken.includes(id)) return { problem: 'taken' };
  const contextTokens = parseNumber(draft.contextTokens, true);
  const maxOutputTokens = parseNumber(draft.maxOutputTokens, true);
  if (contextTokens === 'invalid' || maxOutputTokens === 'invalid') return { problem: 'size' };
  const price = readPrice(draft);
  if (price === 'price' || price === 'price-partly') return { problem: price };
  const { name: _name, contextTokens: _context, maxOutputTokens: _output, price: _price, ...kept } = before ?? { id };
  return {
    model: {
      ...kept,
      id,
      ...(draft.name.trim() === '' ? {} : { name: draft.name.trim() }),
      ...(contextTokens === undefined ? {} : { contextTokens }),
      ...(maxOutputTokens === undefined ? {} : { maxOutputTokens }),
      ...(price === undefined ? {} : { price }),
    },
  };
}

/** All five or none: a price with a gap would count some tokens as free. A price of 0 is one. */
function readPrice(draft: OwnModelDraft): Price | undefined | 'price' | 'price-partly' {
  const given = PRICE_KEYS.filter((key) => draft[key].trim() !== '');
  if (given.length === 0) return undefined;
  if (given.length < PRICE_KEYS.length) return 'price-partly';
  const [input, output, cacheWrite5m, cacheWrite1h, cacheRead] = PRICE_KEYS.map((key) => usd(draft[key]));
  if (input === undefined || output === undefined || cacheWrite5m === undefined || cacheWrite1h === undefined || cacheRead === undefined)
    return 'price';
  return { input, output, cacheWrite5m, cacheWrite1h, cacheRead };
}

function usd(text: string): number | undefined {
  const plain = text.normalize('NFKC').trim().replace(/^\$/, '');
  const number = Number(plain);
  return plain !== '' && Number.isFinite(number) && number >= 0 ? number : undefined;
}
