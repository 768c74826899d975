/** Keeps the folder of the next command while it is inside one of `folders` (absolute, resolved; the first is the start). */
export function createWorkingDirectory(
  folders: readonly [string, ...string[]],
  onChange?: (before: string, after: string) => void,
): { get(): string; set(path: string): void } {
  let current = folders[0];
  return {
    get: () => current,
    set(path) {
      const before = current;
      current = folders.some((folder) => path === folder || path.startsWith(folder === '/' ? '/' : `${folder}/`)) ? path : folders[0];
      if (current !== before) onChange?.(before, current);
    },
  };
}
