import { createRequire } from 'node:module';
import { join } from 'node:path';
import { build } from 'vite';
import { root } from './product.mjs';

let built;

/** The product's own log writer, bundled from the sources. */
export function loadLibrary() {
  built ??= buildLibrary();
  return built;
}

async function buildLibrary() {
  const outDir = join(root, 'out/bench');
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
      rolldownOptions: {
        input: { library: join(root, 'test/bench/support/library.ts') },
        checks: { emptyImportMeta: false },
        output: { format: 'cjs', entryFileNames: '[name].cjs' },
      },
    },
  });
  return createRequire(import.meta.url)(join(outDir, 'library.cjs'));
}
