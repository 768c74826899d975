import type { Diagnostic } from '../../../shared/model/permission';
import { isRecord } from '../kernel/is-record';
import { readSettings } from '../kernel/read-settings';
import type { FileSystem } from '../ports';
import type { Skill } from './skill';
import { saySkill } from './skill-words';

const OVERRIDES = ['on', 'name-only', 'user-invocable-only', 'off'] as const;
export type SkillOverride = (typeof OVERRIDES)[number];

export interface SkillSettings {
  /** What the settings say of single skills, by name; the file that says it. */
  overrides: ReadonlyMap<string, { value: SkillOverride; file: string }>;
  /** False: commands in the bodies of skills are not run (`disableSkillShellExecution`). */
  runsCommands: boolean;
  diagnostics: Diagnostic[];
}

/** The settings that are about skills. Settings nearer to the person count more; what switches commands off counts from anywhere. */
export async function readSkillSettings(place: {
  folder: string;
  home: string;
  files: FileSystem;
  readUserFiles: boolean;
  managedDir?: string;
}): Promise<SkillSettings> {
  const overrides = new Map<string, { value: SkillOverride; file: string }>();
  const diagnostics: Diagnostic[] = [];
  let runsCommands = true;
  for (const { path, content } of await readSettings(place)) {
    if (content['disableSkillShellExecution'] === true) runsCommands = false;
    const given = content['skillOverrides'];
    if (given === undefined) continue;
    for (const [name, value] of isRecord(given) ? Object.entries(given) : []) {
      const known = OVERRIDES.find((one) => one === value);
      if (known !== undefined) overrides.set(name, { value: known, file: path });
      else
        diagnostics.push({
          code: 'bad-setting',
          ...saySkill('override-value', { name, values: OVERRIDES.join(', ') }),
          severity: 'warning',
          file: path,
        });
    }
    if (!isRecord(given)) diagnostics.push({ code: 'bad-setting', ...saySkill('override-shape'), severity: 'warning', file: path });
  }
  return { overrides, runsCommands, diagnostics };
}

/** A skill as an override leaves it; undefined where it is off. */
export function applyOverride(skill: Skill, value: SkillOverride | undefined): Skill | undefined {
  switch (value) {
    case 'off':
      return undefined;
    case 'name-only':
      return { ...skill, nameOnly: true };
    case 'user-invocable-only':
      return { ...skill, modelInvocable: false };
    default:
      return skill;
  }
}
