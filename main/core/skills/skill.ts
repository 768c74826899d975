import type { SkillScope } from '../../../shared/model/skill-use';

/** A skill or command file as found. */
export interface Skill {
  /** What is typed after `/`: the directory's name, or the command file's path with `:` for folders. */
  name: string;
  scope: SkillScope;
  /** A folder with a SKILL.md, or a Markdown file in a `commands` folder. */
  form: 'skill' | 'command';
  /** The Markdown file. */
  path: string;
  /** Folder of the skill. */
  folder: string;
  /** What it calls itself, where that is another name. */
  label?: string;
  description: string;
  whenToUse?: string;
  argumentHint?: string;
  /** Names of positional arguments. */
  arguments: string[];
  modelInvocable: boolean;
  userInvocable: boolean;
  /** Listed without its description (`skillOverrides`). */
  nameOnly: boolean;
  /** Rules in force for the turn that runs it, with the line on which they stand. */
  allowedTools: ToolGrant[];
  /** Tools that the turn goes without. */
  disallowedTools: ToolGrant[];
  model?: string;
  effort?: string;
  /** Its text is the task of a sub-agent. */
  fork?: { agent: string; background: boolean };
  /** As written; the hooks' own reader checks it. */
  hooks?: unknown;
  /** Globs: the model is told of it once a file that fits was touched. */
  paths?: string[];
  shell: 'bash' | 'powershell';
  body: string;
  /** 1-based line of the body's first character. */
  bodyLine: number;
  /** Lines of the file that the description comes from. */
  descriptionLines: { start: number; end: number };
  /** Skills of the same name below the project folder. */
  variants?: ReadonlyArray<{ name: string; description: string }>;
}

export interface ToolGrant {
  rule: string;
  line: number;
}

/** What says who a skill is before its file is read. */
export type SkillIdentity = Pick<Skill, 'name' | 'scope' | 'form' | 'path' | 'folder'>;

export type SkillTrust = 'host' | 'user' | 'project';

/** Who vouches for its text. */
export function trustOf({ scope }: Pick<Skill, 'scope'>): SkillTrust {
  if (scope === 'bundled') return 'host';
  return scope === 'personal' || scope === 'managed' ? 'user' : 'project';
}
