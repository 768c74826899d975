import { globSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'electron-vite';

const root = import.meta.dirname;

// Each `*.worker.ts` under main/ becomes out/main/<name>.cjs, started by its path (see main/adapters/files/app-root.ts).
const workers = globSync('main/**/*.worker.ts', { cwd: root });
const workerInputs = Object.fromEntries(workers.map((file) => [basename(file, '.worker.ts'), resolve(root, file)]));

export default defineConfig({
  // CommonJS with all pure JavaScript inside: it starts faster than node_modules, and asks nothing of the installation.
  // `dependencies` of package.json (native binaries) stay outside. Every chunk lies flat in out/main.
  main: {
    build: {
      outDir: 'out/main',
      target: 'node18',
      minify: 'oxc',
      sourcemap: false,
      rolldownOptions: {
        input: {
          index: resolve(root, 'main/electron/index.ts'),
          cli: resolve(root, 'main/cli/index.ts'),
          ...workerInputs,
        },
        // Bundled packages guard their use of import.meta themselves.
        checks: { emptyImportMeta: false },
        output: { format: 'cjs', entryFileNames: '[name].cjs', chunkFileNames: 'chunk-[name]-[hash].cjs' },
      },
    },
  },
  preload: {
    build: {
      outDir: 'out/preload',
      target: 'node18',
      minify: 'oxc',
      externalizeDeps: false,
      rolldownOptions: {
        input: { index: resolve(root, 'preload/index.ts') },
        output: { format: 'cjs', entryFileNames: '[name].cjs', codeSplitting: false },
      },
    },
  },
  renderer: {
    root: resolve(root, 'renderer'),
    plugins: [react(), tailwindcss()],
    build: {
      outDir: resolve(root, 'out/renderer'),
      target: 'chrome114',
      minify: 'oxc',
      cssMinify: 'lightningcss',
      sourcemap: false,
      modulePreload: { polyfill: false },
      rolldownOptions: { input: { index: resolve(root, 'renderer/index.html') } },
    },
  },
});
