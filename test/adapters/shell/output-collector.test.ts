import { existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createOutputCollector } from '../../../main/adapters/shell/output-collector';

const folder = mkdtempSync(join(tmpdir(), 'collector-'));
let count = 0;
const LONE = /\p{Surrogate}/u;

async function collect(pieces: Uint8Array[], maxChars: number, spillLimit?: number) {
  count += 1;
  const spillPath = join(folder, 'blobs', `spill-${count}`);
  let streamed = '';
  const collector = createOutputCollector({
    maxChars,
    spillPath,
    spillLimit,
    onText: (text) => {
      streamed += text;
    },
  });
  for (const piece of pieces) await collector.add(piece);
  const result = await collector.end();
  return { result, streamed, spill: existsSync(spillPath) ? readFileSync(spillPath, 'utf8') : undefined };
}

describe('collected output', () => {
  it('is whole, or head, tail and a spill file that is the whole; no pair is ever split', { retry: 0 }, async () => {
    const text = fc.string({ unit: fc.constantFrom('a', '\n', 'é', '日', '😀', 'x\ny'), maxLength: 400 });
    await fc.assert(
      fc.asyncProperty(text, fc.array(fc.nat(1200), { maxLength: 6 }), fc.integer({ min: 2, max: 100 }), async (whole, cuts, maxChars) => {
        const bytes = new TextEncoder().encode(whole);
        const places = [0, ...cuts.map((cut) => Math.min(cut, bytes.length)).sort((a, b) => a - b), bytes.length];
        const pieces = places.slice(1).map((end, at) => bytes.slice(places[at], end));
        const { result, streamed, spill } = await collect(pieces, maxChars);
        expect(streamed).toBe(whole);
        expect(result).toMatchObject({
          chars: whole.length,
          bytes: bytes.length,
          lines: whole.split('\n').length - (whole === '' || whole.endsWith('\n') ? 1 : 0),
        });
        if (whole.length <= maxChars) {
          expect([result.head, result.tail, result.spilled, spill]).toEqual([whole, '', false, undefined]);
          return;
        }
        expect([result.spilled, spill]).toEqual([true, whole]);
        expect(result.head.length + result.tail.length).toBeLessThanOrEqual(maxChars);
        expect(whole.startsWith(result.head) && whole.endsWith(result.tail)).toBe(true);
        expect(LONE.test(result.head) || LONE.test(result.tail)).toBe(false);
      }),
      { numRuns: 200 },
    );
  });

  it('never puts more on the disk than its limit and a line that says so', async () => {
    const { result, spill } = await collect(
      Array.from({ length: 50 }, () => new Uint8Array(1000).fill(120)),
      100,
      5000,
    );
    expect(spill).toBe(`${'x'.repeat(5000)}\n[output beyond 5000 bytes is not kept]\n`);
    expect(result).toMatchObject({ bytes: 50_000, chars: 50_000, spilled: true });
  });

  it('goes on without a spill file when the disk refuses', async () => {
    const collector = createOutputCollector({ maxChars: 10, spillPath: '/proc/none/file', onText: () => undefined });
    for (let at = 0; at < 100; at += 1) await collector.add(new Uint8Array(10_000).fill(120));
    expect(await collector.end()).toMatchObject({ spilled: false, bytes: 1_000_000, head: 'xxxx', tail: 'xxxxxx' });
  });

  it('stands for bytes that are no UTF-8 with replacement characters', async () => {
    expect((await collect([Uint8Array.of(97, 0xff), Uint8Array.of(0xe6, 0x97), Uint8Array.of(0xa5)], 100)).result.head).toBe('a\ufffd日');
  });
});
