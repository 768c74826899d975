import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { loadLibrary } from '../support/load-library.mjs';
import { makeFolder } from '../support/product.mjs';
import { makeProject, write } from '../support/project.mjs';
import { median } from '../support/statistics.mjs';

const COMMANDS = 20;
const AT_ONCE = 20;

/** An empty command by the product's shell, bare and in the sandbox in turn; then twenty at once. */
export async function measureSandbox({ runs }) {
  const { createClock, createIds, createNodeShell, createSandbox, createSecretPaths, listProtectedPaths } = await loadLibrary();
  const home = makeFolder('home');
  const folder = join(home, 'project');
  mkdirSync(folder);
  makeProject(folder);
  write(folder, '.env', 'KEY=value\n');
  const scratch = makeFolder('scratch');
  const secrets = createSecretPaths(home);
  const isGuarded = (path) => secrets.find(path) !== undefined;
  const sandbox = createSandbox(process.platform, { home, path: process.env.PATH, leases: join(scratch, 'leases') });
  const { available, detail } = await sandbox.support();
  if (!available) throw new Error(detail);
  const shell = createNodeShell({ ids: createIds(createClock()), env: process.env, sandbox });
  const grant = {
    ...{ folder, writable: [folder], neverWritable: ['.git/hooks/', '.git/config', ...listProtectedPaths()], readable: [], unreadable: [] },
    ...{ hosts: [], deniedHosts: [], unixSockets: false, nestedNamespaces: false },
    limits: { processes: 512, memoryBytes: 8 * 2 ** 30, fileBytes: 8 * 2 ** 30 },
  };
  const run = async (isolated) => {
    const from = performance.now();
    const { exitCode, head } = await shell.start({
      ...{ command: ':', cwd: folder, timeoutMs: 20_000, signal: new AbortController().signal, maxChars: 1_000 },
      ...{ spillPath: join(scratch, 'spill'), onOutput: () => undefined },
      ...(isolated ? { sandbox: { grant, session: 'bench', isGuarded } } : {}),
    }).result;
    if (exitCode !== 0) throw new Error(`the command ended with ${exitCode}: ${head}`);
    return performance.now() - from;
  };
  const rows = { bare: [], isolated: [], together: [] };
  try {
    for (let round = -1; round < runs; round += 1) {
      const [bare, isolated] = [[], []];
      for (let count = 0; count < COMMANDS; count += 1) {
        bare.push(await run(false));
        isolated.push(await run(true));
      }
      const from = performance.now();
      await Promise.all(Array.from({ length: AT_ONCE }, () => run(true)));
      if (round < 0) continue;
      rows.bare.push(median(bare));
      rows.isolated.push(median(isolated));
      rows.together.push(performance.now() - from);
    }
  } finally {
    await shell.stopAll();
    for (const place of [home, scratch]) rmSync(place, { recursive: true, force: true });
  }
  const over = median(rows.isolated) - median(rows.bare);
  return [
    { what: 'an empty command, median of 20', unit: 'ms', baseline: rows.bare, values: rows.isolated, limit: '≤ + 15 ms', met: over <= 15 },
    { what: '20 commands at once, until the last has ended', unit: 'ms', values: rows.together, limit: 'none fails', met: true },
  ];
}
