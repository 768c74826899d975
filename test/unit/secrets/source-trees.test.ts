import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createSecretFinder } from '../../../main/adapters/secrets/secret-finder';

const finder = createSecretFinder({ log: () => undefined }, 'from sources');
const TEXT = /\.(?:[cm]?[jt]sx?|json|md|css|html|ya?ml|txt|map)$/;
const LARGEST = 1024 * 1024;

function listTexts(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return entry.name === 'node_modules' ? [] : listTexts(path);
    return entry.isFile() && TEXT.test(entry.name) && statSync(path).size < LARGEST ? [path] : [];
  });
}

async function findIn(paths: readonly string[]) {
  const hits: string[] = [];
  for (const path of paths) {
    const text = readFileSync(path, 'utf8');
    for (const { start, end, kind } of await finder.find(text))
      hits.push(`${path}: ${kind}: ${text.slice(start, Math.min(end, start + 60))}`);
  }
  return hits;
}

const filesOf = (hits: readonly string[]) => new Set(hits.map((hit) => hit.split(': ', 1)[0])).size;

// No secret is in these trees: whatever is found is found in error.
describe('in source trees without secrets', () => {
  it('nothing is found in what the product is made of', async () => {
    const paths = ['main', 'preload', 'renderer', 'shared', 'skills', 'resources', 'scripts', 'docs'].flatMap(listTexts);
    expect(paths.length).toBeGreaterThan(400);
    expect(await findIn([...paths, 'package-lock.json', 'package.json', 'README.md', 'CONTRIBUTING.md'])).toEqual([]);
  });

  it('less than one file in a hundred is touched among the tests, which quote what secrets look like', async () => {
    const paths = listTexts('test');
    const hits = await findIn(paths);
    expect(filesOf(hits) / paths.length, hits.join('\n')).toBeLessThan(0.01);
  });

  it.each(['react-dom', 'zod', 'yaml', 'ws', 'diff', 'commander', 'vite', '@playwright/test', '@anthropic-ai/sdk', 'unpdf'])(
    'less than one file in a hundred is touched in the package %s',
    async (name) => {
      const paths = listTexts(join('node_modules', name));
      const hits = await findIn(paths);
      expect(paths.length).toBeGreaterThan(0);
      expect(filesOf(hits) / paths.length, hits.join('\n')).toBeLessThan(0.01);
    },
  );
});
