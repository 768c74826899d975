import { z } from 'zod';
import { agentColorSchema } from './agent-color';
import { agentStateSchema } from './agent-state';
import { agentWorktreeSchema } from './agent-worktree';
import { delegationLineSchema } from './delegation-line';
import { effortSchema } from './effort';
import { partRefSchema, placedPartSchema } from './part';
import { modeSchema } from './mode';
import { usageSchema } from './usage';

/** Why an agent lacks a tool that its parent has. */
export const droppedToolSchema = z.object({
  tool: z.string(),
  why: z.enum(['not-listed', 'disallowed', 'person-only', 'depth', 'background', 'no-such-tool']),
});
export type DroppedTool = z.infer<typeof droppedToolSchema>;

/** What an agent may do: never more than its parent. */
export const agentRightsSchema = z.object({
  /** The mode that holds for it, after its parents'. */
  mode: modeSchema,
  /** What its definition asked for, where that is more than its parent has. */
  askedMode: modeSchema.optional(),
  tools: z.array(z.string()),
  dropped: z.array(droppedToolSchema),
  /** The only servers whose resources and prompts it may use; absent: all of the session's. */
  servers: z.array(z.string()).optional(),
  /** The only folder that it may write to. */
  onlyIn: z.string().optional(),
});
export type AgentRightsRecord = z.infer<typeof agentRightsSchema>;

export const definitionScopeSchema = z.enum(['managed', 'project', 'user', 'built-in']);
export type DefinitionScope = z.infer<typeof definitionScopeSchema>;

export const agentSpawnedSchema = z.object({
  agent: z.string(),
  parent: z.string(),
  turn: z.string(),
  /** The tool call that asked for it; absent where the host itself started it. */
  item: z.string().optional(),
  by: z.enum(['model', 'skill', 'hook']),
  agentType: z.string(),
  name: z.string().optional(),
  /** What it is to do, in a few words. */
  task: z.string(),
  /** The whole task, a JSON string. */
  prompt: partRefSchema,
  source: z.object({ scope: definitionScopeSchema, file: z.string().optional(), line: z.number().int().optional() }),
  delegation: z.array(delegationLineSchema),
  rights: agentRightsSchema,
  /** What its definition says about rights: the same agent goes on with these after a restart. */
  asked: z.object({ tools: z.array(z.string()).optional(), without: z.array(z.string()), mode: modeSchema.optional() }),
  /** `provider/model`. */
  model: z.string(),
  rounds: z.number().int().positive().optional(),
  depth: z.number().int().positive(),
  background: z.boolean(),
  worktree: agentWorktreeSchema.optional(),
  effort: effortSchema.optional(),
  /** What its definition marks it with in the tree. */
  color: agentColorSchema.optional(),
  /** What the definition leaves out of the context. */
  omits: z.object({ memory: z.boolean(), vcs: z.boolean() }),
  /** Sources of untrusted text that the parent's turn had read. */
  untrusted: z.array(z.string()),
  pinned: z.object({ system: z.array(placedPartSchema), tools: z.array(placedPartSchema) }),
});
export type AgentSpawned = z.infer<typeof agentSpawnedSchema>;

export const worktreeEndSchema = z.object({
  /** `removed`: nothing had changed. `waiting`: the person is to say what becomes of it. */
  state: z.enum(['removed', 'waiting']),
  files: z.number().int(),
  commits: z.number().int(),
  /** What git ignores and no cache explains: the first of it. */
  ignored: z.array(z.string()).optional(),
  /** Other repositories in it: the first of them. */
  repositories: z.array(z.string()).optional(),
});

export const agentEndedSchema = z.object({
  agent: z.string(),
  turn: z.string(),
  state: agentStateSchema.exclude(['running']),
  /** As in `turn/ended`. */
  reason: z.string(),
  rounds: z.number().int(),
  usage: usageSchema,
  estimated: z.boolean().optional(),
  costUsd: z.number().optional(),
  durationMs: z.number(),
  /** Estimated tokens of the text that its parent gets; `text` is a JSON string. */
  returned: z.object({ tokens: z.number(), text: partRefSchema.optional() }),
  error: z.string().optional(),
  worktree: worktreeEndSchema.optional(),
  /** No call waits for it: its parent is told in its conversation. */
  later: z.literal(true).optional(),
});
export type AgentEnd = z.infer<typeof agentEndedSchema>;

/** A message to an agent that runs, or that runs again because of it. `from` is an agent, or `person`. */
export const agentMessagedSchema = z.object({ agent: z.string(), from: z.string(), preview: z.string() });

/** What became of an agent's worktree. */
export const worktreeSettledSchema = z.object({
  agent: z.string(),
  how: z.enum(['merged', 'kept', 'discarded']),
  by: z.string(),
});

/** An agent as the reduced state has it. */
export const agentNodeSchema = agentSpawnedSchema
  .pick({ agent: true, parent: true, turn: true, item: true, by: true, agentType: true, name: true, task: true, model: true, color: true })
  .extend({
    depth: z.number().int(),
    background: z.boolean(),
    worktree: agentWorktreeSchema.extend({ end: worktreeEndSchema.optional(), settled: z.string().optional() }).optional(),
    state: agentStateSchema,
    reason: z.string().optional(),
    error: z.string().optional(),
    /** Each run of it; a message may start another one. */
    spans: z.array(z.object({ from: z.string(), to: z.string().optional() })),
    rounds: z.number().int(),
    usage: usageSchema,
    estimated: z.boolean().optional(),
    /** Absent once any call had no known price. */
    costUsd: z.number().optional(),
    /** Tokens that its parent received, of all its runs. */
    returned: z.number(),
  });
export type AgentNode = z.infer<typeof agentNodeSchema>;
