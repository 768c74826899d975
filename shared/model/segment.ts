import { z } from 'zod';
import { reminderPolicySchema } from './reminder-policy';
import { segmentKindSchema } from './segment-kind';

export const fieldSchema = z.enum(['system', 'tools', 'messages']);
export type Field = z.infer<typeof fieldSchema>;

export const trustSchema = z.enum(['host', 'user', 'project', 'untrusted']);
export type Trust = z.infer<typeof trustSchema>;

export const stabilitySchema = z.enum(['session', 'turn', 'call']);
export type Stability = z.infer<typeof stabilitySchema>;

/** Where a segment's text comes from. Lines are 1-based and inclusive. */
export const segmentSourceSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('file'), path: z.string(), startLine: z.number().int(), endLine: z.number().int() }),
  z.object({ type: z.literal('tool'), name: z.string(), toolUseId: z.string().optional() }),
  z.object({ type: z.literal('server'), server: z.string(), tool: z.string().optional() }),
  /** Output of a hook: which run, and where the hook stands. */
  z.object({ type: z.literal('hook'), run: z.string(), path: z.string().optional(), line: z.number().int().optional() }),
  z.object({
    type: z.literal('skill'),
    name: z.string(),
    path: z.string().optional(),
    startLine: z.number().int().optional(),
    endLine: z.number().int().optional(),
  }),
  z.object({ type: z.literal('agent'), agent: z.string() }),
  z.object({ type: z.literal('event'), event: z.string() }),
  z.object({ type: z.literal('user') }),
  /** A command that the person ran. */
  z.object({
    type: z.literal('command'),
    command: z.string(),
    folder: z.string(),
    exitCode: z.number().int().optional(),
    signal: z.string().optional(),
  }),
  z.object({ type: z.literal('model'), model: z.string() }),
  z.object({ type: z.literal('host'), part: z.string() }),
]);
export type SegmentSource = z.infer<typeof segmentSourceSchema>;

/** What caused a segment to be put in: the answer to "why is this here". */
export const segmentWhySchema = z.object({
  /** Machine name of the cause, translated by the interface: `why.<trigger>` in the locales. */
  trigger: z.enum([
    'session-start',
    'first-reminder',
    'distance',
    'changed',
    'every-turn',
    'nested-read',
    'user-sent',
    'user-mentioned',
    'user-invoked',
    'model-invoked',
    'model-answered',
    'tool-ran',
    'call-not-run',
    'interrupted',
    'mode-changed',
    'limit-near',
    'file-changed',
    'todo-changed',
    'compacted',
    'hook-ran',
    'nudge',
    'delegated',
    'agent-ended',
  ]),
  policy: reminderPolicySchema.optional(),
  /** Estimated tokens between the previous copy and this one, when the policy looks at distance. */
  distance: z.number().optional(),
  /** The path or name that matched, e.g. the file whose read loaded a nested CLAUDE.md. */
  detail: z.string().optional(),
});
export type SegmentWhy = z.infer<typeof segmentWhySchema>;

/**
 * One piece of model-read text as stored with the part that holds it. `pointer` is an RFC 6901 pointer **relative to the
 * part** (a content block, system block or tool definition; `''` is the whole part). To a string leaf, `start` and `end` are
 * UTF-16 offsets in it; to a larger value the segment owns every text below it. Trust and stability are stored only where
 * they differ from `KIND_TRAITS`.
 */
export const storedSegmentSchema = z.object({
  id: z.string(),
  origin: z.number().int().min(1).max(10),
  kind: segmentKindSchema,
  pointer: z.string(),
  start: z.number().int().optional(),
  end: z.number().int().optional(),
  source: segmentSourceSchema,
  why: segmentWhySchema,
  tokens: z.number(),
  trust: trustSchema.optional(),
  stability: stabilitySchema.optional(),
  event: z.string(),
});
export type StoredSegment = z.infer<typeof storedSegmentSchema>;

/** A segment as shown: absolute pointer into the request body. The shape of `payload --segments`. */
export const segmentSchema = storedSegmentSchema.extend({ field: fieldSchema, trust: trustSchema, stability: stabilitySchema });
export type Segment = z.infer<typeof segmentSchema>;
