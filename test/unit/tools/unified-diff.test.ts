import { applyPatch } from 'diff';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { unifiedDiff } from '../../../main/core/tools/unified-diff';

describe('a unified diff', () => {
  it('turns the one text into the other, whatever they are', () => {
    const text = fc
      .array(fc.constantFrom('a', 'b', 'c', '', 'long line', 'x\r'), { maxLength: 30 })
      .chain((lines) => fc.constantFrom('', '\n').map((end) => lines.join('\n') + end));
    fc.assert(
      fc.property(text, text, (before, after) => {
        const diff = unifiedDiff('/f', before, after);
        expect(applyPatch(before, diff.patch, { autoConvertLineEndings: false })).toBe(after);
        expect(diff.added - diff.removed).toBe(count(after) - count(before));
      }),
      { numRuns: 1000 },
    );
  });

  it('counts lines in the middle of a file and shows three around', () => {
    const before = Array.from({ length: 100 }, (_, at) => `${at + 1}\n`).join('');
    expect(unifiedDiff('/f', before, before.replace('\n50\n', '\nfifty\n'))).toEqual({
      patch: '--- /f\n+++ /f\n@@ -47,7 +47,7 @@\n 47\n 48\n 49\n-50\n+fifty\n 51\n 52\n 53\n',
      added: 1,
      removed: 1,
    });
    expect(unifiedDiff('/f', undefined, 'a\n').patch).toBe('--- /dev/null\n+++ /f\n@@ -0,0 +1,1 @@\n+a\n');
    expect(unifiedDiff('/f', 'a\n', 'a').patch).toContain('\\ No newline at end of file');
  });

  it('replaces unrelated texts as a whole', () => {
    const before = Array.from({ length: 3000 }, (_, at) => `old ${at}`).join('\n');
    const after = Array.from({ length: 2000 }, (_, at) => `new ${at}`).join('\n');
    const diff = unifiedDiff('/f', before, after);
    expect([diff.added, diff.removed, applyPatch(before, diff.patch)]).toEqual([2000, 3000, after]);
  });
});

function count(text: string): number {
  return text === '' ? 0 : text.split('\n').length - (text.endsWith('\n') ? 1 : 0);
}
