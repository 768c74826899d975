import { z } from 'zod';
import { modeSchema } from './mode';
import { capabilitySchema, ruleRefSchema, ruleScopeSchema, verdictSchema } from './permission';

/** A row: a capability, with what it is about where the row is for one host, server, sub-agent or skill; or one that a person added. */
export const matrixRowSchema = z.object({
  id: z.string(),
  capability: capabilitySchema.optional(),
  of: z.string().optional(),
  custom: z.object({ name: z.string(), rules: z.array(z.string()) }).optional(),
  /** The rules that a cell of this row writes for each verdict; empty where no rule can say it. */
  says: z.object({ allow: z.array(z.string()), ask: z.array(z.string()), deny: z.array(z.string()) }),
});
export type MatrixRow = z.infer<typeof matrixRowSchema>;

/** `scope` columns are what one place of rules says, `mode` and `agent` columns what is decided in the end. */
export const matrixColumnSchema = z.discriminatedUnion('kind', [
  z.object({ id: z.string(), kind: z.literal('scope'), scope: ruleScopeSchema, file: z.string().optional(), editable: z.boolean() }),
  z.object({ id: z.string(), kind: z.literal('mode'), mode: modeSchema }),
  z.object({
    id: z.string(),
    kind: z.literal('agent'),
    agent: z.string(),
    mode: modeSchema,
    file: z.string(),
    line: z.number().int(),
  }),
]);
export type MatrixColumn = z.infer<typeof matrixColumnSchema>;

/** One example call of a row with what decides about it; without a `decision` where a scope says nothing. */
export const probeSchema = z.object({
  call: z.string(),
  decision: verdictSchema.optional(),
  rule: ruleRefSchema.optional(),
  builtin: z.string().optional(),
});
export type Probe = z.infer<typeof probeSchema>;

export const matrixCellSchema = z.object({
  row: z.string(),
  column: z.string(),
  /** The strictest of its probes; absent where nothing is said. */
  verdict: verdictSchema.optional(),
  /** The probes are not decided alike. */
  mixed: z.boolean(),
  /** Its rules are off until the folder is trusted. */
  off: z.boolean().optional(),
  probes: z.array(probeSchema),
});
export type MatrixCell = z.infer<typeof matrixCellSchema>;

export const matrixSchema = z.object({
  rows: z.array(matrixRowSchema),
  columns: z.array(matrixColumnSchema),
  /** Row by row, each with a cell for every column. */
  cells: z.array(matrixCellSchema),
});
export type Matrix = z.infer<typeof matrixSchema>;

const ruleText = z.string().trim().min(1).max(2_000);
const placedRule = z.object({ scope: ruleScopeSchema, file: z.string().optional(), verdict: verdictSchema, rule: ruleText });

/** A change to the rules that somebody thinks of: nothing is written because of it until it is applied. */
export const ruleEditSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('cell'), row: z.string(), column: z.string(), verdict: z.enum(['allow', 'ask', 'deny', 'none']) }),
  placedRule.extend({ type: z.literal('add') }),
  placedRule.extend({ type: z.literal('remove') }),
  placedRule.extend({ type: z.literal('replace'), by: z.object({ verdict: verdictSchema, rule: ruleText }) }),
  placedRule.extend({ type: z.literal('move'), to: ruleScopeSchema }),
  z.object({ type: z.literal('add-row'), name: z.string().trim().min(1).max(60), rules: z.array(ruleText).min(1).max(50) }),
  z.object({ type: z.literal('remove-row'), name: z.string() }),
]);
export type RuleEdit = z.infer<typeof ruleEditSchema>;

/** What an edit would do to files, to the session's rules, and to every cell. */
export const editPlanSchema = z.object({
  files: z.array(
    z.object({
      path: z.string(),
      exists: z.boolean(),
      /** SHA-256 of the file as it was looked at; empty where there was none. The edit is refused when it is no longer that. */
      hash: z.string(),
      patch: z.string(),
    }),
  ),
  session: z.object({ add: z.array(z.string()), remove: z.array(z.string()) }),
  changes: z.array(z.object({ row: z.string(), column: z.string(), before: matrixCellSchema, after: matrixCellSchema })),
  /** Rules that keep the cell from deciding as it was set: they come first, wherever they stand. */
  blockers: z.array(ruleRefSchema),
  /** What is wrong with the rules after the edit and was not before. */
  problems: z.array(z.object({ code: z.string(), message: z.string(), file: z.string().optional(), line: z.number().int().optional() })),
});
export type EditPlan = z.infer<typeof editPlanSchema>;
