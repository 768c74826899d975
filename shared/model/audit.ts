import { z } from 'zod';
import { modeSchema } from './mode';
import { capabilityUseSchema, ruleRefSchema, serverIdentitySchema, verdictSchema } from './permission';
import { sideEffectSchema, toolErrorKindSchema } from './tool';

/** What the audit has a record of. `recovered` is the log's own: a torn end was set aside. */
export const auditKindSchema = z.enum(['call', 'background', 'command', 'undo', 'rules', 'hooks', 'trust', 'hosts', 'server', 'recovered']);

/** Who asked for it: an agent by its path, the person, or the host by itself. */
export const auditActorSchema = z.object({ kind: z.enum(['agent', 'person', 'host']), name: z.string().optional() });
export type AuditActor = z.infer<typeof auditActorSchema>;

/** The decision in short, with its source: exactly one of `rule` and `builtin`. `answer` is what the person said where they were asked. */
export const auditDecisionSchema = z.object({
  decision: verdictSchema,
  mode: modeSchema,
  reason: z.string(),
  rule: ruleRefSchema.optional(),
  builtin: z.string().optional(),
  answer: z.string().optional(),
});

/** What a command was granted, in short; without isolation, why not. */
export const auditGrantSchema = z.object({
  isolated: z.boolean(),
  why: z.string().optional(),
  writable: z.array(z.string()).optional(),
  hosts: z.array(z.string()).optional(),
});

/** What was asked for, known before it happens. */
export const auditSubjectSchema = z.object({
  kind: auditKindSchema,
  by: auditActorSchema,
  /** The project folder: two may share a log. */
  folder: z.string().optional(),
  session: z.string().optional(),
  turn: z.string().optional(),
  item: z.string().optional(),
  tool: z.string().optional(),
  sideEffect: sideEffectSchema.optional(),
  capabilities: z.array(capabilityUseSchema).optional(),
  /** Only the fields that the tool keeps for the audit. */
  input: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).optional(),
  /** Of a call to a server: which, and what of it. */
  server: serverIdentitySchema.optional(),
  /** What the record is about in a line, where no input says it. */
  summary: z.string().optional(),
  paths: z.array(z.string()).optional(),
  decision: auditDecisionSchema.optional(),
  grant: auditGrantSchema.optional(),
  /** Equal for equal calls: a repeated one is recognised by it. */
  key: z.string().optional(),
});
export type AuditSubject = z.infer<typeof auditSubjectSchema>;

/** How it ended. `refused`: it did not happen. */
export const auditResultSchema = z.object({
  state: z.enum(['ok', 'error', 'refused', 'cancelled']),
  errorKind: toolErrorKindSchema.optional(),
  exitCode: z.number().int().optional(),
  signal: z.string().optional(),
  durationMs: z.number().optional(),
  bytesWritten: z.number().int().optional(),
  /** Reached, and refused by the sandbox, as `host:port`. */
  hosts: z.array(z.string()).optional(),
  refusedHosts: z.array(z.string()).optional(),
});
export type AuditResult = z.infer<typeof auditResultSchema>;

/** The process that wrote a beginning: whether it still runs tells a running call from an interrupted one. */
export const auditWriterSchema = z.object({ pid: z.number().int(), host: z.string(), start: z.string().optional() });
export type AuditWriter = z.infer<typeof auditWriterSchema>;

const stamp = { id: z.string(), at: z.string() };

/** One line of the log: a beginning, the end of one, or something that happened as a whole. */
export const auditRecordSchema = z.discriminatedUnion('type', [
  z.object({ ...stamp, type: z.literal('started'), writer: auditWriterSchema, what: auditSubjectSchema }),
  z.object({ ...stamp, type: z.literal('ended'), result: auditResultSchema }),
  z.object({ ...stamp, type: z.literal('done'), what: auditSubjectSchema, result: auditResultSchema }),
]);
export type AuditRecord = z.infer<typeof auditRecordSchema>;

/** A side effect as it is shown: its beginning and its end put together. */
export const auditEntrySchema = auditSubjectSchema.extend({
  ...stamp,
  /** Number of its first record in the chain. */
  seq: z.number().int(),
  ...auditResultSchema.omit({ state: true }).shape,
  state: z.enum([...auditResultSchema.shape.state.options, 'running', 'interrupted']),
});
export type AuditEntry = z.infer<typeof auditEntrySchema>;

export const auditFilterSchema = z.object({
  since: z.string().optional(),
  until: z.string().optional(),
  tool: z.string().optional(),
  capability: z.string().optional(),
  agent: z.string().optional(),
  session: z.string().optional(),
  decision: verdictSchema.optional(),
  path: z.string().optional(),
  host: z.string().optional(),
});
export type AuditFilter = z.infer<typeof auditFilterSchema>;

/** Where the chain breaks: `line` is 1-based, `offset` in bytes, `seq` the number that should stand there. */
export const auditBreakSchema = z.object({
  code: z.enum(['unreadable', 'changed', 'missing', 'order', 'torn', 'unended', 'end-missing', 'end-unknown']),
  message: z.string(),
  line: z.number().int(),
  offset: z.number().int(),
  seq: z.number().int(),
});
export type AuditBreak = z.infer<typeof auditBreakSchema>;

export const auditReportSchema = z.object({
  ok: z.boolean(),
  records: z.number().int(),
  /** Ends that were torn and set aside, or lacked only their line break and got it: each has a record of its own. */
  recovered: z.number().int(),
  /** The first ones, at most 100. */
  breaks: z.array(auditBreakSchema),
  file: z.string(),
});
export type AuditReport = z.infer<typeof auditReportSchema>;
