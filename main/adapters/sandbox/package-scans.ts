import { createLastingScans } from './lasting-scans';
import { type Guard, readTree, summarise } from './scan-folder';

/** Keys that packages bring along for their tests are public, and every file that is hidden costs each command a mount. */
const PUBLISHED_KEY = /\.(?:pem|key|p8|p12|pfx|jks|jceks|keystore|ppk)$/i;

/** Secrets in `node_modules`, `.venv` and the like. Of more than can be looked through, what is found until then. */
export function createPackageScans() {
  return createLastingScans(async (folder, isGuarded) => {
    const isSecret: Guard = (path) => !PUBLISHED_KEY.test(path) && isGuarded(path);
    return summarise(await readTree(folder, isSecret, { inPackages: true })).guarded;
  });
}
