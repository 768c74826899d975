import { resolve } from 'node:path';
import { build } from 'vite';

export const root = resolve(import.meta.dirname, '../..');

/**
 * Bundles sources of the product as the product's own build does, each entry of `input` into `<name>.cjs` (or `.mjs`) of a folder
 * that holds nothing else.
 * @param {string} outDir
 * @param {Record<string, string>} input
 * @param {{ external?: RegExp[]; format?: 'cjs' | 'esm' }} options
 */
export async function bundleForNode(outDir, input, { external = [], format = 'cjs' } = {}) {
  const ending = format === 'cjs' ? 'cjs' : 'mjs';
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
        output: { format, entryFileNames: `[name].${ending}`, chunkFileNames: `chunk-[name]-[hash].${ending}` },
      },
    },
  });
}
