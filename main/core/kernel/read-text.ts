import type { FileSystem } from '../ports';
import { FileError } from '../ports';
import type { Diagnostic } from '../../../shared/model/permission';
import type { HideSecrets } from '../secrets/hide-secrets';
import { badName, HIDDEN_IN_PATH } from './bad-name';
import { readLinked } from './read-linked';

/**
 * A file's text as UTF-8 without its byte order mark, its secrets hidden where `hide` is given, or why there is none. `real` is where a
 * caller that looked at it knows the path to lead. Never rejects with a `FileError`.
 */
export async function readText(
  files: FileSystem,
  path: string,
  maxBytes: number,
  hide?: HideSecrets,
  real?: string,
): Promise<{ text: string; bytes: Uint8Array } | { problem: 'missing' | 'too-large' | 'unreadable'; words?: string }> {
  try {
    const stat = await files.stat(path);
    if (stat === undefined || stat.kind !== 'file') return { problem: 'missing' };
    if (stat.size > maxBytes) return { problem: 'too-large' };
    const bytes = real === undefined ? await readLinked(files, path) : await files.readFile(real, undefined, path);
    const text = new TextDecoder('utf-8').decode(bytes);
    return { text: (await hide?.(text)) ?? text, bytes };
  } catch (error) {
    if (error instanceof FileError)
      return error.code === 'not-found' ? { problem: 'missing' } : { problem: 'unreadable', words: error.message };
    throw error;
  }
}

const MOST_REPORTED = 20;

/**
 * All files below a folder whose name ends with `suffix`, links followed, in code-point order of their paths; bounded. Those with a name
 * that is not fit to be shown are reported instead.
 */
export async function findFiles(
  files: FileSystem,
  folder: string,
  suffix: string,
  limit = 1_000,
): Promise<{ paths: string[]; diagnostics: Diagnostic[] }> {
  const found: string[] = [];
  const bad: string[] = [];
  const seen = new Set<string>();
  const walk = async (path: string): Promise<void> => {
    const entries = await files.list(path).catch(() => []);
    if (entries.length === 0) return;
    const real = await files.realpath(path).catch(() => path);
    if (seen.has(real) || found.length >= limit) return;
    seen.add(real);
    for (const entry of [...entries].sort((a, b) => (a.name < b.name ? -1 : 1))) {
      const child = `${path}/${entry.name}`;
      const kind = entry.kind === 'link' ? (await files.stat(child).catch(() => undefined))?.kind : entry.kind;
      if (kind === 'directory') await walk(child);
      else if (kind === 'file' && entry.name.endsWith(suffix) && found.length + bad.length < limit)
        (HIDDEN_IN_PATH.test(child.slice(folder.length)) ? bad : found).push(child);
    }
  };
  await walk(folder);
  return { paths: found, diagnostics: bad.slice(0, MOST_REPORTED).map(badName) };
}
