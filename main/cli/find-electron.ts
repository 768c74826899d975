import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createRequire } from 'node:module';
import { appRoot } from '../adapters/files/app-root';

/** What can open the desktop app on this machine, or why nothing can. */
export type ElectronSearch = { executable: string } | { reason: string };

/** Looks where Electron is installed; downloads nothing. */
export function findElectron(env: Readonly<Record<string, string | undefined>>): ElectronSearch {
  if (process.platform === 'linux' && !env['DISPLAY'] && !env['WAYLAND_DISPLAY']) return { reason: 'there is no display' };
  const name =
    process.platform === 'darwin' ? 'Electron.app/Contents/MacOS/Electron' : process.platform === 'win32' ? 'electron.exe' : 'electron';
  const executable = [env['ELECTRON_OVERRIDE_DIST_PATH'], installedFolder()]
    .flatMap((folder) => (folder ? [join(folder, name)] : []))
    .find((path) => existsSync(path));
  if (executable === undefined) return { reason: 'its program is not installed' };
  return existsSync(join(appRoot(), 'out/main/index.cjs')) ? { executable } : { reason: 'the desktop app is not built' };
}

/** Where the `electron` package keeps its program. The package itself is not loaded: that would start a download. */
function installedFolder(): string | undefined {
  try {
    return join(dirname(createRequire(join(appRoot(), 'package.json')).resolve('electron/package.json')), 'dist');
  } catch {
    return undefined;
  }
}
