import { z } from 'zod';
import { agentNodeSchema } from './agent-node';
import { callPurposeSchema } from './call-purpose';
import { limitsSchema } from './config';
import { failureKindSchema } from './failure';
import { userInputSchema } from './item';
import { modeSchema } from './mode';
import { actionSchema, decisionSchema, ruleOfferSchema } from './permission';
import { planProposedSchema } from './plan';
import { questionSchema, todoSchema } from './question';
import { skillUseSchema } from './skill-use';
import { commandStateSchema, toolStateSchema } from './tool';
import { usageSchema } from './usage';

/** A line of the session list. */
export const sessionSummarySchema = z.object({
  id: z.string(),
  folder: z.string(),
  title: z.string(),
  model: z.string(),
  archived: z.boolean(),
  createdAt: z.string(),
  updatedAt: z.string(),
  turns: z.number().int(),
  costUsd: z.number().optional(),
  status: z.enum(['idle', 'running', 'waiting']),
  forkOf: z.string().optional(),
  recovered: z.boolean(),
});
export type SessionSummary = z.infer<typeof sessionSummarySchema>;

/** What a client keeps of every item, so that a list of thousands needs no bodies. */
export const itemSpineSchema = z.object({
  id: z.string(),
  kind: z.string(),
  turn: z.string(),
  agent: z.string(),
  call: z.string().optional(),
  state: z.enum(['running', 'done']),
  /** Tool name and state, for tool calls. */
  tool: z.string().optional(),
  toolState: toolStateSchema.optional(),
  /** Id of the event that completed it: what segments made from it name. */
  event: z.string().optional(),
  /** UTF-16 length of the body, for a first guess of the height. */
  chars: z.number().int(),
});
export type ItemSpine = z.infer<typeof itemSpineSchema>;

export const callSpineSchema = z.object({
  call: z.string(),
  turn: z.string(),
  agent: z.string(),
  number: z.number().int(),
  purpose: callPurposeSchema.optional(),
  model: z.string(),
  state: z.enum(['running', 'done', 'failed']),
  stopReason: z.string().optional(),
  /** Why it failed; absent when its log lost the end. */
  failure: failureKindSchema.optional(),
  usage: usageSchema.optional(),
  /** The host's estimate of what nobody counted, beside `usage`. */
  estimatedUsage: usageSchema.optional(),
  costUsd: z.number().optional(),
  /** Estimated prompt tokens, until usage is known. */
  estimate: z.number(),
  lint: z.number().int(),
  brokenBy: z.string().optional(),
  durationMs: z.number().optional(),
  startedAt: z.string(),
  retries: z.number().int(),
  /** Id of `call/ended`: what segments made from the answer name. */
  event: z.string().optional(),
});
export type CallSpine = z.infer<typeof callSpineSchema>;

export const turnSpineSchema = z.object({
  turn: z.string(),
  agent: z.string(),
  startedAt: z.string(),
  state: z.enum(['running', 'done']),
  reason: z.string().optional(),
  rounds: z.number().int(),
  usage: usageSchema,
  /** Some of the usage is the host's estimate. */
  estimated: z.boolean().optional(),
  costUsd: z.number().optional(),
  durationMs: z.number().optional(),
  /** What the agents below used, beside what is above. */
  below: z.object({ agents: z.number().int(), usage: usageSchema, costUsd: z.number().optional() }).optional(),
  /** Why the turn failed: the code, and the host's or the provider's own words. */
  errorCode: z.string().optional(),
  error: z.string().optional(),
});
export type TurnSpine = z.infer<typeof turnSpineSchema>;

export const pendingRequestSchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('permission'),
    request: z.string(),
    item: z.string(),
    turn: z.string(),
    agent: z.string(),
    at: z.string(),
    action: actionSchema,
    decision: decisionSchema,
    offers: z.array(ruleOfferSchema),
    untrusted: z.array(z.string()),
  }),
  z.object({
    type: z.literal('question'),
    request: z.string(),
    item: z.string(),
    turn: z.string(),
    agent: z.string(),
    at: z.string(),
    questions: z.array(questionSchema),
  }),
  z.object({ type: z.literal('plan'), at: z.string(), ...planProposedSchema.shape }),
]);
export type PendingRequest = z.infer<typeof pendingRequestSchema>;

/** The reduced state of a session, the same on both sides of the wire. Bodies are not in it. */
export const sessionStateSchema = z.object({
  id: z.string(),
  folder: z.string(),
  title: z.string(),
  archived: z.boolean(),
  model: z.string(),
  mode: modeSchema,
  createdAt: z.string(),
  updatedAt: z.string(),
  forkOf: z.string().optional(),
  lastSeq: z.number().int(),
  status: z.enum(['idle', 'running', 'waiting']),
  items: z.array(itemSpineSchema),
  calls: z.array(callSpineSchema),
  turns: z.array(turnSpineSchema),
  /** Sub-agents, in the order in which they were started; absent before the first. */
  agents: z.array(agentNodeSchema).optional(),
  pending: z.array(pendingRequestSchema),
  queue: z.array(z.object({ entry: z.string(), input: userInputSchema })),
  /** Of the main agent. */
  todos: z.array(todoSchema),
  /** Of its sub-agents, by their paths; absent before the first. */
  agentTodos: z.record(z.string(), z.array(todoSchema)).optional(),
  /** How commands in the background ended, by their ids; absent before the first. */
  endedCommands: z.record(z.string(), commandStateSchema).optional(),
  /** Uses of skills, in their order; absent before the first. */
  skillUses: z.array(skillUseSchema).optional(),
  rules: z.array(z.string()),
  limits: limitsSchema,
  usage: usageSchema,
  /** Absent once any call had no known price. */
  costUsd: z.number().optional(),
  /** Prompt + output tokens of the newest call: what the context meter shows. */
  contextTokens: z.number(),
  recovered: z.number().int(),
  /** Changes that were put back, each as `<turn>:<path>`. */
  undone: z.array(z.string()),
});
export type SessionState = z.infer<typeof sessionStateSchema>;
