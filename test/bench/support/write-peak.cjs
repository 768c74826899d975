// Preloaded into a measured process: leaves the largest resident size, in kB. `getrusage` would give the parent's when that is larger.
const { readFileSync, writeFileSync } = require('node:fs');

process.on('exit', () => {
  const { BENCH_PEAK_FILE } = process.env;
  if (BENCH_PEAK_FILE) writeFileSync(BENCH_PEAK_FILE, /VmHWM:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))[1]);
});
