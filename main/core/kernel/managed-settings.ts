import { join } from 'node:path/posix';
import type { FileSystem } from '../ports';

/** The settings files of whoever manages the machine, those that count more first: of the additions the last by name, then the main file. */
export async function listManagedSettings(files: FileSystem, managedDir: string | undefined): Promise<string[]> {
  if (managedDir === undefined) return [];
  const additions = join(managedDir, 'managed-settings.d');
  const found = await files.list(additions).catch(() => []);
  const names = found.flatMap(({ name, kind }) => (kind !== 'directory' && name.endsWith('.json') ? [name] : []));
  return [
    ...names
      .sort()
      .reverse()
      .map((name) => join(additions, name)),
    join(managedDir, 'managed-settings.json'),
  ];
}
