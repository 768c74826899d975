import { z } from 'zod';
import { modeSchema } from './permission';
import { reminderPolicySchema, segmentKindSchema } from './segment';

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
export const DEFAULT_LIMITS: Limits = { rounds: 100, repeats: 5 };

export const priceSchema = z.object({
  /** US dollars per million tokens. */
  input: z.number(), output: z.number(), cacheWrite5m: z.number(), cacheWrite1h: z.number(), cacheRead: z.number(),
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
  thinking: z.enum(['adaptive', 'optional', 'budget', 'none']),
  /** Real tokens per estimated token, for a first guess before any usage is known. */
  tokenFactor: z.number(),
  maxImages: z.number().int(),
});
export type ModelInfo = z.infer<typeof modelInfoSchema>;

export const CONFIG_VERSION = 1;
export const configSchema = z.looseObject({
  version: z.number().int().default(CONFIG_VERSION),
  theme: z.enum(['system', 'light', 'dark']).default('system'),
  language: z.enum(['system', 'en', 'ja']).default('system'),
  /** `provider/model`; absent: the best one for which there is a credential, else the scripted one. */
  model: z.string().optional(),
  mode: modeSchema.optional(),
  baseUrl: z.url().optional(),
  limits: limitsSchema.default(DEFAULT_LIMITS),
  reminders: z.partialRecord(segmentKindSchema, reminderPolicySchema).default({}),
  maxOutputTokens: z.number().int().positive().optional(),
  cacheTtl: z.enum(['5m', '1h']).default('5m'),
  thinking: z.enum(['off', 'adaptive']).default('adaptive'),
  webFetch: z.boolean().default(false),
  /** Whether the person's own `~/.claude` files are read. */
  readUserFiles: z.boolean().default(true),
  notifications: z.boolean().default(true),
  models: z.array(modelInfoSchema.partial().extend({ id: z.string() })).default([]),
});
export type Config = z.infer<typeof configSchema>;
