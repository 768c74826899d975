import { readLinked } from '../kernel/read-linked';
import { FileError, type FileSystem } from '../ports';
import { editSettings } from './edit-settings';

/**
 * Adds an allow rule to a settings file and changes nothing else in it. Does nothing when the rule is there.
 * Rejects with `conflict` when the file is not JSON of the known shape: a broken file is never overwritten.
 */
export async function writeAllowRule(files: FileSystem, path: string, rule: string): Promise<void> {
  const text = await readIfThere(files, path);
  const changed = await editSettings(text, path, { op: 'add', verdict: 'allow', rule });
  if (changed !== text) await files.writeFile(await files.realpath(path), new TextEncoder().encode(changed));
}

/** A file's text; undefined where there is none. */
export async function readIfThere(files: FileSystem, path: string): Promise<string | undefined> {
  try {
    return new TextDecoder('utf-8', { ignoreBOM: true }).decode(await readLinked(files, path));
  } catch (error) {
    if (error instanceof FileError && (error.code === 'not-found' || error.code === 'not-a-directory')) return undefined;
    throw error;
  }
}
