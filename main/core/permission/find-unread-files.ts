import { join } from 'node:path/posix';
import type { Diagnostic } from '../../../shared/model/permission';
import type { FileSystem } from '../ports';
import { sayRule } from './rule-words';

const READ = new Set(['settings.json', 'settings.local.json']);
const LOOKS_LIKE_SETTINGS = /^\.?(?:settings?|permissions?|rules)(?:[.-]?\w)*\.(?:json[c5]?|ya?ml|toml)$/i;

/** Files beside the settings that look as if somebody wrote rules in them, and that are never read. Never rejects. */
export async function findUnreadFiles(files: FileSystem, folder: string, root: string): Promise<Diagnostic[]> {
  const names = await files.list(join(folder, '.claude')).catch(() => []);
  const unread = names
    .filter(({ name, kind }) => kind !== 'directory' && !READ.has(name) && LOOKS_LIKE_SETTINGS.test(name))
    .map(({ name }) => warn(join(folder, '.claude', name), 'other-file', join(folder, '.claude/settings.json')));
  const above = join(root, '.claude/settings.json');
  if (root === folder || (await files.stat(above).catch(() => undefined)) === undefined) return unread;
  return [...unread, warn(above, 'folder-above', join(folder, '.claude/settings.json'))];
}

function warn(file: string, why: 'other-file' | 'folder-above', suggestion: string): Diagnostic {
  return {
    code: 'unread-file',
    severity: 'warning',
    ...sayRule(why, { path: file }),
    file,
    line: 1,
    suggestion,
  };
}
