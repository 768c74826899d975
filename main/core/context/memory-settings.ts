import type { Diagnostic } from '../../../shared/model/permission';
import type { FileSystem } from '../ports';
import { isRecord } from '../kernel/is-record';
import { readSettings } from '../kernel/read-settings';

const INSTRUCTION_FILES = ['claude-md-or-agents-md', 'claude-md-and-agents-md', 'claude-md', 'managed-only'] as const;
export type InstructionFiles = (typeof INSTRUCTION_FILES)[number];

export interface MemorySettings {
  /** Globs against absolute paths; the lists of all scopes are merged. */
  excludes: string[];
  /** Which files count, by the names of Claude Code's `agents-md` options; a project cannot set it. */
  instructionFiles: InstructionFiles;
  /** `autoMemoryEnabled`: whether agents keep notes for later sessions. */
  autoMemory: boolean;
  diagnostics: Diagnostic[];
}

/** The settings that decide which memory files are read. Whoever owns the settings files reports broken JSON. */
export async function readMemorySettings(place: {
  folder: string;
  home: string;
  files: FileSystem;
  readUserFiles: boolean;
  managedDir?: string;
}): Promise<MemorySettings> {
  const settings: MemorySettings = { excludes: [], instructionFiles: 'claude-md-or-agents-md', autoMemory: true, diagnostics: [] };
  for (const { path, scope, content } of await readSettings(place)) {
    const report = (message: string): void => {
      settings.diagnostics.push({ code: 'bad-setting', message, severity: 'warning', file: path });
    };
    const excludes = content['claudeMdExcludes'];
    if (Array.isArray(excludes) && excludes.every((entry) => typeof entry === 'string')) settings.excludes.push(...excludes);
    else if (excludes !== undefined) report('claudeMdExcludes must be a list of globs; it is ignored');
    const notes = content['autoMemoryEnabled'];
    if (typeof notes === 'boolean') settings.autoMemory = notes;
    else if (notes !== undefined) report('autoMemoryEnabled must be true or false; it is ignored');
    const chosen =
      scope === 'user' || scope === 'managed'
        ? readMember(content, ['pluginConfigs', 'agents-md@builtin', 'options', 'instructionFiles'])
        : undefined;
    const known = INSTRUCTION_FILES.find((name) => name === chosen);
    if (known !== undefined) settings.instructionFiles = known;
    else if (chosen !== undefined) report(`instructionFiles must be one of ${INSTRUCTION_FILES.join(', ')}; it is ignored`);
  }
  return settings;
}

function readMember(value: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((found, name) => (isRecord(found) ? found[name] : undefined), value);
}
