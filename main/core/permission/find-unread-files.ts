import { join } from 'node:path/posix';
import type { Diagnostic } from '../../../shared/model/permission';
import type { FileSystem } from '../ports';

const READ = new Set(['settings.json', 'settings.local.json']);
const LOOKS_LIKE_SETTINGS = /^\.?(?:settings?|permissions?|rules)(?:[.-]?\w)*\.(?:json[c5]?|ya?ml|toml)$/i;

/** Files beside the settings that look as if somebody wrote rules in them, and that are never read. Never rejects. */
export async function findUnreadFiles(files: FileSystem, folder: string, root: string): Promise<Diagnostic[]> {
  const names = await files.list(join(folder, '.claude')).catch(() => []);
  const unread = names
    .filter(({ name, kind }) => kind !== 'directory' && !READ.has(name) && LOOKS_LIKE_SETTINGS.test(name))
    .map(({ name }) =>
      warn(
        join(folder, '.claude', name),
        'Rules are read from settings.json and settings.local.json.',
        join(folder, '.claude/settings.json'),
      ),
    );
  const above = join(root, '.claude/settings.json');
  if (root === folder || (await files.stat(above).catch(() => undefined)) === undefined) return unread;
  return [
    ...unread,
    warn(above, 'Project settings are read from the folder that is open, not from those above it.', join(folder, '.claude/settings.json')),
  ];
}

function warn(file: string, why: string, suggestion: string): Diagnostic {
  return {
    code: 'unread-file',
    severity: 'warning',
    message: `${file} is not read: its rules are not in force. ${why}`,
    file,
    line: 1,
    suggestion,
  };
}
