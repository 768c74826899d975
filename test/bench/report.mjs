import { readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { root } from './support/product.mjs';
import { describe, median } from './support/statistics.mjs';

const FILE = join(root, 'docs/benchmarks.md');

export const TABLE_HEAD = '| what | baseline | measured | ratio | at most | met |\n|---|---|---|---|---|---|';

export function formatRow({ what, unit, baseline, values, limit, met }) {
  const ratio = baseline === undefined ? '–' : `${(median(values) / median(baseline)).toFixed(2)} ×`;
  const cells = [what, baseline === undefined ? '–' : describe(baseline, unit), describe(values, unit), ratio, limit, met ? 'yes' : 'no'];
  return `| ${cells.join(' | ')} |`;
}

/** Replaces the rows of one line in the document's table, which stand between its markers; the others stay. */
export function writeRows(name, rows) {
  put(`line ${name}`, `${TABLE_HEAD}\n${rows.map(formatRow).join('\n')}`);
}

/** What the newest run was made on. */
export function writeMachine({ runs, idleSeconds }, load) {
  const [cpu] = cpus();
  const facts = [
    new Date().toISOString().slice(0, 10),
    `${cpus().length} × ${cpu?.model ?? 'unknown processor'}`,
    `Node ${process.versions.node}`,
    `${runs} runs after a warm-up`,
    `${idleSeconds} s idle`,
    `load at the end ${load.toFixed(1)}`,
  ];
  put('machine', facts.join(', '));
}

function put(marker, text) {
  const whole = readFileSync(FILE, 'utf8');
  const [from, to] = [`<!-- ${marker} -->`, `<!-- end ${marker} -->`];
  const [start, end] = [whole.indexOf(from), whole.indexOf(to)];
  if (start < 0 || end < start) throw new Error(`docs/benchmarks.md has no place for ${marker}`);
  writeFileSync(FILE, `${whole.slice(0, start + from.length)}\n\n${text}\n\n${whole.slice(end)}`);
}
