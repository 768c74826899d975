import { z } from 'zod';
import { diagnosticSchema, verdictSchema } from './permission';
import { skillScopeSchema, skillUseSchema } from './skill-use';

/** A skill or command as the tree shows it. */
export const skillEntrySchema = z.object({
  name: z.string(),
  label: z.string().optional(),
  scope: skillScopeSchema,
  form: z.enum(['skill', 'command']),
  path: z.string(),
  folder: z.string(),
  description: z.string(),
  argumentHint: z.string().optional(),
  modelInvocable: z.boolean(),
  userInvocable: z.boolean(),
  /** `in-force`, or why it is not: another file has the name, or a settings file switches it off. */
  state: z.enum(['in-force', 'shadowed', 'off']),
  /** The file that shadows it, or switches it off. */
  by: z.string().optional(),
  /** Lines in a list of skills: cut ones have no description. */
  listed: z.enum(['whole', 'cut', 'not']),
});
export type SkillEntry = z.infer<typeof skillEntrySchema>;

export const skillListingSchema = z.object({
  /** Characters that the list may have, and has. */
  budget: z.number().int(),
  size: z.number().int(),
  tokens: z.number().int(),
  text: z.string(),
  cut: z.array(z.string()),
});
export type SkillListingView = z.infer<typeof skillListingSchema>;

/** What a text would be as a skill: its line in the list, its expanded body, what is wrong with it. */
export const skillPreviewSchema = z.object({
  name: z.string(),
  line: z.string(),
  lineTokens: z.number().int(),
  modelInvocable: z.boolean(),
  body: z.string(),
  bodyTokens: z.number().int(),
  /** Commands that would run before the model reads it, and whether the rules allow them as they stand. */
  commands: z.array(z.object({ command: z.string(), line: z.number().int(), decision: verdictSchema, reason: z.string() })),
  files: z.array(z.object({ path: z.string(), size: z.number().int() })),
  /** There are more files than are listed. */
  filesCut: z.boolean(),
  diagnostics: z.array(diagnosticSchema),
});
export type SkillPreview = z.infer<typeof skillPreviewSchema>;

/** One layer of what the model has seen of a skill so far; tokens are estimated. */
export const skillLayerSchema = z.object({
  tokens: z.number().int(),
  items: z.array(z.object({ item: z.string().optional(), what: z.string(), tokens: z.number().int() })),
});
/** 0 its text, 1 outputs of what it ran, 2 scripts and files of it that were read, 3 what those led to. */
export const skillLayersSchema = z.tuple([skillLayerSchema, skillLayerSchema, skillLayerSchema, skillLayerSchema]);
export type SkillLayers = z.infer<typeof skillLayersSchema>;

/** What a use cost beyond the task: the call in which the model asked for it. */
export const skillExtraSchema = z.object({
  call: z.string(),
  tokens: z.number().int(),
  durationMs: z.number().optional(),
  costUsd: z.number().optional(),
});

export const skillTurnSchema = z.object({
  turn: z.string(),
  agent: z.string(),
  /** The list in the context at the end of the turn. */
  offered: z.array(z.object({ name: z.string(), cut: z.boolean() })),
  /** Lists that were sent in this turn, exactly as the model got them. */
  lists: z.array(z.object({ item: z.string(), text: z.string(), tokens: z.number(), trigger: z.string() })),
  uses: z.array(skillUseSchema.extend({ layers: skillLayersSchema.optional(), extra: skillExtraSchema.optional() })),
});
export type SkillTurn = z.infer<typeof skillTurnSchema>;

/** What became of one prompt of a trigger test: the first answer of the model is looked at, and nothing of it is run. */
export const triggerOutcomeSchema = z.object({
  fired: z.boolean(),
  /** Skills that the model asked for. */
  called: z.array(z.string()),
  listed: z.boolean(),
  tokens: z.number().int().optional(),
  costUsd: z.number().optional(),
  durationMs: z.number(),
  /** Why there was no answer. */
  failure: z.string().optional(),
});
export type TriggerOutcome = z.infer<typeof triggerOutcomeSchema>;
