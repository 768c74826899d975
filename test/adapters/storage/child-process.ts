import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { build } from 'vite';
import { afterAll } from 'vitest';

/** Bundles a script beside the tests so that plain Node can run it. */
export async function bundleScript(name: string): Promise<string> {
  const outDir = await mkdtemp(join(tmpdir(), 'vitrine-script-'));
  afterAll(() => rm(outDir, { recursive: true, force: true }));
  await build({
    configFile: false,
    logLevel: 'error',
    build: {
      ssr: join(__dirname, `${name}.ts`),
      outDir,
      emptyOutDir: false,
      rolldownOptions: { output: { format: 'cjs', entryFileNames: `${name}.cjs` } },
    },
    ssr: { noExternal: true },
  });
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
