import { dirname, join } from 'node:path/posix';
import type { RuleScope } from '../../../shared/model/permission';
import { listManagedSettings } from '../kernel/managed-settings';
import type { FileSystem } from '../ports';

export interface SettingsPlace {
  files: FileSystem;
  /** The project folder and the person's home: absolute, resolved. */
  folder: string;
  home: string;
  /** Folder with `managed-settings.json` and `managed-settings.d`. */
  managedDir?: string;
  /** False: the person's own `~/.claude` is left alone. */
  readUserFiles?: boolean;
}

export type SettingsScope = Extract<RuleScope, 'managed' | 'local' | 'project' | 'user'>;

export interface SettingsList {
  /** The settings files that count, there or not, in order of rank. */
  sources: Array<{ path: string; scope: SettingsScope }>;
  /** Where saved approvals go. */
  localFile: string;
  root: string;
}

/** The settings files of a folder. */
export async function listSettings({ files, folder, home, managedDir, readUserFiles }: SettingsPlace): Promise<SettingsList> {
  const [root, managed] = await Promise.all([findRepositoryRoot(files, folder, home), listManagedSettings(files, managedDir)]);
  const localFile = join(root, '.claude/settings.local.json');
  const sources: SettingsList['sources'] = [
    ...managed.map((path) => ({ path, scope: 'managed' as const })),
    { path: localFile, scope: 'local' },
    ...(root === folder ? [] : [{ path: join(folder, '.claude/settings.local.json'), scope: 'local' as const }]),
    { path: join(folder, '.claude/settings.json'), scope: 'project' },
    ...(readUserFiles === false || folder === home ? [] : [{ path: join(home, '.claude/settings.json'), scope: 'user' as const }]),
  ];
  return { sources, localFile, root };
}

/** Whether a settings file was written, made or removed since: equal as long as none was. */
export async function stampSettings(files: FileSystem, paths: readonly string[]): Promise<string> {
  const stats = await Promise.all(paths.map((path) => files.stat(path).catch(() => undefined)));
  return stats.map((stat) => (stat === undefined ? '-' : `${stat.modifiedMs}:${stat.size}`)).join(' ');
}

/** The top of the repository, where local settings live; the folder itself outside one, or when the top is home. */
async function findRepositoryRoot(files: FileSystem, folder: string, home: string): Promise<string> {
  for (let at = folder; at !== dirname(at) && at !== home; at = dirname(at)) {
    const found = await files.stat(join(at, '.git')).catch(() => undefined);
    if (found !== undefined) return at;
  }
  return folder;
}
