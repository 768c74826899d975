import type { FileSystem } from '../ports';

/** Reads by a name that may be a link, or lie behind one: exactly the file that it leads to now, which guards see under both names. */
export async function readLinked(files: FileSystem, name: string, most?: number): Promise<Uint8Array> {
  return files.readFile(await files.realpath(name), most, name);
}

/** `readRange` by a name that may lie behind a link, for files that are the product's own. */
export function rangeThroughLinks(files: FileSystem): FileSystem['readRange'] {
  return async (name, offset, length) => files.readRange(await files.realpath(name), offset, length);
}
