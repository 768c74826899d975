import { watch } from 'node:fs';

/**
 * Tells the names of entries of a folder that were made, changed or removed; undefined where the system does not say which. Returns what
 * ends it. A folder that cannot be watched is quiet.
 */
export function watchFolder(path: string, onChange: (name: string | undefined) => void): () => void {
  try {
    // The folder itself: an editor may put a new file in the old one's place.
    const watcher = watch(path, { persistent: false }, (_kind, name) => onChange(name ?? undefined));
    watcher.on('error', () => watcher.close());
    return () => watcher.close();
  } catch {
    return () => undefined;
  }
}
