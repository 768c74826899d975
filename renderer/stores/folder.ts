import type { Result } from '../../shared/contract/methods';
import { create } from 'zustand';
import { call } from './host';
import { writePreference } from './preferences';

interface FolderState {
  folder: string | undefined;
  trusted: boolean;
  git: boolean;
  recent: Result<'folder.recent'>['folders'];
  /** The window is still looking for its first folder. */
  opening: boolean;
}

/** The project folder that this window works on. */
export const useFolder = create<FolderState>(() => ({ folder: undefined, trusted: true, git: false, recent: [], opening: false }));

/** The folder as soon as the window has found its first one; undefined when it found none. */
export function whenFolder(): Promise<string | undefined> {
  const { folder, opening } = useFolder.getState();
  if (folder !== undefined || !opening) return Promise.resolve(folder);
  return new Promise((resolve) => {
    const off = useFolder.subscribe((state) => {
      if (state.folder === undefined && state.opening) return;
      off();
      resolve(state.folder);
    });
  });
}

/** Opens a folder for this window. Rejects with `not-found` when it is none. */
export async function openFolder(path: string): Promise<string> {
  const { folder, trusted, git } = await call('folder.open', { path });
  useFolder.setState({ folder, trusted, git });
  writePreference('folder', folder);
  void loadRecentFolders();
  return folder;
}

export async function loadRecentFolders(): Promise<void> {
  const { folders } = await call('folder.recent', {});
  useFolder.setState({ recent: folders });
}

export async function trustFolder(trusted: boolean): Promise<void> {
  const { folder } = useFolder.getState();
  if (!folder) return;
  await call('folder.trust', { folder, trusted });
  useFolder.setState({ trusted });
}

/** The last part of a path, for headings; the whole path stays in the title. */
export function folderName(path: string): string {
  return path.split(/[\\/]/).filter(Boolean).at(-1) ?? path;
}
