import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './support/product.mjs';
import { describe, median } from './support/statistics.mjs';

const FILE = join(root, 'docs/benchmarks.md');

/** One line of the table: what, baseline, measured, ratio, at most, met. */
export function formatRow({ what, unit, baseline, values, limit, met, note }) {
  const ratio = baseline === undefined ? '–' : `${(median(values) / median(baseline)).toFixed(2)} ×`;
  const cells = [what, baseline === undefined ? '–' : describe(baseline, unit), describe(values, unit), ratio, limit, met ? 'yes' : 'no'];
  return `| ${cells.join(' | ')} |${note === undefined ? '' : ` <!-- ${note} -->`}`;
}

/** Puts the rows of each named line between its markers, and leaves those of other lines as they are. */
export function writeRows(name, rows) {
  const text = readFileSync(FILE, 'utf8');
  const [from, to] = [`<!-- ${name} -->`, `<!-- /${name} -->`];
  const start = text.indexOf(from);
  const end = text.indexOf(to);
  if (start < 0 || end < start) throw new Error(`docs/benchmarks.md has no place for ${name}`);
  writeFileSync(FILE, `${text.slice(0, start + from.length)}\n${rows.map(formatRow).join('\n')}\n${text.slice(end)}`);
}
