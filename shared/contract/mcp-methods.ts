import { z } from 'zod';
import {
  contentViewSchema,
  logEntrySchema,
  serverAnswerSchema,
  serverDetailSchema,
  serverEntrySchema,
  serverOptionsSchema,
  serverReasonSchema,
  serverRequestSchema,
  serverScopeSchema,
  serverStateSchema,
  serverViewSchema,
  traceEntrySchema,
} from '../model/mcp';
import { decisionSchema, diagnosticSchema } from '../model/permission';
import { method } from './method-row';

/** A step of a diagnosis. */
const serverCheckSchema = z.object({
  id: z.enum(['entry', 'allowed', 'command', 'address', 'connection', 'hosts', 'sign-in', 'tools', 'stderr']),
  ok: z.boolean(),
  /** What was found; the interface translates `mcp:finding.<code>` with the parameters. */
  findings: z.array(
    z.object({
      code: z.enum(['stands', 'found-at', 'no-file', 'not-on-path', 'address', 'connected', 'isolated', 'tools', 'host-refused']),
      params: z.record(z.string(), z.union([z.string(), z.number()])),
    }),
  ),
  /** The state that it is about, where it is about one. */
  state: serverStateSchema.optional(),
  reason: serverReasonSchema.optional(),
  /** What is wrong with the entry. */
  problems: z.array(diagnosticSchema),
  /** As it is: folders that were looked in, or the server's own words. */
  quoted: z.string().optional(),
});
export type ServerCheck = z.infer<typeof serverCheckSchema>;

const ground = z.object({ folder: z.string() });
const one = ground.extend({ server: z.string() });
const done = z.object({});
const bounded = z.string().max(10_000);

/** A change of a file of servers: nothing is written before `mcp.write` is called with it. */
const fileChange = z.object({
  path: z.string(),
  before: z.string(),
  text: z.string(),
  /** Unified. */
  patch: z.string(),
  /** SHA-256 of the bytes that the change was made from; absent: there is no file. */
  base: z.string().optional(),
  diagnostics: z.array(diagnosticSchema),
});

/** Servers of a folder: as they are configured, as they run, and what a person does with them. */
export const mcpMethods = {
  'mcp.list': method(
    'none',
    ground,
    z.object({
      servers: z.array(serverViewSchema),
      /** Files that are read for servers. */
      files: z.array(z.object({ path: z.string(), scope: serverScopeSchema, exists: z.boolean() })),
      trusted: z.boolean(),
      diagnostics: z.array(diagnosticSchema),
      /** What servers ask the person for, of all folders. */
      requests: z.array(serverRequestSchema),
    }),
  ),
  /** Follows the servers of a folder: they start, and `mcp/changed` tells of every change, until `mcp.unwatch` or the end of the connection. */
  'mcp.watch': method('none', ground, done),
  'mcp.unwatch': method('none', ground, done),
  'mcp.server': method('none', one, serverDetailSchema),
  /** Starts it anew; also after it was given up. */
  'mcp.restart': method('none', one, done),
  /** Allows a host that its sandbox kept it from, by a rule in the person's local settings, and starts it anew. `denied` where no rule may. */
  'mcp.allowHost': method('config', one.extend({ host: z.string().max(1000) }), done),
  'mcp.enable': method('config', one.extend({ enabled: z.boolean() }), done),
  /** `hash`: of the entry that the person has seen. `conflict` where it is another by now. */
  'mcp.approve': method('config', one.extend({ hash: z.string(), approve: z.boolean() }), done),
  /** Replaces the options that are named; `null` takes one back. */
  'mcp.options': method(
    'config',
    one.extend({
      change: z.object({
        loading: serverOptionsSchema.shape.loading.unwrap().nullable().optional(),
        sandbox: z.boolean().nullable().optional(),
        timeoutMs: serverOptionsSchema.shape.timeoutMs.unwrap().nullable().optional(),
        logLevel: serverOptionsSchema.shape.logLevel.unwrap().nullable().optional(),
      }),
    }),
    done,
  ),
  /** Opens the person's browser and waits until they have signed in, or given up. */
  'mcp.signIn': method('none', one, done),
  /** Forgets tokens and registration. */
  'mcp.signOut': method('none', one, done),

  /** An entry as its file has it, `${VAR}` as it is written, to be changed. `hash`: of its content. `read-only` as `mcp.planRemove`. */
  'mcp.entry': method('none', one, z.object({ path: z.string(), entry: z.record(z.string(), z.unknown()), hash: z.string() })),
  /**
   * What changing an entry in its place would write. What its form has no field for stays in the file where `entry` does not name it.
   * `conflict` where it is no longer the one of `hash`.
   */
  'mcp.planEdit': method('none', one.extend({ scope: serverScopeSchema, entry: serverEntrySchema, hash: z.string() }), fileChange),
  /** What adding an entry would write; an entry of the same name in that file is replaced. */
  'mcp.planAdd': method('none', one.extend({ scope: serverScopeSchema, entry: serverEntrySchema }), fileChange),
  /** `read-only` where the entry stands in a file that is only read (`~/.claude.json`). */
  'mcp.planRemove': method('none', one.extend({ scope: serverScopeSchema }), fileChange),
  /** Writes a planned change; `conflict` where the file is another by now. `base` of the result is that of the new text: what takes the change back needs it. */
  'mcp.write': method(
    'config',
    ground.extend({ path: z.string(), text: z.string().max(4_000_000), base: z.string().optional() }),
    z.object({ base: z.string() }),
  ),

  /**
   * Calls a tool by hand, outside any session, by the same rules as a call of the model; the person's click is the answer where they would
   * be asked, given with `confirmed`. `denied` where a rule denies it.
   */
  'mcp.call': method(
    'none',
    one.extend({ tool: z.string(), input: z.record(z.string(), z.unknown()), call: z.string().max(100), confirmed: z.boolean() }),
    z.object({
      /** The rules ask, and nobody has answered: nothing ran. */
      asks: z.boolean(),
      decision: decisionSchema,
      isError: z.boolean(),
      content: z.array(contentViewSchema),
      structured: z.unknown().optional(),
      tookMs: z.number(),
      /** Estimated tokens of the result, were it the model's call. */
      tokens: z.number(),
    }),
  ),
  /** Stops a call by hand, by the name that it was given. */
  'mcp.stopCall': method('none', ground.extend({ call: z.string().max(100) }), done),
  'mcp.readResource': method('none', one.extend({ uri: bounded }), z.object({ content: z.array(contentViewSchema) })),
  /** Follows a resource of a server, or leaves it: while it is followed, `mcp/changed` tells of each change, over restarts of the server. */
  'mcp.follow': method('none', one.extend({ uri: bounded, follow: z.boolean() }), done),
  'mcp.getPrompt': method(
    'none',
    one.extend({ prompt: z.string(), input: z.record(z.string(), bounded) }),
    z.object({ messages: z.array(z.object({ role: z.enum(['user', 'assistant']), content: contentViewSchema })) }),
  ),
  /** Values that the server offers for an argument of a prompt, or a variable of a template. */
  'mcp.complete': method(
    'none',
    one.extend({
      of: z.discriminatedUnion('type', [
        z.object({ type: z.literal('prompt'), name: z.string() }),
        z.object({ type: z.literal('template'), uriTemplate: bounded }),
      ]),
      argument: z.object({ name: z.string(), value: bounded }),
    }),
    z.object({ values: z.array(z.string()) }),
  ),
  /** Resources over all servers of a folder, for the `@` picker. */
  'mcp.mentions': method(
    'none',
    ground.extend({ query: z.string().max(1000), limit: z.number().int().min(1).max(200) }),
    z.object({ resources: z.array(z.object({ mention: z.string(), server: z.string(), uri: z.string(), name: z.string() })) }),
  ),

  /** Messages of a server, newest first. */
  'mcp.trace': method(
    'none',
    one.extend({ before: z.number().int().optional(), query: z.string().max(1000).default(''), limit: z.number().int().min(1).max(500) }),
    z.object({
      entries: z.array(traceEntrySchema),
      more: z.boolean(),
      /** Older ones that are no longer kept. */
      dropped: z.number().int(),
    }),
  ),
  /** What a server logged, newest first. */
  'mcp.logged': method('none', one, z.object({ entries: z.array(logEntrySchema), dropped: z.number().int() })),
  /** The end of what a server's process wrote to its error output. */
  'mcp.stderr': method('none', one, z.object({ text: z.string(), cut: z.boolean() })),
  /** Why a server does or does not start: each step that was looked at. */
  'mcp.diagnose': method('none', one, z.object({ checks: z.array(serverCheckSchema) })),

  /** The first answer wins. */
  'mcp.answer': method('none', z.object({ request: z.string(), answer: serverAnswerSchema }), z.object({ accepted: z.boolean() })),
} as const;
