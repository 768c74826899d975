import { z } from 'zod';
import { attemptSchema, lintFindingSchema, prefixComparisonSchema } from './call';
import { priceSchema } from './config';
import { failureSchema } from './failure';
import { hiddenSecretsSchema } from './hidden-secrets';
import { cacheMarkSchema } from './part';
import { fieldSchema, segmentSchema } from './segment';
import { segmentKindSchema } from './segment-kind';
import { usageSchema } from './usage';

const tokenSumsSchema = z.object({
  overhead: z.number(),
  total: z.number(),
  provider: z.number().optional(),
  /** True while `total` is the host's estimate and not the provider's count. */
  estimated: z.boolean(),
});

/** The shape of `payload --tokens`. Rows sum to `total - overhead`; after the answer they are scaled to `provider`. */
export const tokenTableSchema = tokenSumsSchema.extend({
  rows: z.array(
    z.object({ label: z.string(), origin: z.number().int(), kind: segmentKindSchema, segment: z.string().optional(), tokens: z.number() }),
  ),
});
export type TokenTable = z.infer<typeof tokenTableSchema>;

/** A segment as the inspector draws it. `tokens` are its share of the call's, so that segments and overhead sum to the total. */
export const anatomySegmentSchema = segmentSchema.extend({
  share: z.number(),
  path: z.string(),
  /** The agent's call before did not send it; never set in an agent's first call. */
  added: z.boolean().optional(),
});
export type AnatomySegment = z.infer<typeof anatomySegmentSchema>;

/** How a segment's text begins (at most 400 characters), and how long it is. Read apart from the anatomy: it needs the parts. */
export const segmentBeginningSchema = z.object({
  segment: z.string(),
  text: z.string(),
  chars: z.number().int(),
  /** What the placeholders in the whole of it stand for. */
  hidden: z.array(hiddenSecretsSchema).optional(),
});
export type SegmentBeginning = z.infer<typeof segmentBeginningSchema>;

export const anatomySchema = z.object({
  session: z.string(),
  call: z.string(),
  agent: z.string(),
  number: z.number().int(),
  turn: z.string(),
  at: z.string(),
  provider: z.string(),
  model: z.string(),
  endpoint: z.string(),
  bytes: z.number().int(),
  segments: z.array(anatomySegmentSchema),
  tokens: tokenSumsSchema,
  marks: z.array(cacheMarkSchema),
  lint: z.array(lintFindingSchema),
  comparison: prefixComparisonSchema,
  contextTokens: z.number().int(),
});
export type Anatomy = z.infer<typeof anatomySchema>;

/** `payload --diff`: ids of segments, by identity, not by text. */
export const payloadDiffSchema = z.object({
  against: z.string().optional(),
  added: z.array(z.string()),
  removed: z.array(z.string()),
  moved: z.array(z.string()),
  changed: z.array(z.string()),
  prefix: prefixComparisonSchema,
  usage: usageSchema.optional(),
  price: priceSchema.optional(),
  costUsd: z.number().optional(),
});
export type PayloadDiff = z.infer<typeof payloadDiffSchema>;

export const callResponseSchema = z.object({
  blocks: z.array(z.unknown()),
  incomplete: z.number().int(),
  stopReason: z.string().optional(),
  stopDetails: z.record(z.string(), z.unknown()).optional(),
  usage: usageSchema.optional(),
  costUsd: z.number().optional(),
  requestId: z.string().optional(),
  firstByteMs: z.number().optional(),
  durationMs: z.number().optional(),
  attempts: z.array(attemptSchema),
  failure: failureSchema.optional(),
  state: z.enum(['running', 'done', 'failed']),
});
export type CallResponse = z.infer<typeof callResponseSchema>;

/** A slice of a text: `offset` and `total` are UTF-16 units, and no end lies inside a surrogate pair. */
export const rawSliceSchema = z.object({ text: z.string(), offset: z.number().int(), total: z.number().int() });
export type RawSlice = z.infer<typeof rawSliceSchema>;

export const segmentRangeSchema = z.object({ segment: z.string(), field: fieldSchema, start: z.number().int(), end: z.number().int() });
export type SegmentRange = z.infer<typeof segmentRangeSchema>;
