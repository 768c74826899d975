import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { boundSequences } from '../../../main/adapters/terminal/bound-sequences';
import { createScreen } from '../../../main/adapters/terminal/screen';

const size = { columns: 80, rows: 24 };
const pass = (...texts: string[]): string => {
  const bound = boundSequences(() => size);
  return texts.flatMap(bound).join('');
};
const numbersOf = (text: string): number[] => (text.match(/\d+/g) ?? []).map(Number);

describe('bounding control sequences', () => {
  it.each([
    ['a\x1b[2147483647b', 'a\x1b[1920b'],
    ['\x1b[99999999L', '\x1b[24L'],
    ['\x1b[2147483647S', '\x1b[24S'],
    ['\x1b[99999I', '\x1b[80I'],
    ['\x9b99999999T', '\x9b24T'],
    ['\x1b[99999;2147483647H', '\x1b[9999;9999H'],
    ['\x1b[4:99999m', '\x1b[4:9999m'],
    ['\x1b[9\x0799999999b', '\x07\x1b[1920b'],
    ['\x1b\x07[99999999b', '\x07\x1b[1920b'],
    ['\x1b[1\x1b[99999L', '\x1b[24L'],
    ['\x1b]0;\x1b[99999L', '\x1b]0;\x1b[24L'],
  ])('makes %j %j', (given, expected) => {
    expect(pass(given)).toBe(expected);
    expect(pass(...given)).toBe(expected);
  });

  it('leaves what programs print alone', () => {
    const usual =
      '\x1b[1;38;2;255;128;0mred\x1b[0m\r\n\x1b[?2004h\x1b[?1049h\x1b[2J\x1b[H\x1b]0;title 99999999\x07\x1b(B日本語\x1b[10X12345678b';
    expect(pass(usual)).toBe(usual);
  });

  it('keeps nothing of a sequence that never ends', () => {
    const bound = boundSequences(() => size);
    expect(['\x1b[', ...Array<string>(100).fill('1;'.repeat(1000))].flatMap(bound)).toEqual([]);
    expect(bound('mplain')).toEqual(['plain']);
  });

  it('bounds whatever comes, cut wherever it is cut', () => {
    const part = fc.constantFrom(
      '\x1b',
      '[',
      '\x9b',
      '99999',
      '7',
      ';',
      ':',
      '?',
      'b',
      'L',
      'S',
      '\x18',
      '\n',
      ' ',
      '\x7f',
      'é',
      ']',
      '\x07',
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 40 }), fc.nat(200), (parts, cut) => {
        const text = parts.join('');
        const out = pass(text);
        expect(pass(text.slice(0, cut), text.slice(cut))).toBe(out);
        for (const [, , digits = ''] of out.matchAll(/(\x1b\[|\x9b)([\d;:? ]*)[@-~]/g))
          expect(Math.max(0, ...numbersOf(digits))).toBeLessThan(10_000);
      }),
    );
  });

  it('cuts costly output into pieces, so that the event loop turns between them', async () => {
    const bound = boundSequences(() => size);
    const pieces = bound('a\x1b[2147483647b\x1b[2147483647S'.repeat(2000));
    expect(pieces.length).toBeGreaterThan(100);
    expect(bound('x'.repeat(10_000))).toHaveLength(1);
    const screen = await createScreen(
      size,
      () => undefined,
      () => undefined,
    );
    let drawn = 0;
    let between = 0;
    const turn = setInterval(() => (between += drawn > 0 && drawn < pieces.length ? 1 : 0), 0);
    await Promise.all(pieces.map((piece) => screen.add(piece).then(() => (drawn += 1))));
    clearInterval(turn);
    screen.dispose();
    expect([drawn, between > 0]).toEqual([pieces.length, true]);
  });
});
