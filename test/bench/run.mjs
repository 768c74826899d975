// npm run bench [-- NAME... --quick --runs N --idle-seconds N]
// Measures the built product, prints the table and puts the rows into docs/benchmarks.md. Exits 1 when a line is not met.
import { existsSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { LINES } from './lines.mjs';
import { formatRow, TABLE_HEAD, writeMachine, writeRows } from './report.mjs';
import { root } from './support/product.mjs';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { quick: { type: 'boolean', default: false }, runs: { type: 'string' }, 'idle-seconds': { type: 'string' } },
});
const options = {
  quick: values.quick,
  runs: Number(values.runs ?? (values.quick ? 3 : 5)),
  idleSeconds: Number(values['idle-seconds'] ?? (values.quick ? 20 : 120)),
};
const names = positionals.length > 0 ? positionals : Object.keys(LINES);
const unknown = names.filter((name) => !Object.hasOwn(LINES, name));
if (unknown.length > 0 || !(options.runs > 0) || !(options.idleSeconds > 0)) {
  process.stderr.write(
    `usage: npm run bench -- [NAME...] [--quick] [--runs N] [--idle-seconds N]\nnames: ${Object.keys(LINES).join(' ')}\n`,
  );
  process.exit(2);
}
if (!existsSync(join(root, 'out/main/cli.cjs'))) {
  process.stderr.write('not built yet: run `npm run build` first\n');
  process.exit(2);
}

let missed = 0;
console.log(TABLE_HEAD);
for (const name of names) {
  try {
    const measure = await LINES[name]();
    const rows = await measure(options);
    missed += rows.filter(({ met }) => !met).length;
    console.log(rows.map(formatRow).join('\n'));
    writeRows(name, rows);
  } catch (error) {
    missed += 1;
    process.stderr.write(`${name}: ${error instanceof Error ? error.stack : error}\n`);
  }
}
writeMachine(options, loadavg()[0]);
console.log(`\n${missed === 0 ? 'every line is met' : `${missed} not met`}; load of the machine at the end: ${loadavg()[0].toFixed(1)}`);
process.exit(missed === 0 ? 0 : 1);
