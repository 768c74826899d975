import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { listSources, listStaticClosure, productFolders, root } from './source-files';

const cruiseResult = z.object({
  modules: z.array(z.object({ source: z.string() })),
  summary: z.object({ violations: z.array(z.object({ from: z.string(), to: z.string(), rule: z.object({ name: z.string() }) })) }),
});

/** Reads the module graph of the folders below `cwd` with the product's own rules. */
function cruise(cwd: string, folders: string[]) {
  const program = join(root, 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs');
  const args = [program, '--config', join(root, 'dependency-cruiser.cjs'), '--output-type', 'json', ...folders];
  const done = spawnSync(process.execPath, args, { cwd, encoding: 'utf8', maxBuffer: 1 << 28 });
  return cruiseResult.parse(JSON.parse(done.stdout));
}

describe('the module graph', () => {
  const graph = cruise(root, productFolders);

  it('holds every source file: a check that reads nothing would pass too', () => {
    const read = new Set(graph.modules.map(({ source }) => source));
    const sources = listSources();
    expect(sources.filter((file) => !read.has(file))).toEqual([]);
    expect(sources.length).toBeGreaterThan(200);
  });

  it('breaks no folder rule', () => {
    expect(graph.summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} -> ${to}`)).toEqual([]);
  });

  it('keeps the host out of what the desktop loads before its first window', () => {
    const { files, packages } = listStaticClosure('main/electron/index.ts');
    expect(files.filter((file) => file.startsWith('main/core/') || file.startsWith('main/host/create-'))).toEqual([]);
    expect(packages.filter((name) => !['electron', 'zod'].includes(name) && !name.startsWith('node:'))).toEqual([]);
  });

  it('keeps the desktop, the server and the host out of what the command line loads first', () => {
    const { files } = listStaticClosure('main/cli/index.ts');
    expect(files.filter((file) => /^main\/(electron|serve|host)\//.test(file))).toEqual([]);
  });

  it('keeps the schema library out of the whole page: types alone reach it from there', () => {
    const { files, packages } = listStaticClosure(...listSources(['renderer']));
    expect(files).toContain('shared/reduce/session-reducer.ts');
    expect(packages).toContain('react');
    expect(packages).not.toContain('zod');
  });
});
