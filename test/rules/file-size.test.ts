import { expect, it } from 'vitest';
import { listSources, productFolders, readSource } from './source-files';

const hardLimit = 500;
const medianTarget = 120;

const sizes = listSources([...productFolders, 'test']).map((file) => ({ file, lines: readSource(file).trimEnd().split('\n').length }));

it('keeps every file within 500 lines', () => {
  expect(sizes.filter(({ lines }) => lines > hardLimit)).toEqual([]);
});

it('keeps the median file of the product within 120 lines', () => {
  const lines = sizes
    .filter(({ file }) => !file.startsWith('test/'))
    .map((one) => one.lines)
    .sort((a, b) => a - b);
  const median = lines[Math.floor(lines.length / 2)] ?? 0;
  const p90 = lines[Math.floor(lines.length * 0.9)] ?? 0;
  console.log(`product files: ${lines.length}, median ${median} lines, 90th percentile ${p90}, largest ${lines.at(-1)}`);
  expect(median).toBeLessThanOrEqual(medianTarget);
});
