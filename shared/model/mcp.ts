import { z } from 'zod';
import { LOG_LEVELS } from './log-levels';
import { isServerUrl } from './server-url';
import { sideEffectSchema } from './tool';

/**
 * Where the entry of a server stands. A name that is in several counts in the order `local`, `project`, `user`: a person's own entry for
 * the folder, the project's `.mcp.json`, a person's own entry for every folder.
 */
export const serverScopeSchema = z.enum(['local', 'project', 'user']);
export type ServerScope = z.infer<typeof serverScopeSchema>;

export const serverTransportSchema = z.enum(['stdio', 'http', 'sse']);
export type ServerTransport = z.infer<typeof serverTransportSchema>;

/**
 * `idle`: nobody needs it yet. `stalled`: it took longer than a session waits; it joins when it is ready. `disabled`: by the person, by the
 * settings, or because the folder is not trusted; the reason says which.
 */
export const serverStateSchema = z.enum([
  'idle',
  'connecting',
  'connected',
  'stalled',
  'failed',
  'needs-auth',
  'pending-approval',
  'disabled',
]);
export type ServerState = z.infer<typeof serverStateSchema>;

/** Why a server is in its state. The interface translates `mcp:reason.<code>`. */
export const serverReasonCodeSchema = z.enum([
  'untrusted-folder',
  'disabled-here',
  'disabled-by-settings',
  'denied-by-policy',
  'not-allowed-by-policy',
  'invalid-entry',
  'new',
  'changed',
  'rejected',
  'decisions-unreadable',
  'no-sandbox',
  'cannot-start',
  'cannot-reach',
  'timed-out',
  'aborted',
  'closed',
  'malformed',
  'refused',
  'needs-auth',
]);
export const serverReasonSchema = z.object({
  code: serverReasonCodeSchema,
  /** English, bounded, without secrets: what the system or the server said. */
  detail: z.string().optional(),
  /** Milliseconds since the epoch of the next attempt, where one follows by itself. */
  retryAt: z.number().optional(),
});
export type ServerReason = z.infer<typeof serverReasonSchema>;

/** Whether the model gets a server's tools whole from the start, or by their names until it asks; `auto`: by their size. */
export const toolLoadingSchema = z.enum(['always', 'auto', 'defer']);
export type ToolLoading = z.infer<typeof toolLoadingSchema>;

export const logLevelSchema = z.enum(LOG_LEVELS);
export type LogLevel = z.infer<typeof logLevelSchema>;

/** What the person sets for one server beside its entry. Kept in the home, never in the project. */
export const serverOptionsSchema = z.object({
  loading: toolLoadingSchema.optional(),
  /** False: it runs with the person's own rights even where commands are isolated. */
  sandbox: z.boolean().optional(),
  /** Milliseconds; counts before the entry's own. */
  timeoutMs: z.number().int().min(1000).max(2_147_483_647).optional(),
  /** What it is asked to log, and everything more severe; absent: what it likes. */
  logLevel: logLevelSchema.optional(),
});
export type ServerOptions = z.infer<typeof serverOptionsSchema>;

/**
 * A variable or a header as the project's file has it: whoever reads that knows it, and an approval is for it. What looks like a secret is
 * hidden. `steers`: it decides which programs or code run, or whom they trust.
 */
const writtenSchema = z.object({ name: z.string(), value: z.string(), steers: z.boolean() });

/**
 * How a server is started or reached as its entry says it: never cut, variables not expanded. Values that may be secrets are left out of a
 * person's own entries; `written` has those of the project's.
 */
export const serverLaunchSchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('stdio'),
    command: z.string(),
    args: z.array(z.string()),
    envNames: z.array(z.string()),
    written: z.array(writtenSchema).optional(),
    cwd: z.string(),
  }),
  z.object({
    type: z.enum(['http', 'sse']),
    url: z.string(),
    headerNames: z.array(z.string()),
    written: z.array(writtenSchema).optional(),
    headersHelper: z.string().optional(),
    oauth: z.boolean(),
  }),
]);
export type ServerLaunchView = z.infer<typeof serverLaunchSchema>;

/** What a person should know of a server, in the interface's words: `mcp:warning.<code>` with the parameters. */
export const serverWarningSchema = z.object({
  code: z.enum([
    /** Tools of other servers have the same name: `tools`. */
    'same-tool-name',
    /** The server lists a tool twice: `tools`. */
    'listed-twice',
    /** Another entry of this name is not used: `file`. */
    'shadows',
    /** It has more tools than when it was last used: `before`, `now`, `tools`. */
    'tools-added',
    'tools-removed',
    /** A tool says something else than when it was last used: `tools`. */
    'tools-changed',
    /** Names were changed, since a model takes no such names: `tools`. */
    'renamed',
    'description-cut',
    'schema-flattened',
    /** A tool is not offered, since its schema is none: `tools`. */
    'bad-schema',
    /** It lists more tools than one server may offer: `tools`, `count`. */
    'too-many',
    'no-sandbox',
  ]),
  params: z.record(z.string(), z.union([z.string(), z.number()])),
});
export type ServerWarning = z.infer<typeof serverWarningSchema>;

/** Milliseconds. `p50` and `p95` are of the latest 200 calls. */
const latencySchema = z.object({ p50: z.number(), p95: z.number() });

/** A picture of the server's, as a `data:` address: small, of pixels, and never to be fetched. */
const iconSchema = z.string().regex(/^data:image\//);

/** A line of the list of servers. */
export const serverViewSchema = z.object({
  name: z.string(),
  scope: serverScopeSchema,
  file: z.string(),
  /** 1-based. */
  line: z.number().int(),
  transport: serverTransportSchema.optional(),
  launch: serverLaunchSchema.optional(),
  /** SHA-256 of the entry: what an approval is for. */
  hash: z.string(),
  state: serverStateSchema,
  /** Milliseconds since the epoch of its last change of state. */
  since: z.number(),
  reason: serverReasonSchema.optional(),
  /** Of its process, or of the session with it. */
  info: z
    .object({
      name: z.string(),
      version: z.string(),
      title: z.string().optional(),
      icon: iconSchema.optional(),
      era: z.enum(['legacy', 'modern']),
      protocolVersion: z.string(),
      /** Names as the server declared them, e.g. `tools`, `resources.subscribe`. */
      capabilities: z.array(z.string()),
    })
    .optional(),
  pid: z.number().int().optional(),
  /** Of its process tree; absent where the system does not tell. */
  residentBytes: z.number().optional(),
  counts: z.object({ tools: z.number().int(), resources: z.number().int(), prompts: z.number().int() }),
  calls: z.number().int(),
  errors: z.number().int(),
  restarts: z.number().int(),
  /** How many messages it has logged, and how often it told that a followed resource changed. */
  notices: z.object({ logged: z.number().int(), updates: z.number().int() }),
  latency: latencySchema.optional(),
  /** Estimated. What its definitions cost in every request when they are whole, and by their names only; what its results cost so far. */
  tokens: z.object({ definitions: z.number(), names: z.number(), results: z.number() }),
  options: serverOptionsSchema,
  /** What holds now: by the option, the entry's `alwaysLoad`, or the size of all definitions together. */
  deferred: z.boolean(),
  timeoutMs: z.number(),
  sandboxed: z.boolean(),
  /** Hosts that its sandbox kept it from since it was started; absent: none. */
  refusedHosts: z.array(z.string()).optional(),
  warnings: z.array(serverWarningSchema),
});
export type ServerView = z.infer<typeof serverViewSchema>;

const schema = z.record(z.string(), z.unknown());

/** A tool as the server says it is; every text is untrusted. */
export const serverToolViewSchema = z.object({
  name: z.string(),
  /** What the model knows it by: `mcp__<server>__<tool>`, at most 64 characters. */
  offeredAs: z.string(),
  title: z.string().optional(),
  icon: iconSchema.optional(),
  description: z.string(),
  inputSchema: schema,
  outputSchema: schema.optional(),
  /** Hints of the server, which grant nothing. */
  hints: z.object({
    readOnly: z.boolean().optional(),
    destructive: z.boolean().optional(),
    idempotent: z.boolean().optional(),
    openWorld: z.boolean().optional(),
  }),
  sideEffect: sideEffectSchema,
  tokens: z.number(),
  deferred: z.boolean(),
  /** It has a page of its own to show, which is not shown here: it works as a plain tool. */
  hasPage: z.boolean(),
  /** Why it is not offered to the model. */
  left: z.enum(['listed-twice', 'bad-schema', 'too-many', 'denied-by-rule', 'not-for-model']).optional(),
  calls: z.number().int(),
  errors: z.number().int(),
  latency: latencySchema.optional(),
});
export type ServerToolView = z.infer<typeof serverToolViewSchema>;

export const resourceViewSchema = z.object({
  uri: z.string(),
  name: z.string(),
  title: z.string().optional(),
  icon: iconSchema.optional(),
  description: z.string().optional(),
  mimeType: z.string().optional(),
  size: z.number().optional(),
});
export const resourceTemplateViewSchema = resourceViewSchema.omit({ uri: true, size: true }).extend({ uriTemplate: z.string() });

/** A resource whose changes the server tells of. `changedAt`: milliseconds since the epoch of the last one. */
const followedSchema = z.object({ uri: z.string(), changes: z.number().int(), changedAt: z.number().optional() });

/** A message that the server logged. The text is the server's, bounded. */
export const logEntrySchema = z.object({
  seq: z.number().int(),
  at: z.number(),
  level: logLevelSchema,
  logger: z.string().optional(),
  text: z.string(),
});
export type LogView = z.infer<typeof logEntrySchema>;

export const promptViewSchema = z.object({
  name: z.string(),
  title: z.string().optional(),
  icon: iconSchema.optional(),
  description: z.string().optional(),
  arguments: z.array(z.object({ name: z.string(), description: z.string().optional(), required: z.boolean() })),
  /** How it is typed: `/mcp__<server>__<prompt>`. */
  command: z.string(),
});

export const processViewSchema = z.object({
  pid: z.number().int(),
  parent: z.number().int(),
  command: z.string(),
  residentBytes: z.number(),
});

/** Everything of one server that its page shows beside its line. */
export const serverDetailSchema = z.object({
  server: serverViewSchema,
  instructions: z.string().optional(),
  tools: z.array(serverToolViewSchema),
  resources: z.array(resourceViewSchema),
  templates: z.array(resourceTemplateViewSchema),
  followed: z.array(followedSchema),
  prompts: z.array(promptViewSchema),
  processes: z.array(processViewSchema),
  /** The states that it went through, newest first, at most 50. */
  history: z.array(z.object({ state: serverStateSchema, at: z.number(), reason: serverReasonSchema.optional() })),
});
export type ServerDetail = z.infer<typeof serverDetailSchema>;

/** A part of a result as it is shown. `data` is base64. What is larger than the bound is cut and says how large it is. */
export const contentViewSchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('text'),
    text: z.string(),
    chars: z.number().int(),
    mimeType: z.string().optional(),
    uri: z.string().optional(),
  }),
  z.object({ type: z.literal('image'), mimeType: z.string(), data: z.string(), bytes: z.number().int() }),
  z.object({ type: z.literal('binary'), mimeType: z.string(), bytes: z.number().int(), uri: z.string().optional() }),
  z.object({ type: z.literal('link'), uri: z.string(), name: z.string(), mimeType: z.string().optional() }),
]);
export type ContentView = z.infer<typeof contentViewSchema>;

export const traceEntrySchema = z.object({
  seq: z.number().int(),
  at: z.number(),
  direction: z.enum(['sent', 'received']),
  tookMs: z.number().optional(),
  id: z.union([z.string(), z.number()]).optional(),
  method: z.string().optional(),
  /** JSON, secrets hidden, cut at a bound. */
  text: z.string(),
  bytes: z.number().int(),
});
export type TraceView = z.infer<typeof traceEntrySchema>;

/** What a server asks the person for. `session` is there where it was asked during a call of that session. */
const asked = { request: z.string(), folder: z.string(), server: z.string(), at: z.string(), session: z.string().optional() };
export const serverRequestSchema = z.discriminatedUnion('type', [
  /** `schema`: a flat JSON Schema object. The message is untrusted. */
  z.object({ ...asked, type: z.literal('form'), message: z.string(), schema }),
  /** The whole address, never cut; it is opened only on the person's word. */
  z.object({
    ...asked,
    type: z.literal('url'),
    message: z.string(),
    url: z.string(),
    /** The sign-in that the person has asked for. */
    signIn: z.literal(true).optional(),
  }),
  /** A model call that the server wants: its words, the model that would answer, and its price where known. */
  z.object({
    ...asked,
    type: z.literal('sampling'),
    system: z.string().optional(),
    messages: z.array(z.object({ role: z.enum(['user', 'assistant']), text: z.string() })),
    /** Most that comes back: what the server asks for, within the host's own bound. */
    maxTokens: z.number().int(),
    /** Texts that end the answer. */
    stops: z.array(z.string()),
    /** Names of models that the server would like, best first. */
    hints: z.array(z.string()),
    model: z.string(),
    /** Estimated tokens of what would be sent. */
    tokens: z.number(),
  }),
]);
export type ServerRequest = z.infer<typeof serverRequestSchema>;

export const serverAnswerSchema = z.discriminatedUnion('action', [
  /** `content` of a form; `model` of a sampling, where the person chose another (`provider/model`). */
  z.object({ action: z.literal('accept'), content: schema.optional(), model: z.string().optional() }),
  z.object({ action: z.literal('decline') }),
  z.object({ action: z.literal('cancel') }),
]);
export type ServerAnswer = z.infer<typeof serverAnswerSchema>;

/** An entry as it is written: what `.mcp.json` has below a name. */
export const serverEntrySchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('stdio'),
    command: z.string().min(1),
    args: z.array(z.string()).optional(),
    env: z.record(z.string(), z.string()).optional(),
    timeout: z.number().int().min(1000).optional(),
    alwaysLoad: z.boolean().optional(),
  }),
  z.object({
    type: z.enum(['http', 'sse']),
    url: z.string().refine(isServerUrl),
    headers: z.record(z.string(), z.string()).optional(),
    headersHelper: z.string().min(1).optional(),
    oauth: z
      .object({
        clientId: z.string().optional(),
        clientSecret: z.string().optional(),
        callbackPort: z.number().int().min(1).max(65_535).optional(),
        authServerMetadataUrl: z.url().optional(),
        scopes: z.array(z.string()).optional(),
      })
      .optional(),
    timeout: z.number().int().min(1000).optional(),
    alwaysLoad: z.boolean().optional(),
  }),
]);
export type ServerEntry = z.infer<typeof serverEntrySchema>;
