import { z } from 'zod';
import {
  anatomySchema,
  callResponseSchema,
  payloadDiffSchema,
  rawSliceSchema,
  segmentBeginningSchema,
  segmentRangeSchema,
} from '../model/anatomy';
import { configChangeSchema, configKeySchema, configSchema, limitsSchema, modelInfoSchema } from '../model/config';
import { sessionEventSchema, unknownEventSchema } from '../model/event';
import { itemViewSchema, userInputSchema } from '../model/item';
import { modeSchema } from '../model/mode';
import { diagnosticSchema } from '../model/permission';
import { planAnswerSchema } from '../model/plan';
import { segmentKindSchema } from '../model/segment-kind';
import { sessionStateSchema, sessionSummarySchema } from '../model/session';
import { commandStateSchema } from '../model/tool';
import { agentMethods } from './agent-methods';
import { auditMethods } from './audit-methods';
import { documentMethods } from './document-methods';
import { hookMethods } from './hook-methods';
import { mcpMethods } from './mcp-methods';
import { method } from './method-row';
import { memoryMethods } from './memory-methods';
import { permissionMethods } from './permission-methods';
import { skillMethods } from './skill-methods';
import { terminalMethods } from './terminal-methods';
import { worktreeMethods } from './worktree-methods';

const session = z.object({ session: z.string() });
const callRef = z.object({ session: z.string(), call: z.string() });
const done = z.object({});

/** The one table of the contract: client, dispatcher and tests iterate it; a row without a handler does not compile. */
export const methods = {
  'app.info': method(
    'none',
    z.object({}),
    z.object({
      version: z.string(),
      home: z.string(),
      folder: z.string().optional(),
      sample: z.string().optional(),
      platform: z.string(),
      credential: z.enum(['none', 'environment', 'stored']),
      shell: z.enum(['desktop', 'serve', 'run']),
      /** Whether commands can be isolated on this machine, and by what; `detail` is in English. */
      sandbox: z.object({ available: z.boolean(), detail: z.string() }),
      secretStore: z.enum(['os', 'none']),
      /** Where requests go, and what says so; without a `url`, the provider's own address. */
      endpoint: z.object({ url: z.string().optional(), from: z.enum(['invocation', 'settings', 'environment', 'default']) }).optional(),
    }),
  ),
  'folder.open': method('none', z.object({ path: z.string() }), z.object({ folder: z.string(), trusted: z.boolean(), git: z.boolean() })),
  'folder.recent': method('none', z.object({}), z.object({ folders: z.array(z.object({ folder: z.string(), at: z.string() })) })),
  'folder.trust': method('config', z.object({ folder: z.string(), trusted: z.boolean() }), done),
  'folder.files': method(
    'none',
    z.object({ folder: z.string(), query: z.string(), limit: z.number().int().max(200) }),
    z.object({ files: z.array(z.string()), partial: z.boolean() }),
  ),
  'folder.commands': method(
    'none',
    z.object({ folder: z.string() }),
    z.object({
      commands: z.array(
        z.object({
          name: z.string(),
          description: z.string(),
          argumentHint: z.string().optional(),
          source: z.string(),
          path: z.string().optional(),
          modelInvocable: z.boolean().optional(),
        }),
      ),
      diagnostics: z.array(diagnosticSchema),
    }),
  ),
  'folder.memory': method(
    'none',
    z.object({ folder: z.string() }),
    z.object({
      files: z.array(
        z.object({
          path: z.string(),
          kind: segmentKindSchema,
          scope: z.enum(['managed', 'user', 'project', 'local', 'auto']),
          lines: z.number().int(),
          /** Bytes of the file. */
          size: z.number().int(),
          tokens: z.number(),
          importedBy: z.string().optional(),
          when: z.string().optional(),
        }),
      ),
      /** Whether agents keep notes for later sessions, and where theirs lie. */
      notes: z.object({ on: z.boolean(), folder: z.string(), topics: z.array(z.string()) }).optional(),
      diagnostics: z.array(diagnosticSchema),
    }),
  ),

  ...documentMethods,
  ...hookMethods,
  ...memoryMethods,
  ...mcpMethods,

  'session.list': method(
    'none',
    z.object({
      folder: z.string().optional(),
      archived: z.boolean().default(false),
      query: z.string().default(''),
      offset: z.number().int().default(0),
      limit: z.number().int().max(200).default(50),
    }),
    z.object({ sessions: z.array(sessionSummarySchema), total: z.number().int() }),
  ),
  /** Opens for reading and subscribes. Items and calls come paged: this carries the newest `items`, `session.spine` the rest. */
  'session.open': method(
    'session',
    session,
    z.object({
      state: sessionStateSchema,
      totalItems: z.number().int(),
      totalCalls: z.number().int(),
      readOnly: z.object({ owner: z.string() }).optional(),
      views: z.array(itemViewSchema),
    }),
  ),
  /** `before`: the position of an item, counted from the session's first; the `limit` items before it, with the calls of their turns. */
  'session.spine': method(
    'none',
    session.extend({ before: z.number().int(), limit: z.number().int().max(5000) }),
    z.object({ items: sessionStateSchema.shape.items, calls: sessionStateSchema.shape.calls }),
  ),
  'session.events': method(
    'none',
    session.extend({ after: z.number().int() }),
    z.object({ events: z.array(z.union([sessionEventSchema, unknownEventSchema])), tooMany: z.boolean() }),
  ),
  'session.close': method('session', session, done),
  /** The person begins to write: what a turn needs is loaded meanwhile. Answers at once. */
  'session.prepare': method('none', z.object({}), done),
  /** Makes the session on the first message. Answers at once; the turn follows as events. */
  'session.send': method(
    'session',
    z.object({
      session: z.string().optional(),
      folder: z.string().optional(),
      input: userInputSchema,
      model: z.string().optional(),
      mode: modeSchema.optional(),
    }),
    z.object({ session: z.string(), turn: z.string().optional(), queued: z.string().optional() }),
  ),
  'session.interrupt': method('none', session, done),
  /** Goes on after a limit, a failure or an interruption. */
  'session.continue': method('session', session, z.object({ turn: z.string() })),
  'session.change': method(
    'session',
    session.extend({
      title: z.string().max(200).optional(),
      archived: z.boolean().optional(),
      model: z.string().optional(),
      mode: modeSchema.optional(),
      limits: limitsSchema.optional(),
    }),
    done,
  ),
  'session.fork': method('session', session.extend({ afterTurn: z.string().optional() }), session),
  'session.search': method(
    'none',
    z.object({ query: z.string().min(1), folder: z.string().optional(), limit: z.number().int().max(200).default(50) }),
    z.object({
      hits: z.array(
        z.object({
          session: z.string(),
          title: z.string(),
          item: z.string(),
          at: z.string(),
          before: z.string(),
          match: z.string(),
          after: z.string(),
        }),
      ),
      partial: z.boolean(),
    }),
  ),
  'session.export': method(
    'none',
    session.extend({ format: z.enum(['md', 'json', 'html']) }),
    z.object({ text: z.string(), redacted: z.number().int(), name: z.string() }),
  ),
  'queue.change': method('session', session.extend({ entry: z.string(), input: userInputSchema }), done),
  'queue.withdraw': method('session', session.extend({ entry: z.string() }), z.object({ input: userInputSchema })),

  'item.read': method('none', session.extend({ items: z.array(z.string()).max(200) }), z.object({ views: z.array(itemViewSchema) })),
  /**
   * A slice of an item's whole text, result or spilled output. Offsets are UTF-16; a negative one counts from the end. The output
   * of a background command is what it printed so far; `command` says how it stands, or how it ended.
   */
  'item.text': method(
    'none',
    session.extend({
      item: z.string(),
      of: z.enum(['text', 'result', 'output', 'patch', 'input']),
      offset: z.number().int(),
      limit: z.number().int().max(262_144),
    }),
    rawSliceSchema.extend({ command: commandStateSchema.optional() }),
  ),
  'shell.stop': method('none', session.extend({ background: z.string() }), done),
  /** What the tool calls of a turn changed and checked: files that undo knows of, commands that it does not cover, and checks that ran to their end. */
  'changes.list': method(
    'none',
    session.extend({ turn: z.string() }),
    z.object({
      files: z.array(z.object({ path: z.string(), created: z.boolean(), added: z.number().int(), removed: z.number().int() })),
      commands: z.array(z.string()),
      checks: z.array(z.object({ command: z.string(), exitCode: z.number().int() })),
    }),
  ),
  'changes.undo': method(
    'session',
    session.extend({ turn: z.string(), paths: z.array(z.string()).optional() }),
    z.object({ undone: z.array(z.string()), kept: z.array(z.object({ path: z.string(), why: z.string() })) }),
  ),

  ...terminalMethods,

  'call.anatomy': method('none', callRef, anatomySchema),
  /** Of those segments that the call has. */
  'call.beginnings': method(
    'none',
    callRef.extend({ segments: z.array(z.string()).max(500) }),
    z.object({ beginnings: z.array(segmentBeginningSchema) }),
  ),
  'call.diff': method('none', callRef.extend({ against: z.string().optional() }), payloadDiffSchema),
  'call.raw': method(
    'none',
    callRef.extend({ offset: z.number().int(), limit: z.number().int().max(1_048_576), form: z.enum(['json', 'text']) }),
    rawSliceSchema,
  ),
  /** Where each segment lies in the raw text of that form. */
  'call.ranges': method('none', callRef.extend({ form: z.enum(['json', 'text']) }), z.object({ ranges: z.array(segmentRangeSchema) })),
  'call.find': method(
    'none',
    callRef.extend({ query: z.string().min(1).max(10_000), form: z.enum(['json', 'text']), limit: z.number().int().max(1000) }),
    z.object({ offsets: z.array(z.number().int()), more: z.boolean() }),
  ),
  'call.segment': method(
    'none',
    callRef.extend({ segment: z.string(), offset: z.number().int(), limit: z.number().int().max(262_144) }),
    rawSliceSchema,
  ),
  'call.response': method('none', callRef, callResponseSchema),
  'call.copy': method('none', callRef.extend({ as: z.enum(['curl', 'typescript']) }), z.object({ text: z.string() })),

  'question.answer': method(
    'session',
    session.extend({ request: z.string(), answers: z.array(z.array(z.string())).optional() }),
    z.object({ accepted: z.boolean() }),
  ),
  /** The text of a plan that waits for an answer. */
  'plan.read': method('none', session.extend({ request: z.string() }), z.object({ plan: z.string() })),
  'plan.answer': method('session', session.extend({ request: z.string(), answer: planAnswerSchema }), z.object({ accepted: z.boolean() })),
  ...permissionMethods,
  ...auditMethods,
  ...skillMethods,
  ...agentMethods,
  ...worktreeMethods,

  'config.get': method('none', z.object({}), z.object({ config: configSchema, diagnostics: z.array(diagnosticSchema) })),
  /** Changes the keys that are named; those in `clear` go back to their defaults. */
  'config.set': method(
    'config',
    z.object({ change: configChangeSchema, clear: z.array(configKeySchema).optional() }),
    z.object({ config: configSchema }),
  ),
  'key.set': method('config', z.object({ key: z.string().min(1).max(500) }), z.object({ stored: z.enum(['os', 'memory']) })),
  'key.clear': method('config', z.object({}), done),
  'models.list': method(
    'none',
    z.object({}),
    z.object({ models: z.array(modelInfoSchema.extend({ usable: z.boolean() })), current: z.string(), dated: z.string() }),
  ),
  'tour.steps': method(
    'none',
    z.object({}),
    z.object({
      steps: z.array(
        z.object({
          id: z.string(),
          prompt: z.object({ en: z.string(), ja: z.string() }),
          title: z.object({ en: z.string(), ja: z.string() }),
          look: z.object({ en: z.string(), ja: z.string() }),
        }),
      ),
    }),
  ),

  /** Native things of a shell. Shells without one answer `unavailable`. */
  'native.chooseFolder': method('none', z.object({}), z.object({ path: z.string().optional() })),
  'native.openExternal': method('none', z.object({ url: z.url() }), done),
  'native.revealFile': method('none', z.object({ path: z.string() }), done),
  'native.notify': method('none', z.object({ title: z.string().max(200), body: z.string().max(500) }), done),
  'native.saveFile': method('none', z.object({ name: z.string().max(200), text: z.string() }), z.object({ path: z.string().optional() })),
  'doctor.report': method(
    'none',
    z.object({}),
    z.object({ checks: z.array(z.object({ id: z.string(), ok: z.boolean(), detail: z.string() })) }),
  ),
} as const;

export type MethodName = keyof typeof methods;
export type Params<M extends MethodName> = z.input<(typeof methods)[M]['params']>;
export type ParsedParams<M extends MethodName> = z.output<(typeof methods)[M]['params']>;
export type Result<M extends MethodName> = z.output<(typeof methods)[M]['result']>;
