import { z } from 'zod';
import { hiddenSecretsSchema } from './hidden-secrets';
import { partRefSchema, placedPartSchema } from './part';
import { decisionSchema, actionSchema } from './permission';
import { segmentSourceSchema, segmentWhySchema } from './segment';
import { segmentKindSchema } from './segment-kind';
import { toolDisplaySchema, toolErrorKindSchema, toolStateSchema } from './tool';

const base = {
  id: z.string(),
  turn: z.string(),
  agent: z.string(),
  call: z.string().optional(),
  /** True for what a failed attempt had shown before the call was tried again: not part of the history. */
  replaced: z.boolean().optional(),
};

/**
 * What a conversation is made of. `item/started` carries an item as far as it is known, `item/completed` the whole item,
 * which is authoritative. Bodies are part references: a client reads them with `item.read`.
 */
export const itemSchema = z.discriminatedUnion('kind', [
  z.object({
    ...base,
    kind: z.literal('user-text'),
    /** The text as typed, at most 2,000 characters, for lists and headings. */
    preview: z.string(),
    /** What is sent for it, in order: text, mentions, attachments, images, an expanded skill body. */
    placed: z.array(placedPartSchema),
    /** `host` for a nudge or a continuation that the host wrote by itself, `agent` for a task, a message or a result of one. */
    author: z.enum(['user', 'host', 'agent']),
    /** Path of the agent that it is from. */
    from: z.string().optional(),
    skill: z.string().optional(),
    /** A command that the person ran; `placed` holds it with what it printed. */
    command: z.object({ text: z.string(), exitCode: z.number().int().optional(), signal: z.string().optional() }).optional(),
  }),
  z.object({
    ...base,
    kind: z.literal('reminder'),
    segment: segmentKindSchema,
    source: segmentSourceSchema,
    why: segmentWhySchema,
    tokens: z.number(),
    placed: z.array(placedPartSchema),
  }),
  z.object({ ...base, kind: z.literal('assistant-text'), part: partRefSchema.optional() }),
  z.object({ ...base, kind: z.literal('thinking'), part: partRefSchema.optional(), redacted: z.boolean().optional() }),
  z.object({
    ...base,
    kind: z.literal('tool-call'),
    toolUseId: z.string(),
    name: z.string(),
    state: toolStateSchema,
    /** The `tool_use` block as the model sent it. */
    part: partRefSchema.optional(),
    /** The input that it ran with, where a hook put another in the place of the model's. */
    ranWith: partRefSchema.optional(),
    action: actionSchema.optional(),
    decision: decisionSchema.optional(),
    /** Equal for equal calls of the same place; the audit's record has it too. */
    key: z.string().optional(),
    /** The `tool_result` block as it goes to the model. */
    result: partRefSchema.optional(),
    /** True when the host wrote the result because the call did not run. */
    synthesised: z.boolean().optional(),
    errorKind: toolErrorKindSchema.optional(),
    durationMs: z.number().optional(),
    display: toolDisplaySchema.optional(),
  }),
  z.object({
    ...base,
    kind: z.literal('notice'),
    level: z.enum(['info', 'warning', 'error']),
    /** Translated by the interface as `notice.<code>`; `params` fill its placeholders. */
    code: z.string(),
    params: z.record(z.string(), z.union([z.string(), z.number()])),
  }),
  z.object({ ...base, kind: z.literal('summary'), placed: z.array(placedPartSchema) }),
]);
export type Item = z.infer<typeof itemSchema>;
export type ToolCallItem = Extract<Item, { kind: 'tool-call' }>;
export type UserTextItem = Extract<Item, { kind: 'user-text' }>;
export type ReminderItem = Extract<Item, { kind: 'reminder' }>;

/** What a person sends: the composer's content, before mentions are read and `/name` is expanded. */
export const userInputSchema = z.object({
  text: z.string().max(2_000_000),
  images: z
    .array(
      z.object({
        mediaType: z.enum(['image/png', 'image/jpeg', 'image/gif', 'image/webp']),
        data: z.string().max(14_000_000),
        name: z.string().optional(),
      }),
    )
    .max(20)
    .default([]),
});
export type UserInput = z.infer<typeof userInputSchema>;

/** An item with what a client needs to draw it. Texts are bounded (64 kB each); `more` says that `item.text` has the rest. */
export const itemViewSchema = z.object({
  item: itemSchema,
  text: z.string().optional(),
  input: z.unknown().optional(),
  result: z.object({ text: z.string(), isError: z.boolean(), images: z.number().int(), chars: z.number().int() }).optional(),
  patch: z.string().optional(),
  /** What the placeholders in the text, or in the result, stand for. */
  hidden: z.array(hiddenSecretsSchema).optional(),
  images: z.array(z.object({ mediaType: z.string(), data: z.string() })).optional(),
  more: z.boolean(),
});
export type ItemView = z.infer<typeof itemViewSchema>;
