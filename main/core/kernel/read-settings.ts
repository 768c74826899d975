import { join } from 'node:path/posix';
import type { FileSystem } from '../ports';
import { isRecord } from './is-record';
import { listManagedSettings } from './managed-settings';
import { readText } from './read-text';

const MAX_SETTINGS_BYTES = 4 * 1024 * 1024;

export interface SettingsContent {
  path: string;
  scope: 'user' | 'project' | 'local' | 'managed';
  content: Record<string, unknown>;
  /** The file as it was read. */
  text: string;
}

/**
 * The settings files of a folder as objects, those that count more later. What cannot be read or is not JSON is left out: whoever
 * reads the rules reports it.
 */
export async function readSettings(place: {
  folder: string;
  home: string;
  files: FileSystem;
  readUserFiles: boolean;
  /** Folder of the machine's managed files. */
  managedDir?: string;
}): Promise<SettingsContent[]> {
  const user = join(place.home, '.claude', 'settings.json');
  const sources = new Map<string, SettingsContent['scope']>([
    ...(place.readUserFiles ? [[user, 'user'] satisfies [string, 'user']] : []),
    ...(place.readUserFiles && place.folder === place.home
      ? []
      : [[join(place.folder, '.claude', 'settings.json'), 'project'] satisfies [string, 'project']]),
    [join(place.folder, '.claude', 'settings.local.json'), 'local'],
    ...(await listManagedSettings(place.files, place.managedDir)).reverse().map((path) => [path, 'managed'] satisfies [string, 'managed']),
  ]);
  const found = await Promise.all(
    [...sources].map(async ([path, scope]) => {
      const read = await readText(place.files, path, MAX_SETTINGS_BYTES);
      if ('problem' in read) return [];
      const { text } = read;
      const content = parseObject(text);
      return content === undefined ? [] : [{ path, scope, content, text }];
    }),
  );
  return found.flat();
}

/** A JSON object; undefined for anything else. */
export function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
