import { readdir, readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';

async function codesOf(folder: string): Promise<string[]> {
  const files = (await readdir(folder)).filter((name) => name.endsWith('.ts'));
  const sources = await Promise.all(files.map((name) => readFile(`${folder}/${name}`, 'utf8')));
  const codes = sources.flatMap((source) => [...source.matchAll(/level: [^;]*?code: '([a-z-]+)'/g)].map((match) => match[1] ?? ''));
  return [...new Set(codes)].sort();
}

test('every notice of the loop has words in both languages', async () => {
  const codes = await codesOf('main/core/agent');
  expect(codes.length).toBeGreaterThanOrEqual(9);
  for (const language of ['en', 'ja']) {
    const { notice } = JSON.parse(await readFile(`renderer/locales/${language}/conversation.json`, 'utf8'));
    expect(codes.filter((code) => typeof notice[code] !== 'string')).toEqual([]);
  }
});
