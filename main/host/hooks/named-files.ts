import { join } from 'node:path/posix';
import type { FileSystem } from '../../core/ports';

export interface FileChange {
  path: string;
  event: 'change' | 'add' | 'unlink';
}

/** Files of a folder that hooks name: what became of them since they were looked at last. */
export function watchNamedFiles(files: FileSystem, folder: string): { changes(names: readonly string[]): Promise<FileChange[]> } {
  const stamps = new Map<string, string | undefined>();
  return {
    async changes(names) {
      const found = await Promise.all(
        [...new Set(names)].map(async (name): Promise<FileChange[]> => {
          const path = join(folder, name);
          const stat = await files.stat(path).catch(() => undefined);
          const stamp = stat === undefined ? undefined : `${stat.modifiedMs}:${stat.size}`;
          const isKnown = stamps.has(path);
          const before = stamps.get(path);
          stamps.set(path, stamp);
          if (!isKnown || before === stamp) return [];
          return [{ path, event: before === undefined ? 'add' : stamp === undefined ? 'unlink' : 'change' }];
        }),
      );
      return found.flat();
    },
  };
}
