import { z } from 'zod';

/** Where a skill was found. `nested`: below the project folder, in force once a file there was touched. */
export const skillScopeSchema = z.enum(['managed', 'personal', 'project', 'nested', 'bundled']);
export type SkillScope = z.infer<typeof skillScopeSchema>;

/** A command in the body of a skill, run before the model saw the body. */
export const skillCommandSchema = z.object({
  command: z.string(),
  exitCode: z.number().int().optional(),
  durationMs: z.number(),
  /** Length of what it printed. */
  chars: z.number().int(),
});
export type SkillCommand = z.infer<typeof skillCommandSchema>;

/** One use of a skill: who asked for it, and what became of it. */
export const skillUseSchema = z.object({
  turn: z.string(),
  agent: z.string(),
  skill: z.string(),
  /** The person typed it, the model called the Skill tool, or an agent's definition names it. */
  by: z.enum(['person', 'model', 'preload']),
  /** The message, or the call of the Skill tool. */
  item: z.string().optional(),
  /** The item that holds its text; absent where none was put in. */
  body: z.string().optional(),
  outcome: z.enum(['loaded', 'already-loaded', 'refused', 'forked']),
  why: z.string().optional(),
  /** Absent where there is no such skill. */
  source: skillScopeSchema.optional(),
  path: z.string().optional(),
  args: z.string().optional(),
  /** What its text added to the conversation, estimated. */
  tokens: z.number(),
  /** Model calls that asking for it took beyond those of the task: none when typed, one when the model asked. */
  calls: z.number().int(),
  commands: z.array(skillCommandSchema).optional(),
});
export type SkillUse = z.infer<typeof skillUseSchema>;
