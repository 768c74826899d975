import { z } from 'zod';
import { callPurposeSchema } from './call-purpose';
import { failureSchema } from './failure';
import { partRefSchema, recipeSchema } from './part';
import { usageSchema } from './usage';

export const lintFindingSchema = z.object({
  code: z.enum([
    'unpaired-call',
    'unpaired-result',
    'result-order',
    'duplicate-id',
    'bad-id',
    'bad-tool-name',
    'empty-text',
    'empty-message',
    'last-thinking',
    'lone-surrogate',
    'image-too-large',
    'too-many-images',
    'foreign-thinking',
    'error-result-with-image',
    'cache-marks',
    'last-message-role',
    'schema-root',
    'first-message-role',
    'missing-tool',
  ]),
  pointer: z.string(),
  message: z.string(),
  repaired: z.boolean(),
});
export type LintFinding = z.infer<typeof lintFindingSchema>;

export const breakReasonSchema = z.enum([
  'first-call',
  'compaction',
  'edit',
  'model-switch',
  'tools-changed',
  'quarantine',
  'recovery',
  'fork',
  'idle-expiry',
]);
export type BreakReason = z.infer<typeof breakReasonSchema>;

/** The common prefix with the agent's previous call, by segment identity. */
export const prefixComparisonSchema = z.object({
  previous: z.string().optional(),
  segments: z.number().int(),
  bytes: z.number().int(),
  tokens: z.number(),
  brokenBy: breakReasonSchema.optional(),
});
export type PrefixComparison = z.infer<typeof prefixComparisonSchema>;

/** One failed attempt before the one that counts. `waitedMs` is how long the loop waited after it. */
export const attemptSchema = z.object({ failure: failureSchema, waitedMs: z.number() });
export type Attempt = z.infer<typeof attemptSchema>;

export const callStartSchema = z.object({
  call: z.string(),
  turn: z.string(),
  agent: z.string(),
  /** 1 for the agent's first call. */
  number: z.number().int().positive(),
  purpose: callPurposeSchema.optional(),
  provider: z.string(),
  model: z.string(),
  endpoint: z.string(),
  recipe: recipeSchema,
  bytes: z.number().int(),
  /** SHA-256 (hex) of the body: rendering the recipe must give it. */
  bodyHash: z.string(),
  /** The host's guess of the prompt: the texts by field, and what a request costs beside them (0 in logs that did not hold it). */
  estimate: z.object({ system: z.number(), tools: z.number(), messages: z.number(), overhead: z.number().default(0) }),
  lint: z.array(lintFindingSchema),
  comparison: prefixComparisonSchema,
});
export type CallStart = z.infer<typeof callStartSchema>;

export const callEndSchema = z.object({
  call: z.string(),
  agent: z.string(),
  /** The response's content blocks as received; incomplete ones are left out and named by `incomplete`. */
  blocks: z.array(partRefSchema),
  incomplete: z.number().int().optional(),
  stopReason: z.string().optional(),
  stopDetails: z.record(z.string(), z.unknown()).optional(),
  usage: usageSchema.optional(),
  /** The host's estimate of what nobody counted: attempts that broke off, and an answer without a count. Beside `usage`, not in it. */
  estimatedUsage: usageSchema.optional(),
  /** Of both. */
  costUsd: z.number().optional(),
  requestId: z.string().optional(),
  /** Milliseconds from the send to the first event, and to the end. */
  firstByteMs: z.number().optional(),
  durationMs: z.number(),
  attempts: z.array(attemptSchema),
  failure: failureSchema.optional(),
});
export type CallEnd = z.infer<typeof callEndSchema>;
