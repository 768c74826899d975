import fc from 'fast-check';
import { expect, test } from 'vitest';
import { resultLimit } from '../../../main/core/agent/result-limit';
import { estimateTokens } from '../../../main/core/context/estimate-tokens';

const tool = { resultBound: 400_000, resultTokens: 1_000 };

test('is the bound of the tool for all that has no more tokens than it may, however short the text is', () => {
  expect(resultLimit(tool, '')).toBe(400_000);
  expect(resultLimit(tool, 'x')).toBe(400_000);
  expect(resultLimit({ resultBound: 50 }, 'x'.repeat(1_000_000))).toBe(50);
});

test('is at least what a tool of a server may hand over by its own word, and never less than without it', () => {
  const prose = 'lorem ipsum dolor '.repeat(9_000);
  expect(resultLimit({ ...tool, resultChars: 120_000 }, prose)).toBe(120_000);
  expect(resultLimit({ ...tool, resultChars: 10 }, prose)).toBe(resultLimit(tool, prose));
  expect(resultLimit({ ...tool, resultChars: 450_000 }, 'x')).toBe(450_000);
});

test('leaves about the tokens that the tool may give, in any script and in any number of blocks', () => {
  fc.assert(
    fc.property(
      fc.constantFrom('lorem ipsum dolor ', '日本語の文章です。', '{"a": 1},'),
      fc.integer({ min: 1_000, max: 9_000 }),
      (piece, count) => {
        const text = piece.repeat(count);
        const limit = resultLimit(tool, text);
        expect(
          resultLimit(tool, [
            { type: 'text', text: text.slice(0, 500) },
            { type: 'text', text: text.slice(500) },
          ]),
        ).toBe(limit);
        if (limit < text.length) expect(Math.abs(estimateTokens(text.slice(0, limit)) - 1_000)).toBeLessThan(150);
        else expect(estimateTokens(text)).toBeLessThanOrEqual(1_000);
      },
    ),
  );
});
