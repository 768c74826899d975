import { describe, expect, it } from 'vitest';
import { cutRows } from '../../renderer/features/inspector/raw-rows';

const WORDS = Array.from({ length: 400 }, (_, at) => `word${at}`).join(' ');

async function rowsOf(text: string, form: 'json' | 'text'): Promise<string[]> {
  const rows = await cutRows(text, form, () => false);
  return rows?.depths.map((_, row) => text.slice(rows.starts[row], rows.starts[row + 1])) ?? [];
}

describe('the rows of a body', () => {
  it.each([
    ['json', JSON.stringify({ text: WORDS })],
    ['text', WORDS],
  ] as const)('end between words, and joined they are the %s again', async (form, text) => {
    const rows = await rowsOf(text, form);
    expect(rows.join('')).toBe(text);
    expect(rows.length).toBeGreaterThan(10);
    expect(Math.max(...rows.map((row) => row.length))).toBeLessThanOrEqual(140);
    const long = rows.filter((row) => row.length > 100);
    expect(long.slice(0, -1).every((row) => row.endsWith(' '))).toBe(true);
  });

  it('break a word without end where they must, and never inside a character', async () => {
    const text = '😀'.repeat(500);
    const rows = await rowsOf(text, 'text');
    expect(rows.join('')).toBe(text);
    expect(rows.every((row) => !/^[\udc00-\udfff]|[\ud800-\udbff]$/.test(row))).toBe(true);
  });
});
