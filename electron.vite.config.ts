import { globSync, readFileSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'electron-vite';
import type { Plugin } from 'vite';

const root = import.meta.dirname;

// Each `*.worker.ts` under main/ becomes out/main/<name>.cjs, started by its path (see main/adapters/files/app-root.ts).
const workers = globSync('main/**/*.worker.ts', { cwd: root });
const workerInputs = Object.fromEntries(workers.map((file) => [basename(file, '.worker.ts'), resolve(root, file)]));

/** Chunks that the first screen asks for one after the other: named in the page, all of them are fetched at once. */
const FIRST_CHUNKS = new Set(['boot', 'loader', 'shared']);

/** What the first screen and later ones have in common: what the first screen has no use for stays in files of its own. */
const SHARED =
  /[\\/]renderer[\\/](?:stores|ui)[\\/]|[\\/]node_modules[\\/](?:lucide-react|@tanstack|@radix-ui|aria-hidden|react-remove-scroll)[\\/]/;
const LATER =
  /[\\/]stores[\\/](?:document|use-(?:answer|document-pane|item-view|rule-plan)|want-views)|[\\/]ui[\\/](?:cell-words|code|copy-button|decision|delegation-list|dialog|diff|document-|entry-list|fact|frontmatter-text|head-form|hidden-secrets|highlight|json-object|list-and-detail|markdown|matrix-names|new-document|origin|parse-patch|path-|plan-preview|sandbox-view|segment-letter|select|side-panel|switch|text-difference|tokens)|[\\/]react-(?:dialog|switch)[\\/]/;

const preloadFirstScreen: Plugin = {
  name: 'preload-first-screen',
  transformIndexHtml: {
    order: 'post',
    handler(_html, { bundle = {} }) {
      const chunks = Object.values(bundle).flatMap((file) => (file.type === 'chunk' ? [file] : []));
      const first = chunks.filter(({ name, facadeModuleId }) => FIRST_CHUNKS.has(name) && !facadeModuleId?.endsWith('.json'));
      const files = new Set(first.flatMap(({ fileName, imports }) => [fileName, ...imports]));
      return [...files].map((file) => ({
        tag: 'link',
        attrs: { rel: 'modulepreload', crossorigin: true, href: `./${file}` },
        injectTo: 'head',
      }));
    },
  },
};

/** Beside the chunks that load them (see main/adapters/parsers/bash-parser.ts). */
const parserFiles: Plugin = {
  name: 'parser-files',
  generateBundle() {
    for (const file of ['web-tree-sitter/web-tree-sitter.wasm', 'tree-sitter-bash/tree-sitter-bash.wasm']) {
      this.emitFile({ type: 'asset', fileName: basename(file), source: readFileSync(resolve(root, 'node_modules', file)) });
    }
  },
};

export default defineConfig({
  // CommonJS with all pure JavaScript inside: it starts faster than node_modules, and asks nothing of the installation.
  // `dependencies` of package.json (native binaries) stay outside. Every chunk lies flat in out/main.
  main: {
    plugins: [parserFiles],
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
        // Bundled packages guard their use of import.meta themselves; the loader of web-tree-sitter holds an eval that no grammar reaches.
        checks: { emptyImportMeta: false, eval: false },
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
    plugins: [react(), tailwindcss(), preloadFirstScreen],
    worker: { format: 'es' },
    build: {
      outDir: resolve(root, 'out/renderer'),
      target: 'chrome114',
      minify: 'oxc',
      cssMinify: 'lightningcss',
      sourcemap: false,
      modulePreload: { polyfill: false },
      rolldownOptions: {
        input: { index: resolve(root, 'renderer/index.html') },
        // What most screens share in one file instead of thirty: each file is a request that the first screen waits for.
        // The entry's own loader stays out of it: the entry is read alone (see renderer/app/main.ts).
        output: {
          codeSplitting: {
            groups: [
              { name: 'loader', test: /preload-helper|[\\/]stores[\\/](?:language|preferences|words)/, priority: 1 },
              { name: 'words-en', test: /[\\/]locales[\\/]en[\\/]/ },
              { name: 'words-ja', test: /[\\/]locales[\\/]ja[\\/]/ },
              { name: 'shared', test: (id) => SHARED.test(id) && !LATER.test(id), minShareCount: 2 },
            ],
          },
        },
      },
    },
  },
});
