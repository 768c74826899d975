import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { editText } from '../../../main/core/tools/edit-text';
import { decodeText, encodeText, isTextFile, type TextEncoding, type TextFile } from '../../../main/core/tools/text-file';

const lineEnd = fc.constantFrom('\n', '\r\n', '\r\r\n', '\r');
const word = fc.string({ unit: fc.constantFrom('a', 'b', ' ', '\t', 'ü', '日', '😀', '\ufeff', '"', '$&'), maxLength: 6 });
/** Without lone CRs: one of them before an LF reads as a single line end once the text between them is gone. */
const pairedLines = (least: number) =>
  fc
    .array(fc.tuple(word, fc.constantFrom('\n', '\r\n', '\r\r\n')), { minLength: least, maxLength: 8 })
    .map((pairs) => pairs.map(([text, end]) => text + end).join(''));
const lines = (least: number) =>
  fc.array(fc.tuple(word, lineEnd), { minLength: least, maxLength: 8 }).map((pairs) => pairs.map(([text, end]) => text + end).join(''));
const encoding = fc.constantFrom<TextEncoding>('utf-8', 'utf-16le', 'utf-16be');

const fold = (text: string) => text.replace(/\r+\n|\r/g, '\n');
/** A text whose line ends stay separate when put between others. */
const closed = (text: string) => !text.endsWith('\r') && !/^[\r\n]/.test(text);

describe('an edit', () => {
  it('leaves every byte outside the edited span identical, whatever the line ends and the encoding', () => {
    fc.assert(
      fc.property(lines(0), lines(0), word, word, word, encoding, fc.boolean(), (before, after, middle, replacement, tail, kind, mark) => {
        const target = `<<${middle}>>`;
        fc.pre(closed(target) && !before.endsWith('\r'));
        const whole = `${before}${target}${after}${tail}`;
        const file: TextFile = { text: whole, encoding: kind, mark: kind === 'utf-8' ? mark : true };
        fc.pre(!(kind === 'utf-8' && !mark && whole.startsWith('\ufeff')));
        const bytes = encodeText(file);
        const decoded = decodeText(bytes);
        if (!isTextFile(decoded)) throw new Error(decoded.detail);
        expect(decoded).toEqual(file);
        const edited = editText(decoded.text, target, `[[${replacement}]]`, false);
        expect(edited).toEqual({ ok: true, text: `${before}[[${replacement}]]${after}${tail}`, count: 1 });
        if (!edited.ok) return;
        const result = encodeText({ ...decoded, text: edited.text });
        const head = encodeText({ ...file, text: before }).length;
        const end = encodeText({ text: after + tail, encoding: kind, mark: false }).length - (kind === 'utf-8' ? 0 : 2);
        expect(result.subarray(0, head)).toEqual(bytes.subarray(0, head));
        expect(result.subarray(result.length - end)).toEqual(bytes.subarray(bytes.length - end));
      }),
      { numRuns: 500 },
    );
  });

  it('changes nothing but what was asked, seen with equal line ends', () => {
    fc.assert(
      fc.property(pairedLines(1), pairedLines(1), pairedLines(1), pairedLines(1), (before, span, after, replacement) => {
        const whole = `${before}${span}${after}`;
        const old = fold(`${span}`);
        fc.pre(old !== fold(replacement) && fold(whole) === fold(before) + old + fold(after));
        const edited = editText(whole, old, replacement, false);
        if (!edited.ok) {
          expect(edited.kind).toBe('not-unique');
          return;
        }
        expect(fold(edited.text)).toBe(fold(before) + fold(replacement) + fold(after));
        expect(edited.text.startsWith(before)).toBe(true);
        expect(edited.text.endsWith(after)).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  it('is undone by the reverse edit when all line ends are equal', () => {
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 6 }), fc.constantFrom('\n', '\r\n', '\r'), word, (texts, end, word) => {
        const whole = [...texts, '<<one>>', ...texts].join(end);
        const there = editText(whole, '<<one>>', `<<two>>\n${word}\n!`, false);
        if (!there.ok) throw new Error(there.message);
        expect(editText(there.text, `<<two>>\n${word}\n!`, '<<one>>', false)).toEqual({ ok: true, text: whole, count: 1 });
      }),
      { numRuns: 300 },
    );
  });
});

describe('decoding', () => {
  it('takes only what it can give back byte for byte', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 60 }),
        fc.constantFrom<number[]>([], [0xef, 0xbb, 0xbf], [0xff, 0xfe], [0xfe, 0xff]),
        (body, mark) => {
          const bytes = Uint8Array.from([...mark, ...body]);
          const decoded = decodeText(bytes);
          if (isTextFile(decoded)) expect(encodeText(decoded)).toEqual(bytes);
        },
      ),
      { numRuns: 1000 },
    );
  });
});
