import { applyPatch } from 'diff';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { boundedDiff, unifiedDiff } from '../../../main/core/tools/unified-diff';
import { parsePatch } from '../../../renderer/ui/parse-patch';

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

describe('a bounded diff', () => {
  const pace = async () => undefined;

  it('is the same as long as little differs, however large the texts are', async () => {
    const before = 'a line of the file\n'.repeat(100_000);
    const after = `${before.slice(0, 950_000)}here\n${before.slice(950_000)}`;
    expect(await boundedDiff('/f', before, after, pace)).toEqual(unifiedDiff('/f', before, after));
    expect(await boundedDiff('/f', undefined, 'a\n', pace)).toEqual(unifiedDiff('/f', undefined, 'a\n'));
  });

  it('shows the beginning where very much does, counts all of it, and says so in the heading of its hunk', async () => {
    const before = `same\n${'the old line\n'.repeat(100_000)}`;
    const after = `same\n${'a line that is new\n'.repeat(90_000)}and its end`;
    const diff = await boundedDiff('/f', before, after, pace);
    expect(diff).toMatchObject({ removed: 100_001, added: 90_002 });
    expect(diff.patch.length).toBeLessThan(25_000);
    expect(diff.patch).toMatch(
      /^--- \/f\n\+\+\+ \/f\n@@ -1,\d+ \+1,\d+ @@ Too large .* 100001 removed and 90002 added lines\.\n-same\n-the old line\n/,
    );
    const lines = parsePatch(diff.patch);
    expect(lines[0]).toMatchObject({ type: 'hunk', text: expect.stringContaining('Only the beginning is shown') });
    expect(new Set(lines.slice(1).map(({ type, text }) => `${type} ${text}`))).toEqual(
      new Set(['remove same', 'remove the old line', 'add same', 'add a line that is new']),
    );
  });

  it('cuts a line that is longer than what is shown', async () => {
    const diff = await boundedDiff('/f', undefined, 'x'.repeat(1_000_000), pace);
    expect(diff).toMatchObject({ removed: 0, added: 1 });
    expect(diff.patch.length).toBeLessThan(11_000);
    expect(diff.patch).toContain('x …\n');
  });
});

function count(text: string): number {
  return text === '' ? 0 : text.split('\n').length - (text.endsWith('\n') ? 1 : 0);
}
