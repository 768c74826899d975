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
  /** `claudeMd` of the machine's own settings, with the line where it stands. */
  claudeMd?: { path: string; line: number; text: string };
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
  for (const { path, scope, content, text } of await readSettings(place)) {
    const report = (message: string): void => {
      settings.diagnostics.push({ code: 'bad-setting', message, severity: 'warning', file: path });
    };
    const excludes = content['claudeMdExcludes'];
    if (Array.isArray(excludes) && excludes.every((entry) => typeof entry === 'string')) settings.excludes.push(...excludes);
    else if (excludes !== undefined) report('claudeMdExcludes must be a list of globs; it is ignored');
    const notes = content['autoMemoryEnabled'];
    if (typeof notes === 'boolean') settings.autoMemory = notes;
    else if (notes !== undefined) report('autoMemoryEnabled must be true or false; it is ignored');
    const claudeMd = content['claudeMd'];
    if (claudeMd !== undefined && scope !== 'managed') report('claudeMd counts in managed settings only; it is ignored');
    else if (typeof claudeMd === 'string') settings.claudeMd = { path, line: lineOf(text, '"claudeMd"'), text: claudeMd };
    else if (claudeMd !== undefined) report('claudeMd must be a text; it is ignored');
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

function lineOf(text: string, part: string): number {
  return text.slice(0, text.indexOf(part)).split('\n').length;
}

function readMember(value: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((found, name) => (isRecord(found) ? found[name] : undefined), value);
}
