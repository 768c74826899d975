// Goes on from where the ordinary test stops: `npm run fuzz [lines] [lines that run in the sandbox] [seed]`.
import { spawnSync } from 'node:child_process';

const [lines = '200000', oracleLines = '2000', seed = String(Date.now() % 1_000_000_000)] = process.argv.slice(2);
process.stdout.write(`seed ${seed}\n`);
const { status } = spawnSync(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', 'test/adapters/parsers/shell-fuzz.test.ts'], {
  stdio: 'inherit',
  env: { ...process.env, FUZZ_LINES: lines, FUZZ_ORACLE_LINES: oracleLines, FUZZ_SEED: seed },
});
process.exitCode = status ?? 1;
