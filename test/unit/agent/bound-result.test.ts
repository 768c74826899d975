import fc from 'fast-check';
import { expect, test } from 'vitest';
import { boundResult } from '../../../main/core/agent/bound-result';

const keep = async (): Promise<string> => 'It is kept.';

test('leaves what fits, and whole images', async () => {
  const image = { type: 'image' as const, source: { type: 'base64' as const, media_type: 'image/png', data: 'AAAA'.repeat(100) } };
  expect(await boundResult('short', 10, keep)).toBe('short');
  expect(await boundResult([image, { type: 'text', text: 'short' }], 10, keep)).toEqual([image, { type: 'text', text: 'short' }]);
});

test('shares the bound among text blocks in their order', async () => {
  const cut = await boundResult(
    [
      { type: 'text', text: 'a'.repeat(80) },
      { type: 'text', text: 'b'.repeat(80) },
    ],
    100,
    keep,
  );
  expect(cut).toEqual([
    { type: 'text', text: 'a'.repeat(80) },
    { type: 'text', text: expect.stringMatching(/^b{12}\n\n\[60 of 80 characters left out here\. It is kept\.\]\n\nb{8}$/) },
  ]);
});

test('keeps the beginning and the end, within the bound, and never half a character', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'grapheme', maxLength: 400 }), fc.integer({ min: 1, max: 200 }), async (text, bound) => {
      const cut = await boundResult(text, bound, keep);
      if (text.length <= bound) {
        expect(cut).toBe(text);
        return;
      }
      const [head = '', tail = ''] = String(cut).split(/\n\n\[\d+ of \d+ characters left out here\. It is kept\.\]\n\n/);
      expect(text.startsWith(head) && text.endsWith(tail)).toBe(true);
      expect(head.length + tail.length).toBeLessThanOrEqual(bound);
      expect(Buffer.from(head + tail, 'utf8').toString('utf8')).toBe(head + tail);
    }),
  );
});
