import { createFolderScans } from './folder-scans';
import { createPackageScans } from './package-scans';
import type { LaunchRequest } from './sandbox';
import type { FolderScan } from './scan-folder';
import { createToolScans } from './tool-scans';

/** What is guarded wherever a command can see. */
export function createGrantScans() {
  const folders = createFolderScans();
  const packages = createPackageScans();
  const tools = createToolScans();
  return {
    async get({ grant, isGuarded }: Pick<LaunchRequest, 'grant' | 'isGuarded'>, toolFolders: readonly string[]): Promise<FolderScan[]> {
      const ofTools = tools.get(toolFolders, isGuarded);
      const roots = await Promise.all([...grant.writable, ...grant.readable].map((root) => folders.get(root, isGuarded)));
      const found = new Set(roots.flatMap((scan) => scan.packages));
      return [...roots, await packages.get([...found], isGuarded), await ofTools];
    },
    folders: folders.folders,
    refresh: folders.refresh,
  };
}
