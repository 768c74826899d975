import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterAll } from 'vitest';
import { bundleForNode } from '../../support/bundle-for-node.mjs';

/** Bundles a script so that plain Node can run it. */
export async function bundleScript(source: URL): Promise<string> {
  const path = fileURLToPath(source);
  const name = basename(path, '.ts');
  const outDir = await mkdtemp(join(tmpdir(), 'vitrine-script-'));
  afterAll(() => rm(outDir, { recursive: true, force: true }));
  await bundleForNode(outDir, { [name]: path });
  return join(outDir, `${name}.cjs`);
}

export interface Child {
  process: ChildProcess;
  /** Lines of its output, as they come. */
  lines: AsyncIterable<string>;
  exited: Promise<void>;
}

export function startScript(script: string, args: readonly string[]): Child {
  const child = spawn(process.execPath, [script, ...args], { stdio: ['pipe', 'pipe', 'inherit'] });
  return {
    process: child,
    lines: createInterface({ input: child.stdout }),
    exited: new Promise((resolve) => child.once('exit', () => resolve())),
  };
}
