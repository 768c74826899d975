import { z } from 'zod';

/** Where model-read text comes from, by number; the letter is what the interface shows. */
export const ORIGINS = {
  1: { name: 'core', letter: 'C' },
  2: { name: 'memory', letter: 'M' },
  3: { name: 'environment', letter: 'E' },
  4: { name: 'version-control', letter: 'V' },
  5: { name: 'instructions', letter: 'I' },
  6: { name: 'skills', letter: 'S' },
  7: { name: 'reminder', letter: 'R' },
  8: { name: 'conversation', letter: 'U' },
  9: { name: 'built-in-tool', letter: 'T' },
  10: { name: 'mcp', letter: 'P' },
} as const;
export type Origin = keyof typeof ORIGINS;

export const fieldSchema = z.enum(['system', 'tools', 'messages']);
export type Field = z.infer<typeof fieldSchema>;

export const trustSchema = z.enum(['host', 'user', 'project', 'untrusted']);
export type Trust = z.infer<typeof trustSchema>;

export const stabilitySchema = z.enum(['session', 'turn', 'call']);
export type Stability = z.infer<typeof stabilitySchema>;

/** How often a reminder of a kind is sent again. `distance` counts estimated tokens since its last copy. */
export const reminderPolicySchema = z.discriminatedUnion('when', [
  z.object({ when: z.literal('once') }),
  z.object({ when: z.literal('changed') }),
  z.object({ when: z.literal('distance'), tokens: z.number().int().positive() }),
  z.object({ when: z.literal('turn') }),
  z.object({ when: z.literal('never') }),
]);
export type ReminderPolicy = z.infer<typeof reminderPolicySchema>;

/** Long distance weakens attention: instructions and skills come back after this many tokens. */
export const DEFAULT_DISTANCE: ReminderPolicy = { when: 'distance', tokens: 40_000 };
const ONCE: ReminderPolicy = { when: 'once' };

export const segmentKindSchema = z.enum([
  'core',
  'agent-definition',
  'output-style',
  'memory-reference',
  'environment',
  'vcs-snapshot',
  'instructions',
  'rule',
  'nested-instructions',
  'skill-list',
  'state-change',
  'mode',
  'hook-output',
  'todo',
  'limit',
  'file-changed',
  'user-text',
  'mention',
  'attachment',
  'image',
  'assistant-text',
  'thinking',
  'tool-call',
  'tool-result',
  'synthesised-result',
  'skill-body',
  'agent-result',
  'summary',
  'tool-definition',
  'deferred-list',
  'server-instructions',
]);
export type SegmentKind = z.infer<typeof segmentKindSchema>;

export interface KindTraits {
  /** Origin that a segment of this kind has unless its source says otherwise (tool definitions may be 9 or 10). */
  origin: Origin;
  field: Field;
  trust: Trust;
  stability: Stability;
  /** Only kinds that travel in a `<system-reminder>` have one. */
  reminder?: ReminderPolicy;
}

/** The one table of kinds: field, trust, stability and default reminder policy of each. */
export const KIND_TRAITS: Record<SegmentKind, KindTraits> = {
  core: { origin: 1, field: 'system', trust: 'host', stability: 'session' },
  'agent-definition': { origin: 1, field: 'system', trust: 'project', stability: 'session' },
  'output-style': { origin: 1, field: 'system', trust: 'user', stability: 'session' },
  'memory-reference': { origin: 2, field: 'system', trust: 'user', stability: 'session' },
  environment: { origin: 3, field: 'system', trust: 'host', stability: 'session' },
  'vcs-snapshot': { origin: 4, field: 'system', trust: 'project', stability: 'session' },
  instructions: { origin: 5, field: 'messages', trust: 'project', stability: 'session', reminder: DEFAULT_DISTANCE },
  rule: { origin: 5, field: 'messages', trust: 'project', stability: 'session', reminder: DEFAULT_DISTANCE },
  'nested-instructions': { origin: 5, field: 'messages', trust: 'project', stability: 'session', reminder: ONCE },
  'skill-list': { origin: 6, field: 'messages', trust: 'project', stability: 'session', reminder: DEFAULT_DISTANCE },
  'state-change': { origin: 7, field: 'messages', trust: 'host', stability: 'turn', reminder: { when: 'changed' } },
  mode: { origin: 7, field: 'messages', trust: 'host', stability: 'turn', reminder: { when: 'changed' } },
  'hook-output': { origin: 7, field: 'messages', trust: 'project', stability: 'turn', reminder: ONCE },
  todo: { origin: 7, field: 'messages', trust: 'host', stability: 'turn', reminder: { when: 'changed' } },
  limit: { origin: 7, field: 'messages', trust: 'host', stability: 'call', reminder: ONCE },
  'file-changed': { origin: 7, field: 'messages', trust: 'host', stability: 'turn', reminder: { when: 'changed' } },
  'user-text': { origin: 8, field: 'messages', trust: 'user', stability: 'turn' },
  mention: { origin: 8, field: 'messages', trust: 'project', stability: 'turn' },
  attachment: { origin: 8, field: 'messages', trust: 'user', stability: 'turn' },
  image: { origin: 8, field: 'messages', trust: 'user', stability: 'turn' },
  'assistant-text': { origin: 8, field: 'messages', trust: 'untrusted', stability: 'call' },
  thinking: { origin: 8, field: 'messages', trust: 'untrusted', stability: 'call' },
  'tool-call': { origin: 8, field: 'messages', trust: 'untrusted', stability: 'call' },
  'tool-result': { origin: 8, field: 'messages', trust: 'untrusted', stability: 'call' },
  'synthesised-result': { origin: 8, field: 'messages', trust: 'host', stability: 'call' },
  'skill-body': { origin: 8, field: 'messages', trust: 'project', stability: 'turn' },
  'agent-result': { origin: 8, field: 'messages', trust: 'untrusted', stability: 'call' },
  summary: { origin: 8, field: 'messages', trust: 'host', stability: 'session' },
  'tool-definition': { origin: 9, field: 'tools', trust: 'host', stability: 'session' },
  'deferred-list': { origin: 9, field: 'messages', trust: 'host', stability: 'session', reminder: DEFAULT_DISTANCE },
  'server-instructions': { origin: 10, field: 'messages', trust: 'untrusted', stability: 'session', reminder: ONCE },
};

/** Where a segment's text comes from. Lines are 1-based and inclusive. */
export const segmentSourceSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('file'), path: z.string(), startLine: z.number().int(), endLine: z.number().int() }),
  z.object({ type: z.literal('tool'), name: z.string(), toolUseId: z.string().optional() }),
  z.object({ type: z.literal('server'), server: z.string(), tool: z.string().optional() }),
  z.object({ type: z.literal('hook'), run: z.string() }),
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
