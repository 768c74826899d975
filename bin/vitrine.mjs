#!/usr/bin/env node
import { existsSync } from 'node:fs';
import module, { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

// Node 22.8 and newer keep compiled code between starts.
module.enableCompileCache?.();

const entry = fileURLToPath(new URL('../out/main/cli.cjs', import.meta.url));
if (existsSync(entry)) {
  createRequire(import.meta.url)(entry);
} else {
  process.stderr.write('vitrine is not built yet: run `npm run build` first\n');
  process.exitCode = 2;
}
