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

const unpaced = async () => undefined;

describe('an edit', () => {
  it('leaves every byte outside the edited span identical, whatever the line ends and the encoding', async () => {
    await fc.assert(
      fc.asyncProperty(
        lines(0),
        lines(0),
        word,
        word,
        word,
        encoding,
        fc.boolean(),
        async (before, after, middle, replacement, tail, kind, mark) => {
          const target = `<<${middle}>>`;
          fc.pre(closed(target) && !before.endsWith('\r'));
          const whole = `${before}${target}${after}${tail}`;
          const file: TextFile = { text: whole, encoding: kind, mark: kind === 'utf-8' ? mark : true };
          fc.pre(!(kind === 'utf-8' && !mark && whole.startsWith('\ufeff')));
          const bytes = encodeText(file);
          const decoded = decodeText(bytes);
          if (!isTextFile(decoded)) throw new Error(decoded.detail);
          expect(decoded).toEqual(file);
          const edited = await editText(decoded.text, target, `[[${replacement}]]`, false, unpaced);
          expect(edited).toEqual({ ok: true, text: `${before}[[${replacement}]]${after}${tail}`, count: 1 });
          if (!edited.ok) return;
          const result = encodeText({ ...decoded, text: edited.text });
          const head = encodeText({ ...file, text: before }).length;
          const end = encodeText({ text: after + tail, encoding: kind, mark: false }).length - (kind === 'utf-8' ? 0 : 2);
          expect(result.subarray(0, head)).toEqual(bytes.subarray(0, head));
          expect(result.subarray(result.length - end)).toEqual(bytes.subarray(bytes.length - end));
        },
      ),
      { numRuns: 500 },
    );
  });

  it('changes nothing but what was asked, seen with equal line ends', async () => {
    await fc.assert(
      fc.asyncProperty(pairedLines(1), pairedLines(1), pairedLines(1), pairedLines(1), async (before, span, after, replacement) => {
        const whole = `${before}${span}${after}`;
        const old = fold(`${span}`);
        fc.pre(old !== fold(replacement) && fold(whole) === fold(before) + old + fold(after));
        const edited = await editText(whole, old, replacement, false, unpaced);
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

  it('is undone by the reverse edit when all line ends are equal', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(word, { minLength: 1, maxLength: 6 }),
        fc.constantFrom('\n', '\r\n', '\r'),
        word,
        async (texts, end, word) => {
          const whole = [...texts, '<<one>>', ...texts].join(end);
          const there = await editText(whole, '<<one>>', `<<two>>\n${word}\n!`, false, unpaced);
          if (!there.ok) throw new Error(there.message);
          expect(await editText(there.text, `<<two>>\n${word}\n!`, '<<one>>', false, unpaced)).toEqual({ ok: true, text: whole, count: 1 });
        },
      ),
      { numRuns: 300 },
    );
  });

  it('lets other work run between the steps where a file has very many places, whatever its line ends', async () => {
    for (const end of ['\n', '\r\n']) {
      let paused = 0;
      const pace = async () => {
        paused += 1;
      };
      const whole = `the old word${end}`.repeat(20_000);
      expect(await editText(whole, 'old', 'new', true, pace)).toEqual({ ok: true, text: whole.replaceAll('old', 'new'), count: 20_000 });
      expect(paused).toBeGreaterThanOrEqual(8);
      const before = paused;
      expect(await editText(whole, 'none\nsuch', '', false, pace)).toMatchObject({ ok: false, kind: 'no-match' });
      expect(paused - before).toBeGreaterThanOrEqual(4);
    }
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
