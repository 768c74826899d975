import type { Skill } from './skill';

export interface CommandEntry {
  name: string;
  description: string;
  argumentHint?: string;
  /** Its scope, or `command` for a command file. */
  source: string;
  /** The Markdown file. */
  path: string;
  /** Whether the model is told of it. */
  modelInvocable: boolean;
}

/** The `/` menu: what a person may run. */
export function listCommands(skills: readonly Skill[]): CommandEntry[] {
  return skills
    .filter((skill) => skill.userInvocable)
    .map((skill) => ({
      name: skill.name,
      description: skill.description,
      source: skill.form === 'command' ? 'command' : skill.scope,
      path: skill.path,
      modelInvocable: skill.modelInvocable,
      ...(skill.argumentHint === undefined ? {} : { argumentHint: skill.argumentHint }),
    }));
}
