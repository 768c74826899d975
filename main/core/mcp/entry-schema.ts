import { z } from 'zod';

const texts = z.record(z.string(), z.string());
const common = { timeout: z.number().optional(), alwaysLoad: z.boolean().optional() };
const oauth = z.looseObject({
  clientId: z.string().optional(),
  clientSecret: z.string().optional(),
  callbackPort: z.number().int().min(1).max(65_535).optional(),
  authServerMetadataUrl: z.url({ protocol: /^https?$/ }).optional(),
  scopes: z.union([z.array(z.string()), z.string().transform((text) => text.split(/\s+/).filter((scope) => scope !== ''))]).optional(),
});

/** An entry by its kind. Addresses are looked at once their variables are put in. */
export const entrySchemas = {
  stdio: z.looseObject({
    ...common,
    type: z.literal('stdio').optional(),
    command: z.string().min(1),
    args: z.array(z.string()).default([]),
    env: texts.default({}),
  }),
  remote: z.looseObject({
    ...common,
    type: z.string(),
    url: z.string().min(1),
    headers: texts.default({}),
    /** A command that prints more of them. */
    headersHelper: z.string().min(1).optional(),
    oauth: oauth.optional(),
  }),
};

export const ENTRY_KEYS = {
  stdio: ['type', 'command', 'args', 'env', 'timeout', 'alwaysLoad'],
  remote: ['type', 'url', 'headers', 'headersHelper', 'oauth', 'timeout', 'alwaysLoad'],
} as const;

/** Names on the wire of entries, and what each is here. */
export const REMOTE_TYPES: ReadonlyMap<string, 'http' | 'sse'> = new Map([
  ['http', 'http'],
  ['streamable-http', 'http'],
  ['sse', 'sse'],
]);
