import { z } from 'zod';
import { effortSchema } from './effort';
import { DEFAULT_AGENT_LIMITS, DEFAULT_LIMITS } from './default-limits';
import { modeSchema } from './mode';
import { reminderPolicySchema } from './reminder-policy';
import { segmentKindSchema } from './segment-kind';

/** Limits of one turn. An absent one is no limit; `costUsd` needs a known price and refuses to start without. */
export const limitsSchema = z.object({
  rounds: z.number().int().positive().optional(),
  tokens: z.number().int().positive().optional(),
  costUsd: z.number().positive().optional(),
  seconds: z.number().positive().optional(),
  /** How often the very same call (tool and input) may run in a row before the turn stops. */
  repeats: z.number().int().positive().optional(),
});
export type Limits = z.infer<typeof limitsSchema>;

/** How far a tree of sub-agents may grow: its depth below the main agent, agents started in a turn, agents at once. */
export const agentLimitsSchema = z.object({
  depth: z.number().int().min(0).max(10),
  total: z.number().int().min(0).max(1000),
  concurrent: z.number().int().min(0).max(1000),
});
export type AgentLimits = z.infer<typeof agentLimitsSchema>;

export const priceSchema = z.object({
  /** US dollars per million tokens. */
  input: z.number(),
  output: z.number(),
  cacheWrite5m: z.number(),
  cacheWrite1h: z.number(),
  cacheRead: z.number(),
});
export type Price = z.infer<typeof priceSchema>;

export const modelInfoSchema = z.object({
  id: z.string(),
  provider: z.enum(['anthropic', 'scripted']),
  name: z.string(),
  contextTokens: z.number().int(),
  maxOutputTokens: z.number().int(),
  /** Unknown prices are absent, never 0. `above` applies to the whole request once the prompt is longer. */
  price: priceSchema.optional(),
  above: z.object({ promptTokens: z.number().int(), price: priceSchema }).optional(),
  /** Below this many tokens a prefix is not cached. */
  cacheMinimumTokens: z.number().int(),
  /**
   * What the model takes: `adaptive` always thinks as it likes; `between-tools` does so too, but can be kept to thinking between
   * tool calls; `optional` can be told not to think; `budget` takes a number of tokens.
   */
  thinking: z.enum(['adaptive', 'between-tools', 'optional', 'budget', 'none']),
  /** What it takes as `output_config.effort`; absent: nothing, or nobody knows. */
  efforts: z.array(effortSchema).optional(),
  /** Real tokens per estimated token, for a first guess before any usage is known. */
  tokenFactor: z.number(),
  maxImages: z.number().int(),
  /** `own`: the provider cannot defer tools itself, so that a tool that is asked for later changes the list of tools. */
  deferral: z.enum(['provider', 'own']).optional(),
});
export type ModelInfo = z.infer<typeof modelInfoSchema>;

export const CONFIG_VERSION = 1;
/** What each key of `config.json` holds. */
const settings = {
  version: z.number().int(),
  theme: z.enum(['system', 'light', 'dark']),
  language: z.enum(['system', 'en', 'ja']),
  /** `provider/model`; absent: the best one for which there is a credential, else the scripted one. */
  model: z.string(),
  mode: modeSchema,
  baseUrl: z.url(),
  limits: limitsSchema,
  agents: agentLimitsSchema,
  reminders: z.partialRecord(segmentKindSchema, reminderPolicySchema),
  maxOutputTokens: z.number().int().positive(),
  cacheTtl: z.enum(['5m', '1h']),
  thinking: z.enum(['off', 'adaptive']),
  webFetch: z.boolean(),
  /** Whether the person's own `~/.claude` files are read. */
  readUserFiles: z.boolean(),
  notifications: z.boolean(),
  /** Lines as in an ignore file: what is guarded beside the built-in list, and what is not guarded at all. */
  secrets: z.object({ guard: z.array(z.string()).default([]), except: z.array(z.string()).default([]) }),
  models: z.array(modelInfoSchema.partial().extend({ id: z.string() })),
  /** How long a session waits for servers that start, in milliseconds; slower ones join later. */
  mcpStartMs: z.number().int().min(0).max(60_000),
  /** The document that describes this client to authorization servers, where somebody serves one. */
  mcpClientMetadataUrl: z.url({ protocol: /^https$/ }),
};

export const configSchema = z.looseObject({
  version: settings.version.default(CONFIG_VERSION),
  theme: settings.theme.default('system'),
  language: settings.language.default('system'),
  model: settings.model.optional(),
  mode: settings.mode.optional(),
  baseUrl: settings.baseUrl.optional(),
  limits: settings.limits.default(DEFAULT_LIMITS),
  agents: settings.agents.default(DEFAULT_AGENT_LIMITS),
  reminders: settings.reminders.default({}),
  maxOutputTokens: settings.maxOutputTokens.optional(),
  cacheTtl: settings.cacheTtl.default('5m'),
  thinking: settings.thinking.default('adaptive'),
  webFetch: settings.webFetch.default(false),
  readUserFiles: settings.readUserFiles.default(true),
  notifications: settings.notifications.default(true),
  secrets: settings.secrets.default({ guard: [], except: [] }),
  models: settings.models.default([]),
  mcpStartMs: settings.mcpStartMs.default(5_000),
  mcpClientMetadataUrl: settings.mcpClientMetadataUrl.optional(),
});
export type Config = z.infer<typeof configSchema>;

/** Only the keys that change. No defaults: what is not named stays as it is. */
export const configChangeSchema = z.object(settings).omit({ version: true }).partial();
export type ConfigChange = z.infer<typeof configChangeSchema>;
export const configKeySchema = configChangeSchema.keyof();
