import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cutCodePoints, cutEnd, cutStart, repairSurrogates, sliceUnits } from '../../../shared/text/cut-text';

const anyText = fc.string({ unit: 'grapheme', maxLength: 40 });
const lone = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;

describe('cutting text', () => {
  it('never leaves half a character', () => {
    fc.assert(
      fc.property(anyText, fc.nat(60), fc.nat(60), (text, a, b) => {
        for (const piece of [cutStart(text, a), cutEnd(text, a), cutCodePoints(text, a), sliceUnits(text, a, b).text]) {
          expect(piece).not.toMatch(lone);
          expect(text).toContain(piece);
        }
        expect(cutStart(text, a).length).toBeLessThanOrEqual(a);
        expect([...cutCodePoints(text, a)].length).toBe(Math.min(a, [...text].length));
      }),
    );
  });

  it('gives the whole text in slices', () => {
    fc.assert(
      fc.property(anyText, fc.integer({ min: 2, max: 9 }), (text, limit) => {
        let whole = '';
        while (whole.length < text.length) whole += sliceUnits(text, whole.length, limit).text;
        expect(whole).toBe(text);
      }),
    );
  });

  it('repairs what is broken and nothing else', () => {
    expect(repairSurrogates('a\ud83dx\ude00b😀')).toBe('a\ufffdx\ufffdb😀');
    fc.assert(fc.property(anyText, (text) => repairSurrogates(text) === text));
  });
});
