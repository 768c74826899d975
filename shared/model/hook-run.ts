import { z } from 'zod';
import { HOOK_DECISIONS, HOOK_TYPES } from './hook-names';
import { partRefSchema } from './part';
import { saidDetailSchema } from './said-detail';

export const hookScopeSchema = z.enum(['managed', 'local', 'project', 'user', 'skill', 'agent']);

/** Where a hook stands. `line` is 1-based; `name` is the skill or the sub-agent whose file it is. */
export const hookPlaceSchema = z.object({ file: z.string(), line: z.number().int(), scope: hookScopeSchema, name: z.string().optional() });
export type HookPlace = z.infer<typeof hookPlaceSchema>;

export const hookTypeSchema = z.enum(HOOK_TYPES);
export type HookType = z.infer<typeof hookTypeSchema>;

export const hookDecisionSchema = z.enum(HOOK_DECISIONS);
export type HookDecision = z.infer<typeof hookDecisionSchema>;

/** Why a hook that is configured for an event did not run, as a machine name; the interface translates `hooks:why.<name>`. */
export const hookSkipSchema = z.enum([
  'matcher',
  'if',
  'if-unavailable',
  'untrusted',
  'disabled',
  'managed-only',
  'duplicate',
  'once',
  'no-server',
  'no-agents',
  'invalid',
]);
export type HookSkip = z.infer<typeof hookSkipSchema>;

/** One hook of a firing: whether it ran and why not, and all that came of it. Texts are parts: JSON strings, secrets hidden, bounded. */
export const hookRunSchema = z.object({
  id: z.string(),
  /** Identity of the definition: equal for the same handler in the same file, whatever its line. */
  hook: z.string(),
  source: hookPlaceSchema,
  type: hookTypeSchema,
  /** The command, address or prompt, cut to a line. */
  label: z.string(),
  matched: z.boolean(),
  why: hookSkipSchema.optional(),
  /** `blocked`: exit 2, or a decision that blocks. `error`: it had no effect. `detached`: it goes on and cannot decide any more. */
  outcome: z.enum(['success', 'blocked', 'error', 'timeout', 'cancelled', 'detached']).optional(),
  exitCode: z.number().int().optional(),
  signal: z.string().optional(),
  durationMs: z.number().optional(),
  /** What isolated a command: the sandbox, or why there was none. */
  isolation: z.string().optional(),
  decision: hookDecisionSchema.optional(),
  reason: z.string().optional(),
  /** What went wrong, in words: output that is not JSON, a program that is not there. */
  problem: z.string().optional(),
  detail: saidDetailSchema.optional(),
  /** Names of the variables that it handed on to later commands. */
  sets: z.array(z.string()).optional(),
  /** What the model and what the person were given of it. */
  toModel: z.string().optional(),
  toPerson: z.string().optional(),
  /** The input that it put in the place of the call's own. */
  updatedInput: partRefSchema.optional(),
  stdout: partRefSchema.optional(),
  stderr: partRefSchema.optional(),
  /** Bytes of both streams; more than what is kept when `cut`. */
  bytes: z.number().int().optional(),
  cut: z.boolean().optional(),
});
export type HookRun = z.infer<typeof hookRunSchema>;

/** One firing of an event with every hook that is configured for it. Written only where there is one. */
export const hookFiringSchema = z.object({
  event: z.string(),
  agent: z.string(),
  turn: z.string().optional(),
  item: z.string().optional(),
  /** What matchers were compared with: a tool, a source, a reason. */
  about: z.string().optional(),
  /** What the hooks were given on stdin: a JSON value as a part, secrets hidden. */
  input: partRefSchema,
  hooks: z.array(hookRunSchema),
  decision: hookDecisionSchema.optional(),
  /** True: the hooks end the processing here. */
  stops: z.boolean().optional(),
  /** True: a result that came after the event: of a hook that ran on by itself. */
  late: z.boolean().optional(),
});
export type HookFiring = z.infer<typeof hookFiringSchema>;

/** A hook that had a say in a decision, as the approval card and the log name it. */
export const hookVoiceSchema = z.object({
  run: z.string(),
  /** Identity of the definition, as in its run. Absent in older logs. */
  hook: z.string().optional(),
  label: z.string(),
  source: hookPlaceSchema,
  decision: hookDecisionSchema,
  reason: z.string().optional(),
});
export type HookVoice = z.infer<typeof hookVoiceSchema>;

/** A handler that runs now. `since` is in milliseconds since the epoch. */
export const hookRunningSchema = z.object({
  run: z.string(),
  event: z.string(),
  label: z.string(),
  since: z.number(),
  status: z.string().optional(),
});
export type HookRunning = z.infer<typeof hookRunningSchema>;
