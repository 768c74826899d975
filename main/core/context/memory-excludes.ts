import { join } from 'node:path/posix';
import type { Diagnostic } from '../../../shared/model/permission';
import type { FileSystem } from '../ports';
import { readText } from './read-text';

const MAX_SETTINGS_BYTES = 4 * 1024 * 1024;

/** `claudeMdExcludes` of the user's and the project's settings: globs against absolute paths; the lists are merged. */
export async function readExcludes(place: {
  folder: string;
  home: string;
  files: FileSystem;
  readUserFiles: boolean;
}): Promise<{ excludes: string[]; diagnostics: Diagnostic[] }> {
  const user = place.readUserFiles ? [join(place.home, '.claude', 'settings.json')] : [];
  const paths = [...user, join(place.folder, '.claude', 'settings.json'), join(place.folder, '.claude', 'settings.local.json')];
  const excludes: string[] = [];
  const diagnostics: Diagnostic[] = [];
  for (const path of new Set(paths)) {
    const read = await readText(place.files, path, MAX_SETTINGS_BYTES);
    if ('problem' in read) continue;
    const value = parseMember(read.text, 'claudeMdExcludes');
    if (value === undefined) continue;
    if (Array.isArray(value) && value.every((entry) => typeof entry === 'string')) excludes.push(...value);
    else
      diagnostics.push({
        code: 'bad-setting',
        message: 'claudeMdExcludes must be a list of globs; it is ignored',
        severity: 'warning',
        file: path,
      });
  }
  return { excludes: [...new Set(excludes)], diagnostics };
}

/** A member of a JSON object; undefined when the text is not one (whoever owns the settings file reports that). */
function parseMember(text: string, name: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? new Map<string, unknown>(Object.entries(value)).get(name) : undefined;
  } catch {
    return undefined;
  }
}
