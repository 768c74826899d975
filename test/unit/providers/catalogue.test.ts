import { describe, expect, test } from 'vitest';
import {
  ANTHROPIC_MODELS,
  defaultModelName,
  findModel,
  listModels,
  modelName,
  parseModelName,
} from '../../../main/core/providers/catalogue';
import { costOf } from '../../../main/core/providers/price';

describe('models', () => {
  test('are named provider/model, Anthropic by default', () => {
    expect(parseModelName('anthropic/claude-opus-5-5')).toEqual({ provider: 'anthropic', id: 'claude-opus-5-5' });
    expect(parseModelName('claude-opus-5-5')).toEqual({ provider: 'anthropic', id: 'claude-opus-5-5' });
    expect(parseModelName('scripted/tour')).toEqual({ provider: 'scripted', id: 'tour' });
    expect([parseModelName('openai/x'), parseModelName('anthropic/'), parseModelName('')]).toEqual([undefined, undefined, undefined]);
  });

  test('have a price that is known or absent, never 0', () => {
    for (const model of ANTHROPIC_MODELS) expect(Object.values(model.price ?? {}).every((price) => price > 0)).toBe(true);
    expect(findModel('anthropic/claude-of-tomorrow')?.price).toBeUndefined();
  });

  test('can be changed and added to by the person', () => {
    const price = { input: 1, output: 2, cacheWrite5m: 3, cacheWrite1h: 4, cacheRead: 5 };
    const own = [
      { id: 'claude-opus-5-5', maxOutputTokens: 999 },
      { id: 'anthropic/claude-of-tomorrow', price },
    ];
    expect(findModel('claude-opus-5-5', own)).toMatchObject({ maxOutputTokens: 999, contextTokens: 1_000_000 });
    expect(findModel('claude-of-tomorrow', own)).toMatchObject({ id: 'claude-of-tomorrow', price });
    const names = listModels(own, ['tour']).map(modelName);
    expect(names).toContain('anthropic/claude-of-tomorrow');
    expect(names).toContain('scripted/tour');
    expect(new Set(names).size).toBe(names.length);
  });

  test('default to the configured, else the best with a key, else the tour', () => {
    expect(defaultModelName('anthropic/claude-haiku-5-5', false)).toBe('anthropic/claude-haiku-5-5');
    expect(defaultModelName(undefined, true)).toBe('anthropic/claude-opus-5-5');
    expect(defaultModelName(undefined, false)).toBe('scripted/tour');
  });
});

describe('cost', () => {
  const haiku = findModel('claude-haiku-5-5');
  const million = { input: 0, cacheRead: 0, cacheWrite: 0, output: 1_000_000 };

  test('adds the four kinds of tokens', () => {
    const usage = { input: 1000, cacheRead: 2000, cacheWrite: 3000, output: 4000 };
    expect(haiku && costOf(usage, haiku)).toBeCloseTo((1000 * 0.1 + 2000 * 0.01 + 3000 * 0.125 + 4000 * 0.5) / 1e6, 12);
    expect(haiku && costOf(usage, haiku, '1h')).toBeCloseTo((1000 * 0.1 + 2000 * 0.01 + 3000 * 0.2 + 4000 * 0.5) / 1e6, 12);
  });

  test('takes the dearer price for the whole request once the prompt is long', () => {
    expect(haiku && costOf({ ...million, cacheRead: 100_000 }, haiku)).toBeCloseTo(0.5 + 0.001);
    expect(haiku && costOf({ ...million, cacheRead: 100_001 }, haiku)).toBeCloseTo(2.5 + 0.005, 5);
  });

  test('is unknown, not 0, without a price', () => {
    expect(costOf(million, {})).toBeUndefined();
  });
});
