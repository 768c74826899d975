import { z } from 'zod';
import { CAPABILITIES } from './capabilities';
import { delegationLineSchema } from './delegation-line';
import { hookVoiceSchema } from './hook-run';
import { modeSchema } from './mode';
import { saidDetailSchema } from './said-detail';
import { commandIsolationSchema, sandboxRefusalSchema } from './sandbox';
import { toolErrorKindSchema } from './tool';

export const verdictSchema = z.enum(['allow', 'ask', 'deny']);
export type Verdict = z.infer<typeof verdictSchema>;

/** Scopes in the order in which they are listed; any scope's deny beats any scope's allow. */
export const ruleScopeSchema = z.enum(['managed', 'cli', 'session', 'local', 'project', 'user']);
export type RuleScope = z.infer<typeof ruleScopeSchema>;

/** A rule with its place. `line` is 1-based in `file`; rules of the command line or the session have neither. */
export const ruleRefSchema = z.object({
  text: z.string(),
  verdict: verdictSchema,
  scope: ruleScopeSchema,
  file: z.string().optional(),
  line: z.number().int().optional(),
});
export type RuleRef = z.infer<typeof ruleRefSchema>;

export const diagnosticSchema = z.object({
  code: z.string(),
  message: z.string(),
  severity: z.enum(['error', 'warning', 'info']),
  file: z.string().optional(),
  line: z.number().int().optional(),
  /** Name of the one thing in the file that it is about, where there are several: a server. */
  about: z.string().optional(),
  suggestion: z.string().optional(),
  /** A file that is named and not there: making it would mend this. Absolute. */
  missing: z.string().optional(),
  detail: saidDetailSchema.optional(),
});
export type Diagnostic = z.infer<typeof diagnosticSchema>;

export const capabilitySchema = z.enum(CAPABILITIES);
export type Capability = z.infer<typeof capabilitySchema>;

/**
 * A capability that an action uses. `of` names what it is about, where that is known: a host, a server or `server/tool`, a kind
 * of sub-agent, a skill.
 */
export const capabilityUseSchema = z.object({ capability: capabilitySchema, of: z.string().optional() });
export type CapabilityUse = z.infer<typeof capabilityUseSchema>;

/** Decision on one part of a shell command. */
export const partDecisionSchema = z.object({
  text: z.string(),
  decision: verdictSchema,
  rule: ruleRefSchema.optional(),
  builtin: z.string().optional(),
  capabilities: z.array(capabilityUseSchema).optional(),
});
export type PartDecision = z.infer<typeof partDecisionSchema>;

/**
 * A decision that explains itself: the same object goes to the log, the approval card, `permissions check` and the inspector.
 * Exactly one of `rule` and `builtin` names what decided; `builtin` is a machine name such as `read-only-command`.
 */
export const decisionSchema = z.object({
  decision: verdictSchema,
  mode: modeSchema,
  reason: z.string(),
  rule: ruleRefSchema.optional(),
  builtin: z.string().optional(),
  /** Why it was asked all the same: the allow rule that would let it pass, were the folder trusted. */
  off: ruleRefSchema.optional(),
  /** The guarded file that it would have read or written, where that decided; within the folder relative to it. */
  guarded: z.string().optional(),
  parts: z.array(partDecisionSchema).optional(),
  /** Of a command: what the sandbox would grant, or why there is none. */
  sandbox: commandIsolationSchema.optional(),
  /** What the sandbox refused to an earlier run: the reason why more is asked for now. */
  refusals: z.array(sandboxRefusalSchema).optional(),
  /** The equal call of the same session that it repeats. `unknown`: that one was stopped in the middle. */
  earlier: z.object({ item: z.string(), at: z.string(), outcome: z.enum(['done', 'unknown']) }).optional(),
  /** What the action uses, the weightiest first: the rows of the matrix that it belongs to. Absent in older logs. */
  capabilities: z.array(capabilityUseSchema).optional(),
  /** Hooks that had a say: what they asked for, whether it counted or not. */
  hooks: z.array(hookVoiceSchema).optional(),
  diagnostics: z.array(diagnosticSchema),
});
export type Decision = z.infer<typeof decisionSchema>;

/**
 * The server of a call by its names: as its entry calls it, and as names of tools have it. `tool`: as the server calls it; absent for what
 * a server holds beside its tools.
 */
export const serverIdentitySchema = z.object({ name: z.string(), offered: z.string(), tool: z.string().optional() });
export type ServerIdentity = z.infer<typeof serverIdentitySchema>;

/** What a tool call would do, as the host understood it. Made by the tool before permission is asked. */
export const actionSchema = z.object({
  tool: z.string(),
  server: serverIdentitySchema.optional(),
  capability: z.enum(['read', 'search', 'write', 'execute', 'network', 'ask-user', 'plan', 'agent', 'skill', 'mcp']),
  /** Absolute, resolved paths that the call touches. */
  paths: z.array(z.string()),
  /** The same targets as the call named them: absolute, links not resolved. Only where one differs from `paths`. */
  asked: z.array(z.string()).optional(),
  command: z.string().optional(),
  url: z.string().optional(),
  /** Top-level scalar inputs, for `Tool(param:value)` rules. */
  params: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
  /** One line in English that says what will happen. */
  summary: z.string(),
  /** The command whose output the call hands over, with what that command used. */
  output: z.object({ command: z.string(), capabilities: z.array(capabilityUseSchema) }).optional(),
  /** Unified diff of a file edit, the full command, or the task of an agent with its check: what the approval card shows. Never cut. */
  preview: z
    .object({ type: z.enum(['diff', 'command', 'text']), text: z.string(), delegation: z.array(delegationLineSchema).optional() })
    .optional(),
  /** What does it wants a person's word for every single call. */
  needsPerson: z.literal(true).optional(),
  /** The dry run already shows that the call cannot succeed: nobody is asked, the model gets this as the result. */
  obstacle: z.object({ kind: toolErrorKindSchema, message: z.string() }).optional(),
});
export type Action = z.infer<typeof actionSchema>;

/** "Allow always" as offered: the exact rule and the file that it would be written to (none: this session only). */
export const ruleOfferSchema = z.object({
  rule: z.string(),
  /** Further rules that are saved with it: a command of several parts needs one for each. */
  also: z.array(z.string()).max(4).optional(),
  scope: ruleScopeSchema,
  file: z.string().optional(),
});
export type RuleOffer = z.infer<typeof ruleOfferSchema>;

export const answerSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('allow-once') }),
  z.object({ type: z.literal('allow-always'), offer: ruleOfferSchema }),
  z.object({ type: z.literal('reject') }),
  z.object({ type: z.literal('reject-with-words'), words: z.string().min(1) }),
]);
export type Answer = z.infer<typeof answerSchema>;

/** How a request ended: an answer, or one of the ways to end without one. */
export const resolutionSchema = z.discriminatedUnion('type', [
  ...answerSchema.options,
  z.object({ type: z.literal('cancelled') }),
  z.object({ type: z.literal('expired') }),
  z.object({ type: z.literal('headless') }),
]);
export type Resolution = z.infer<typeof resolutionSchema>;

/** How often a rule decided about a call or a part of one, by the recorded decisions. */
export const ruleUseSchema = ruleRefSchema.omit({ line: true }).extend({
  hits: z.number().int(),
  lastAt: z.string(),
  last: z.object({ session: z.string(), item: z.string(), call: z.string() }),
});
export type RuleUse = z.infer<typeof ruleUseSchema>;

const exampleSchema = z.object({ call: z.string(), count: z.number().int() });

/** What a rule would admit of the calls on record: how many, of how many kinds, and the commonest. */
export const admittedCallsSchema = z.object({ calls: z.number().int(), kinds: z.number().int(), examples: z.array(exampleSchema) });
export type AdmittedCalls = z.infer<typeof admittedCallsSchema>;

/** A rule that the person's own answers suggest, with the answers, and what else it would admit. */
export const ruleSuggestionSchema = z.object({
  verdict: z.enum(['allow', 'deny']),
  /** One rule, or one for each part of a command. */
  rules: z.array(z.string()),
  count: z.number().int(),
  examples: z.array(exampleSchema),
  admits: admittedCallsSchema,
});
export type RuleSuggestion = z.infer<typeof ruleSuggestionSchema>;

const shortDecisionSchema = decisionSchema.pick({ decision: true, mode: true, reason: true, rule: true, builtin: true });

/** A recorded call that would be decided otherwise: as recorded, by the saved rules, by the edited ones. */
export const replayChangeSchema = z.object({
  session: z.string(),
  title: z.string(),
  item: z.string(),
  at: z.string(),
  tool: z.string(),
  call: z.string(),
  recorded: shortDecisionSchema,
  saved: shortDecisionSchema,
  edited: shortDecisionSchema,
});
export type ReplayChange = z.infer<typeof replayChangeSchema>;

export const replayReportSchema = z.object({
  /** Calls that were decided anew; `skipped` could not be described any more. */
  calls: z.number().int(),
  skipped: z.number().int(),
  changed: z.number().int(),
  /** Of the changed ones, those that the edit changes. */
  byEdit: z.number().int(),
  changes: z.array(replayChangeSchema),
});
export type ReplayReport = z.infer<typeof replayReportSchema>;
