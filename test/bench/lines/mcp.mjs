import { join } from 'node:path';
import { loadLibrary } from '../support/load-library.mjs';
import { measureInTurn } from '../support/measure.mjs';
import { environment, makeFolder, root, runNode } from '../support/product.mjs';
import { median } from '../support/statistics.mjs';

const VISIT = join(root, 'test/bench/support/mcp-visit.mjs');

/** Servers on stdio: against the protocol's library alone, what twenty of them cost, and how long a large result holds the thread. */
export async function measureMcp({ runs }) {
  await loadLibrary();
  const home = makeFolder('home');
  const visit = (who, what) => async () =>
    JSON.parse((await runNode(['--expose-gc', VISIT, who, what], { cwd: root, env: environment(home, { VITRINE_HOME: home }) })).out);
  const jobs = [visit('plain', 'speed'), visit('product', 'speed'), visit('product', 'memory'), visit('product', 'hold')];
  const [plain, product, memory, hold] = await measureInTurn(runs, jobs);
  return [
    compare('connect, agree on a version and list 13 tools', 'connected', plain, product, 50),
    compare('a call that echoes, median of 500', 'call', plain, product, 0.2),
    bounded(
      'memory of the host for 20 servers',
      'MB',
      memory.map(({ bytes }) => bytes / 1e6),
      100,
    ),
    bounded(
      'longest hold of the thread by a result of 50 MiB',
      'ms',
      hold.map(({ longest }) => longest),
      50,
    ),
  ];
}

function compare(what, key, plain, product, most) {
  const [baseline, values] = [plain, product].map((results) => results.map((one) => one[key]));
  return { what, unit: 'ms', baseline, values, limit: `≤ + ${most} ms`, met: median(values) - median(baseline) <= most };
}

function bounded(what, unit, values, most) {
  return { what, unit, values, limit: `≤ ${most} ${unit}`, met: median(values) <= most };
}
