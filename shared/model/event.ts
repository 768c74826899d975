import { z } from 'zod';
import { agentEndedSchema, agentMessagedSchema, agentSpawnedSchema, worktreeSettledSchema } from './agent-node';
import { breakReasonSchema, callEndSchema, callStartSchema } from './call';
import { limitsSchema } from './config';
import { hookFiringSchema } from './hook-run';
import { itemSchema, userInputSchema } from './item';
import { placedPartSchema } from './part';
import { modeSchema } from './mode';
import { actionSchema, decisionSchema, resolutionSchema, ruleOfferSchema } from './permission';
import { planAnsweredSchema, planProposedSchema } from './plan';
import { questionSchema } from './question';
import { skillUseSchema } from './skill-use';
import { commandStateSchema } from './tool';
import { usageSchema } from './usage';

/** `seq` counts from 1 without gaps within a session; `at` is ISO 8601 with milliseconds, UTC. */
const envelope = { v: z.number().int(), seq: z.number().int().positive(), id: z.string(), at: z.string() };

export const sessionEventSchema = z.discriminatedUnion('type', [
  z.object({
    ...envelope,
    type: z.literal('session/created'),
    session: z.string(),
    folder: z.string(),
    model: z.string(),
    mode: modeSchema,
    title: z.string().optional(),
    forkOf: z.object({ session: z.string(), seq: z.number().int() }).optional(),
    /** Pinned for the session, app updates included. */
    pinned: z.object({ system: z.array(placedPartSchema), tools: z.array(placedPartSchema) }),
    app: z.string(),
  }),
  z.object({
    ...envelope,
    type: z.literal('session/changed'),
    title: z.string().optional(),
    archived: z.boolean().optional(),
    model: z.string().optional(),
    mode: modeSchema.optional(),
    limits: limitsSchema.optional(),
    /** Rules granted for this session, or taken back. */
    addRules: z.array(z.string()).optional(),
    removeRules: z.array(z.string()).optional(),
  }),
  z.object({
    ...envelope,
    type: z.literal('turn/started'),
    turn: z.string(),
    agent: z.string(),
    mode: modeSchema,
    model: z.string(),
    limits: limitsSchema,
  }),
  z.object({
    ...envelope,
    type: z.literal('turn/ended'),
    turn: z.string(),
    agent: z.string(),
    /**
     * The provider's last stop reason, or one of the host's own: `limit_rounds`, `limit_tokens`, `limit_cost`, `limit_time`,
     * `limit_repeat`, `aborted`, `denied`, `error`, and `hook_stopped` where a hook ended it.
     */
    reason: z.string(),
    rounds: z.number().int(),
    usage: usageSchema,
    /** Some of the usage is the host's estimate: nobody counted it. */
    estimated: z.boolean().optional(),
    costUsd: z.number().optional(),
    durationMs: z.number(),
    /** What the agents below used in this turn, beside what is above; absent where there were none. */
    below: z.object({ agents: z.number().int(), usage: usageSchema, costUsd: z.number().optional() }).optional(),
    error: z.object({ code: z.string(), message: z.string() }).optional(),
  }),
  z.object({ ...envelope, type: z.literal('item/started'), item: itemSchema }),
  z.object({ ...envelope, type: z.literal('item/completed'), item: itemSchema }),
  z.object({ ...envelope, type: z.literal('call/started'), ...callStartSchema.shape }),
  z.object({ ...envelope, type: z.literal('call/ended'), ...callEndSchema.shape }),
  z.object({
    ...envelope,
    type: z.literal('permission/requested'),
    request: z.string(),
    item: z.string(),
    turn: z.string(),
    agent: z.string(),
    action: actionSchema,
    decision: decisionSchema,
    offers: z.array(ruleOfferSchema),
    /** What untrusted text this turn has read, and from where. */
    untrusted: z.array(z.string()),
  }),
  z.object({
    ...envelope,
    type: z.literal('permission/resolved'),
    request: z.string(),
    resolution: resolutionSchema,
    /** Which client answered, or `host`. */
    by: z.string(),
  }),
  z.object({
    ...envelope,
    type: z.literal('question/asked'),
    request: z.string(),
    item: z.string(),
    turn: z.string(),
    agent: z.string(),
    questions: z.array(questionSchema),
  }),
  z.object({
    ...envelope,
    type: z.literal('question/answered'),
    request: z.string(),
    answers: z.array(z.array(z.string())).optional(),
    by: z.string(),
  }),
  z.object({ ...envelope, type: z.literal('plan/proposed'), ...planProposedSchema.shape }),
  z.object({ ...envelope, type: z.literal('plan/answered'), ...planAnsweredSchema.shape }),
  z.object({ ...envelope, type: z.literal('queue/added'), entry: z.string(), input: userInputSchema }),
  z.object({ ...envelope, type: z.literal('queue/changed'), entry: z.string(), input: userInputSchema }),
  z.object({ ...envelope, type: z.literal('queue/removed'), entry: z.string(), why: z.enum(['withdrawn', 'sent']) }),
  z.object({
    ...envelope,
    type: z.literal('changes/undone'),
    turn: z.string(),
    paths: z.array(z.string()),
    kept: z.array(z.object({ path: z.string(), why: z.string() })),
  }),
  /** How a command in the background ended: its call had its result long before. */
  z.object({ ...envelope, type: z.literal('command/ended'), background: z.string(), outcome: commandStateSchema }),
  z.object({ ...envelope, type: z.literal('hook/considered'), ...hookFiringSchema.shape }),
  z.object({ ...envelope, type: z.literal('agent/spawned'), ...agentSpawnedSchema.shape }),
  z.object({ ...envelope, type: z.literal('agent/messaged'), ...agentMessagedSchema.shape }),
  z.object({ ...envelope, type: z.literal('agent/ended'), ...agentEndedSchema.shape }),
  z.object({ ...envelope, type: z.literal('agent/worktree-settled'), ...worktreeSettledSchema.shape }),
  z.object({ ...envelope, type: z.literal('skill/used'), ...skillUseSchema.shape }),
  z.object({ ...envelope, type: z.literal('prefix/broken'), agent: z.string(), reason: breakReasonSchema, detail: z.string() }),
  z.object({
    ...envelope,
    type: z.literal('limit/reached'),
    turn: z.string(),
    agent: z.string(),
    limit: z.enum(['rounds', 'tokens', 'cost', 'time', 'repeat']),
    value: z.number(),
  }),
  z.object({ ...envelope, type: z.literal('recovered'), detail: z.string(), records: z.number().int() }),
]);
export type SessionEvent = z.infer<typeof sessionEventSchema>;
export type SessionEventType = SessionEvent['type'];

type WithoutEnvelope<T> = T extends unknown ? Omit<T, 'v' | 'seq' | 'at' | 'id'> & { id?: string } : never;
/** An event before the log gave it its place. `id` may be chosen beforehand by whoever needs to refer to it. */
export type NewEvent = WithoutEnvelope<SessionEvent>;

/** An event of a type that this version does not know: kept in the log, ignored by reducers. */
export const unknownEventSchema = z.looseObject({ ...envelope, type: z.string() });
export type UnknownEvent = z.infer<typeof unknownEventSchema>;

/** Not stored: decoration while something streams. `channel` says what grows. */
export const itemDeltaSchema = z.object({
  session: z.string(),
  item: z.string(),
  channel: z.enum(['text', 'thinking', 'input', 'output']),
  text: z.string(),
});
export type ItemDelta = z.infer<typeof itemDeltaSchema>;
