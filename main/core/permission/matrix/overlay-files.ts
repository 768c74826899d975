import { FileError, type FileSystem } from '../../ports';

/** Files as they would be after changes that nobody has written: reading sees the new texts, `undefined` is a file that is gone. */
export function overlayFiles(files: FileSystem, texts: ReadonlyMap<string, string | undefined>): FileSystem {
  const encoder = new TextEncoder();
  const changed = (path: string): Uint8Array => {
    const text = texts.get(path);
    if (text === undefined) throw new FileError('not-found', path, 'no such file');
    return encoder.encode(text);
  };
  return {
    ...files,
    readFile: async (path, most, asked = path) => (texts.has(asked) ? changed(asked) : files.readFile(path, most, asked)),
    readRange: async (path, offset, length) =>
      texts.has(path) ? changed(path).slice(offset, offset + length) : files.readRange(path, offset, length),
    async stat(path) {
      if (!texts.has(path)) return files.stat(path);
      const text = texts.get(path);
      return text === undefined ? undefined : { kind: 'file', size: encoder.encode(text).length, modifiedMs: 0, mode: 0o644 };
    },
    writeFile: async (path) => refuse(path),
    remove: async (path) => refuse(path),
  };
}

function refuse(path: string): never {
  throw new FileError('denied', path, 'nothing is written while a change is only looked at');
}
