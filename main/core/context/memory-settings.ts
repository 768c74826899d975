import type { Diagnostic } from '../../../shared/model/permission';
import type { FileSystem } from '../ports';
import { isRecord } from '../kernel/is-record';
import { readSettings } from '../kernel/read-settings';
import type { SaidByKey } from '../kernel/say-words';
import { sayMemory } from './memory-words';

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
    const report = (said: SaidByKey): void => {
      settings.diagnostics.push({ code: 'bad-setting', ...said, severity: 'warning', file: path });
    };
    const excludes = content['claudeMdExcludes'];
    if (Array.isArray(excludes) && excludes.every((entry) => typeof entry === 'string')) settings.excludes.push(...excludes);
    else if (excludes !== undefined) report(sayMemory('globs', { key: 'claudeMdExcludes' }));
    const notes = content['autoMemoryEnabled'];
    if (typeof notes === 'boolean') settings.autoMemory = notes;
    else if (notes !== undefined) report(sayMemory('switch', { key: 'autoMemoryEnabled' }));
    const claudeMd = content['claudeMd'];
    if (claudeMd !== undefined && scope !== 'managed') report(sayMemory('managed', { key: 'claudeMd' }));
    else if (typeof claudeMd === 'string') settings.claudeMd = { path, line: lineOf(text, '"claudeMd"'), text: claudeMd };
    else if (claudeMd !== undefined) report(sayMemory('text', { key: 'claudeMd' }));
    const chosen =
      scope === 'user' || scope === 'managed'
        ? readMember(content, ['pluginConfigs', 'agents-md@builtin', 'options', 'instructionFiles'])
        : undefined;
    const known = INSTRUCTION_FILES.find((name) => name === chosen);
    if (known !== undefined) settings.instructionFiles = known;
    else if (chosen !== undefined) report(sayMemory('one-of', { key: 'instructionFiles', values: INSTRUCTION_FILES.join(', ') }));
  }
  return settings;
}

function lineOf(text: string, part: string): number {
  return text.slice(0, text.indexOf(part)).split('\n').length;
}

function readMember(value: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((found, name) => (isRecord(found) ? found[name] : undefined), value);
}
