import { join } from 'node:path';
import { measureInTurn } from '../support/measure.mjs';
import { startModelServer } from '../support/model-server.mjs';
import { cli, environment, makeFolder, runNode } from '../support/product.mjs';
import { makeProject } from '../support/project.mjs';
import { median } from '../support/statistics.mjs';

const BARE = join(import.meta.dirname, '../support/bare-sdk.mjs');
const ORIGINS = [1, 2, 3, 4, 5, 6, 7, 8, 9];

/** Start of `run` to its first request, and its peak memory, against a bare script with the SDK. */
export async function measureRunStart({ runs }) {
  const server = await startModelServer(() => [{ type: 'text', text: 'Hello.' }]);
  const folder = makeFolder('project');
  makeProject(folder);
  const home = makeFolder('home');
  const env = environment(home, { BENCH_URL: server.url });
  const product = [
    cli,
    'run',
    '-p',
    'Say hello.',
    '--permission-mode',
    'plan',
    '--base-url',
    server.url,
    '--model',
    'anthropic/claude-opus-5',
  ];
  const start = (args, peak) => async () => {
    server.reset();
    const { started, peak: bytes } = await runNode(args, { cwd: folder, env, peak });
    return peak ? bytes / 1e6 : server.requests[0].at - started;
  };
  try {
    const [bare, own] = await measureInTurn(runs * 2, [start([BARE], false), start(product, false)]);
    const [bareMemory, ownMemory] = await measureInTurn(runs, [start([BARE], true), start(product, true)]);
    await assertOrigins(folder, env);
    return [
      {
        what: '`run`: process start to first request',
        unit: 'ms',
        baseline: bare,
        values: own,
        limit: '≤ 1.25 ×',
        met: median(own) <= 1.25 * median(bare),
      },
      {
        what: '`run`: peak memory',
        unit: 'MB',
        baseline: bareMemory,
        values: ownMemory,
        limit: '≤ 1.4 ×',
        met: median(ownMemory) <= 1.4 * median(bareMemory),
      },
    ];
  } finally {
    server.close();
  }
}

async function assertOrigins(folder, env) {
  const { out } = await runNode([cli, 'payload', 'last', '1', '--segments'], { cwd: folder, env });
  const found = new Set(JSON.parse(out).map(({ origin }) => origin));
  const missing = ORIGINS.filter((origin) => !found.has(origin));
  if (missing.length > 0) throw new Error(`the body has no segments of origin ${missing.join(', ')}`);
}
