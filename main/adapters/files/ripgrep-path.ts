import { createRequire } from 'node:module';
import { join, sep } from 'node:path';
import { appRoot } from './app-root';

/**
 * Path of the bundled ripgrep. `@vscode/ripgrep` itself cannot be loaded from CommonJS, so its platform package is found from
 * its place. Inside a packaged archive the program is beside it, unpacked: nothing in an archive can be executed.
 */
export function ripgrepPath(): string {
  const fromApp = createRequire(join(appRoot(), 'package.json'));
  const fromPackage = createRequire(fromApp.resolve('@vscode/ripgrep'));
  const program = process.platform === 'win32' ? 'rg.exe' : 'rg';
  const path = fromPackage.resolve(`@vscode/ripgrep-${process.platform}-${process.arch}/bin/${program}`);
  return unpackedPath(path);
}

export function unpackedPath(path: string): string {
  return path.replace(`${sep}app.asar${sep}`, `${sep}app.asar.unpacked${sep}`);
}
