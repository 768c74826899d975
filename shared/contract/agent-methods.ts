import { z } from 'zod';
import { agentRightsSchema, definitionScopeSchema, droppedToolSchema } from '../model/agent-node';
import { delegationLineSchema } from '../model/delegation-line';
import { modeSchema } from '../model/mode';
import { diagnosticSchema } from '../model/permission';
import { segmentSourceSchema } from '../model/segment';
import { segmentKindSchema } from '../model/segment-kind';
import { method } from './method-row';

const node = z.object({ session: z.string(), agent: z.string() });
const done = z.object({});
const place = z.object({ scope: definitionScopeSchema, file: z.string().optional(), line: z.number().int() });

/** A definition as files, or the product, give it. */
export const agentTypeSchema = place.extend({
  name: z.string(),
  description: z.string(),
  /** The definition of the same name that is used in its place. */
  shadowedBy: place.optional(),
  tools: z.array(z.string()).optional(),
  disallowedTools: z.array(z.string()),
  model: z.string().optional(),
  mode: modeSchema.optional(),
  maxTurns: z.number().int().optional(),
  skills: z.array(z.string()),
  memory: z.string().optional(),
  background: z.boolean(),
  isolation: z.string().optional(),
  effort: z.string().optional(),
  color: z.string().optional(),
});

/** What an agent begins with. */
const agentStartSchema = z.object({
  /** Blocks of the system prompt, as they would go to the model. */
  system: z.array(z.object({ kind: segmentKindSchema, text: z.string(), source: segmentSourceSchema, tokens: z.number() })),
  tools: z.array(z.object({ name: z.string(), description: z.string(), tokens: z.number() })),
  dropped: z.array(droppedToolSchema),
  model: z.string(),
  mode: modeSchema,
});
export type AgentStart = z.infer<typeof agentStartSchema>;

/** Sub-agents: their definitions, and the ones of a session. */
export const agentMethods = {
  'agents.types': method(
    'none',
    z.object({ folder: z.string() }),
    z.object({
      types: z.array(agentTypeSchema),
      /** Files that define no agent as they stand; the diagnostics say why. */
      unusable: z.array(z.object({ scope: definitionScopeSchema, file: z.string() })),
      /** Where a new definition goes. */
      places: z.array(z.object({ scope: definitionScopeSchema, folder: z.string() })),
      diagnostics: z.array(diagnosticSchema),
    }),
  ),
  /** What an agent would start with; `text` is a definition that may not be saved yet. Diagnostics are those of the text. A text that defines none has no `start`. */
  'agents.preview': method(
    'none',
    z.object({
      folder: z.string(),
      name: z.string(),
      text: z.string().max(600_000).optional(),
      file: z.string().optional(),
      /** Of its parent, as `provider/model`; absent: that of a new session. */
      model: z.string().optional(),
    }),
    z.object({ start: agentStartSchema.optional(), diagnostics: z.array(diagnosticSchema) }),
  ),
  /** What is on record about an agent of a session beside its node. */
  'agent.read': method(
    'none',
    node,
    z.object({
      prompt: z.string(),
      /** The text that its parent got last. */
      result: z.string().optional(),
      rights: agentRightsSchema,
      delegation: z.array(delegationLineSchema),
      source: z.object({ scope: definitionScopeSchema, file: z.string().optional(), line: z.number().int().optional() }),
    }),
  ),
  'agent.stop': method('none', node, z.object({ stopped: z.boolean() })),
  'agent.message': method('session', node.extend({ text: z.string().min(1).max(200_000) }), done),
  'agent.retry': method('session', node, done),
} as const;
