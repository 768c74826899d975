import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { loadLibrary } from './load-library.mjs';
import { makeFolder } from './product.mjs';
import { makeProject, write } from './project.mjs';

/** An empty command by the product's own shell, bare or in the sandbox, in a git project with a secret to hide. */
export async function openSandbox() {
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
  const start = async (isolated) => {
    const { exitCode, head } = await shell.start({
      ...{ command: ':', cwd: folder, timeoutMs: 20_000, signal: new AbortController().signal, maxChars: 1_000 },
      ...{ spillPath: join(scratch, 'spill'), onOutput: () => undefined },
      ...(isolated ? { sandbox: { grant, session: 'bench', isGuarded } } : {}),
    }).result;
    if (exitCode !== 0) throw new Error(`the command ended with ${exitCode}: ${head}`);
  };
  return {
    run: () => start(true),
    runBare: () => start(false),
    async close() {
      await shell.stopAll();
      for (const place of [home, scratch]) rmSync(place, { recursive: true, force: true });
    },
  };
}
