import { openSandbox } from '../support/open-sandbox.mjs';
import { median } from '../support/statistics.mjs';

const COMMANDS = 20;
const AT_ONCE = 20;

/** An empty command by the product's shell, bare and in the sandbox in turn; then twenty at once. */
export async function measureSandbox({ runs }) {
  const sandbox = await openSandbox();
  const time = async (run) => {
    const from = performance.now();
    await run();
    return performance.now() - from;
  };
  const rows = { bare: [], isolated: [], together: [] };
  try {
    for (let round = -1; round < runs; round += 1) {
      const [bare, isolated] = [[], []];
      for (let count = 0; count < COMMANDS; count += 1) {
        bare.push(await time(sandbox.runBare));
        isolated.push(await time(sandbox.run));
      }
      const together = await time(() => Promise.all(Array.from({ length: AT_ONCE }, sandbox.run)));
      if (round < 0) continue;
      rows.bare.push(median(bare));
      rows.isolated.push(median(isolated));
      rows.together.push(together);
    }
  } finally {
    await sandbox.close();
  }
  const over = median(rows.isolated) - median(rows.bare);
  return [
    { what: 'an empty command, median of 20', unit: 'ms', baseline: rows.bare, values: rows.isolated, limit: '≤ + 15 ms', met: over <= 15 },
    { what: '20 commands at once, until the last has ended', unit: 'ms', values: rows.together, limit: 'none fails', met: true },
  ];
}
