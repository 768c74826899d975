import { resolve } from 'node:path';
import { build } from 'vite';

export const root = resolve(import.meta.dirname, '../..');

/** Bundles sources of the product as the product's own build does, into a folder of their own under `out/`. Gives that folder. */
export async function bundleForNode(name, input, external = []) {
  const outDir = resolve(root, 'out', name);
  await build({
    configFile: false,
    root,
    logLevel: 'error',
    ssr: { noExternal: true, target: 'node' },
    build: {
      ssr: true,
      outDir,
      emptyOutDir: true,
      target: 'node18',
      minify: false,
      rolldownOptions: {
        input,
        external,
        checks: { emptyImportMeta: false },
        output: { format: 'cjs', entryFileNames: '[name].cjs', chunkFileNames: 'chunk-[name]-[hash].cjs' },
      },
    },
  });
  return outDir;
}
