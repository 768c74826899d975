import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * The folder that holds the product's own package.json: the clone, or the packaged archive.
 * The same from sources, from bundled chunks and from workers. Below it: `out/`, `skills/`, `package.json`.
 */
export function appRoot(): string {
  let folder = __dirname;
  while (!existsSync(join(folder, 'package.json'))) {
    const parent = dirname(folder);
    if (parent === folder) throw new Error(`no package.json above ${__dirname}`);
    folder = parent;
  }
  return folder;
}

/** The bundled file of `<name>.worker.ts`. */
export function workerPath(name: string): string {
  return join(appRoot(), 'out', 'main', `${name}.cjs`);
}
