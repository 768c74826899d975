import type { Skill } from './skill';

export interface CommandEntry {
  name: string;
  description: string;
  argumentHint?: string;
  source: string;
}

/** The `/` menu: what a person may run. */
export function listCommands(skills: readonly Skill[]): CommandEntry[] {
  return skills
    .filter((skill) => skill.userInvocable)
    .map((skill) => ({
      name: skill.name,
      description: skill.description,
      source: skill.source,
      ...(skill.argumentHint === undefined ? {} : { argumentHint: skill.argumentHint }),
    }));
}
