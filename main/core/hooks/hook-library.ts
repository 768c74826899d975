import { stampSettings } from '../permission/list-settings';
import { type LoadedHooks, type LoadHooksOptions, loadHooks } from './load-hooks';

export interface HookLibraryOptions extends Omit<LoadHooksOptions, 'trusted' | 'readUserFiles'> {
  /** Asked anew at every reload. */
  isTrusted(folder: string): Promise<boolean>;
  readsUserFiles(): Promise<boolean>;
}

/** The hooks of a folder's settings files, read again when one of them, the folder's trust or the choice of the person's own files has changed. */
export interface HookLibrary {
  /** As they were last read; undefined before the first `refresh`. */
  readonly loaded: LoadedHooks | undefined;
  /** Gives the hooks, and which settings files changed since they were last given. */
  refresh(): Promise<{ loaded: LoadedHooks; changed: string[] }>;
}

export function createHookLibrary(options: HookLibraryOptions): HookLibrary {
  let loaded: LoadedHooks | undefined;
  let loadedUserFiles: boolean | undefined;
  let stamps = new Map<string, string>();
  let refreshing: Promise<{ loaded: LoadedHooks; changed: string[] }> | undefined;

  async function read(): Promise<{ loaded: LoadedHooks; changed: string[] }> {
    const known = loaded;
    const [trusted, readUserFiles, now] = await Promise.all([
      options.isTrusted(options.folder),
      options.readsUserFiles(),
      known === undefined ? undefined : stampAll(known),
    ]);
    if (known !== undefined && now !== undefined && known.trusted === trusted && loadedUserFiles === readUserFiles) {
      const changed = [...now].filter(([path, stamp]) => stamps.get(path) !== stamp).map(([path]) => path);
      if (changed.length === 0) return { loaded: known, changed };
      stamps = now;
      loaded = await loadHooks({ ...options, trusted, readUserFiles });
      return { loaded, changed };
    }
    loaded = await loadHooks({ ...options, trusted, readUserFiles });
    loadedUserFiles = readUserFiles;
    stamps = await stampAll(loaded);
    return { loaded, changed: [] };
  }

  async function stampAll({ files }: LoadedHooks): Promise<Map<string, string>> {
    const paths = files.map(({ path }) => path);
    const found = (await stampSettings(options.files, paths)).split(' ');
    return new Map(paths.map((path, index) => [path, found[index] ?? '']));
  }

  return {
    get loaded() {
      return loaded;
    },
    refresh() {
      refreshing ??= read().finally(() => {
        refreshing = undefined;
      });
      return refreshing;
    },
  };
}
