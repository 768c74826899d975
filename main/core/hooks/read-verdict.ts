import { z } from 'zod';
import type { HookDecision, HookRun } from '../../../shared/model/hook-run';
import type { SaidDetail } from '../../../shared/model/said-detail';
import { firstLine } from '../kernel/first-line';
import type { Said } from '../kernel/say-words';
import type { ElicitAnswer } from '../mcp/server-connection';
import type { HookHandler } from './hook';
import { hookEvent, type HookEventName } from './hook-events';
import { sayRun } from './hook-run-words';
import type { HookOutput } from './hook-runner';

/** What a handler wants, read from its exit code and its output. */
export interface HookVerdict {
  outcome: NonNullable<HookRun['outcome']>;
  decision?: HookDecision;
  reason?: string;
  /** It blocks, with the reason. */
  block?: string;
  problem?: string;
  /** What the problem says, by a key. */
  detail?: SaidDetail;
  context?: string;
  /** For the person. */
  message?: string;
  /** `continue: false`, with the reason. */
  stop?: string;
  updatedInput?: unknown;
  updatedOutput?: string;
  interrupt?: boolean;
  title?: string;
  initialMessage?: string;
  worktreePath?: string;
  /** Of a question of a server. */
  answer?: ElicitAnswer;
}

const optionalText = z.string().optional();
const decisionSchema = z.enum(['allow', 'deny', 'ask', 'defer']);
const specificSchema = z.looseObject({
  hookEventName: optionalText,
  permissionDecision: decisionSchema.optional(),
  permissionDecisionReason: optionalText,
  updatedInput: z.record(z.string(), z.unknown()).optional(),
  additionalContext: optionalText,
  updatedToolOutput: z.unknown().optional(),
  sessionTitle: optionalText,
  initialUserMessage: optionalText,
  worktreePath: optionalText,
  action: z.enum(['accept', 'decline', 'cancel']).optional(),
  content: z.record(z.string(), z.unknown()).optional(),
  decision: z
    .looseObject({
      behavior: z.enum(['allow', 'deny']),
      message: optionalText,
      interrupt: z.boolean().optional(),
      updatedInput: z.record(z.string(), z.unknown()).optional(),
    })
    .optional(),
});
/** What a handler may print. Unknown fields are ignored. */
const outputSchema = z.looseObject({
  continue: z.boolean().optional(),
  stopReason: optionalText,
  systemMessage: optionalText,
  decision: z.enum(['approve', 'block', 'allow', 'deny', 'ask']).optional(),
  reason: optionalText,
  hookSpecificOutput: specificSchema.optional(),
});
type Output = z.infer<typeof outputSchema>;

/** Levels of JSON output: more than any tool's input has. */
const MOST_DEPTH = 100;
/** Events at which a failure never blocks, whatever `onFailure` says. */
const NEVER_STRICT: ReadonlySet<HookEventName> = new Set(['Stop', 'SubagentStop', 'TaskCompleted', 'TeammateIdle']);
/** Events beside `PreToolUse` at which what a hook guards can still be kept from happening. */
const HOLDING: ReadonlySet<HookEventName> = new Set(['UserPromptSubmit', 'UserPromptExpansion', 'PreSkillShellCommand']);
/** Events at which a hook may name the session. */
const TITLED: ReadonlySet<HookEventName> = new Set(['SessionStart', 'UserPromptSubmit']);
/** Events at which a hook may answer a server; a block declines. */
const ANSWERED: ReadonlySet<HookEventName> = new Set(['Elicitation', 'ElicitationResult']);
/** Beyond words: a text nobody gave. */
const NO_REASON = 'The hook gave no reason.';

export function readVerdict(event: HookEventName, handler: HookHandler, output: HookOutput): HookVerdict {
  const { exitCode, stdout, stderr, timedOut, aborted, failure, detail } = output;
  if (aborted) return { outcome: 'cancelled' };
  if (timedOut) return failed(event, handler, 'timeout', sayRun('timeout'));
  if (failure !== undefined) return failed(event, handler, 'error', { message: failure, detail });
  const text = stdout.trim();
  const printed = text.startsWith('{') ? readOutput(event, text, output.cut) : undefined;
  if (exitCode === 2) {
    const said = printed?.output;
    const reason = reasonOf(said) ?? (stderr.trim() === '' ? NO_REASON : stderr.trim());
    return blocking(event, reason, said === undefined ? {} : fieldsOf(event, said));
  }
  if (exitCode !== 0) {
    if (printed?.output !== undefined) return verdictOf(event, printed.output);
    return failed(event, handler, 'error', sayEnding(output));
  }
  if (printed?.problem !== undefined) return failed(event, handler, 'error', printed.problem);
  if (printed?.output !== undefined) return verdictOf(event, printed.output);
  const plain = hookEvent(event).plainToModel === true && text !== '' ? { context: text } : {};
  return { outcome: 'success', ...plain, ...(event === 'WorktreeCreate' && text !== '' ? { worktreePath: text } : {}) };
}

const replySchema = z.looseObject({ ok: z.boolean(), reason: z.string().optional() });

/**
 * The reply of a model that a prompt was put to: `{"ok": false, "reason": …}` blocks. After a call, where a block only tells the model,
 * that of a prompt ends the turn, unless the handler says `continueOnBlock`.
 */
export function readReply(event: HookEventName, handler: HookHandler, text: string): HookVerdict {
  const json = /\{[\s\S]*\}/.exec(text)?.[0];
  const reply = replySchema.safeParse(json === undefined ? undefined : parseJson(json));
  if (!reply.success) return { outcome: 'error', ...problemOf(sayRun('model-reply')) };
  const { ok, reason } = reply.data;
  if (ok) return { outcome: 'success', ...(reason === undefined ? {} : { reason }) };
  const ends = hookEvent(event).block === 'to-model' && handler.type === 'prompt' && handler.continueOnBlock !== true;
  return ends ? { outcome: 'blocked', stop: reason ?? NO_REASON } : blocking(event, reason ?? NO_REASON, {});
}

/**
 * Where a limit of the person's let nobody judge: the way past a guard is not to use up the money. A call is asked for, a message or a
 * command of a skill is not taken; what has happened already stays.
 */
export function heldBack(event: HookEventName, said: Said): HookVerdict {
  const { message } = said;
  if (event === 'PreToolUse') return { outcome: 'error', decision: 'ask', reason: message, ...problemOf(said) };
  return HOLDING.has(event) ? { ...blocking(event, message, {}), ...problemOf(said) } : { outcome: 'error', ...problemOf(said) };
}

/** Where nobody is there to judge: a command of a skill, about which no person is asked either, is not run. */
export function unjudged(event: HookEventName): HookVerdict {
  const said = sayRun('no-model');
  return event === 'PreSkillShellCommand' ? heldBack(event, said) : { outcome: 'error', ...problemOf(said) };
}

function blocking(event: HookEventName, reason: string, fields: Partial<HookVerdict>): HookVerdict {
  const { block } = hookEvent(event);
  if (block === 'nothing') return { ...fields, outcome: 'error', ...problemOf(sayRun('not-blockable', { event, said: reason })) };
  return {
    ...fields,
    outcome: 'blocked',
    block: reason,
    reason,
    ...(block === 'denies' ? { decision: 'deny' as const } : {}),
    ...(ANSWERED.has(event) ? { answer: { action: 'decline' as const } } : {}),
  };
}

function failed(event: HookEventName, handler: HookHandler, outcome: 'error' | 'timeout', said: Said): HookVerdict {
  const strict = 'onFailure' in handler && handler.onFailure === 'block' && !NEVER_STRICT.has(event);
  const isAsync = handler.type === 'command' && (handler.async === true || handler.asyncRewake === true);
  if ((strict && !isAsync) || (outcome === 'timeout' && event === 'PreModelSwitch'))
    return { ...blocking(event, said.message, {}), ...problemOf(said) };
  return { outcome, ...problemOf(said) };
}

function readOutput(event: HookEventName, text: string, cut: boolean): { output?: Output; problem?: Said } {
  const value = parseJson(text);
  if (value === undefined) return { problem: sayRun(cut ? 'json-cut' : 'json-none') };
  if (isDeeper(value, MOST_DEPTH)) return { problem: sayRun('json-deep', { levels: String(MOST_DEPTH) }) };
  const parsed = outputSchema.safeParse(value);
  if (!parsed.success) {
    return { problem: sayRun('json-field', { field: parsed.error.issues[0]?.path.join('.') ?? '' }) };
  }
  const named = parsed.data.hookSpecificOutput?.hookEventName;
  if (named !== undefined && named !== event) return { problem: sayRun('json-event', { named, event }) };
  return { output: parsed.data };
}

function sayEnding({ exitCode, signal, stderr }: HookOutput): Said {
  const line = firstLine(stderr);
  const said = line === '' ? '' : `: ${line}`;
  if (exitCode !== undefined) return sayRun('exit', { exit: String(exitCode), said });
  return signal === undefined ? sayRun('killed', { said }) : sayRun('signal', { signal, said });
}

/** What went wrong, as a verdict has it. */
export function problemOf({ message, detail }: Said): Pick<HookVerdict, 'problem' | 'detail'> {
  return { problem: message, ...(detail === undefined ? {} : { detail }) };
}

function isDeeper(value: unknown, most: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return most === 0 || Object.values(value).some((inner) => isDeeper(inner, most - 1));
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function reasonOf(output: Output | undefined): string | undefined {
  return output?.hookSpecificOutput?.permissionDecisionReason ?? output?.hookSpecificOutput?.decision?.message ?? output?.reason;
}

function verdictOf(event: HookEventName, output: Output): HookVerdict {
  const fields = fieldsOf(event, output);
  const { block } = hookEvent(event);
  const wantsBlock = output.decision === 'block' && block !== 'denies';
  if (wantsBlock) return blocking(event, reasonOf(output) ?? NO_REASON, fields);
  const decision = decisionOf(event, output);
  if (decision === undefined) return { ...fields, outcome: 'success' };
  const reason = reasonOf(output);
  return { ...fields, outcome: decision === 'deny' ? 'blocked' : 'success', decision, ...(reason === undefined ? {} : { reason }) };
}

function decisionOf(event: HookEventName, { decision, hookSpecificOutput: specific }: Output): HookDecision | undefined {
  if (event === 'PermissionRequest') return specific?.decision?.behavior;
  if (event === 'PreModelSwitch') return specific?.permissionDecision;
  if (event !== 'PreToolUse' && event !== 'PreSkillShellCommand') return undefined;
  if (specific?.permissionDecision !== undefined) return specific.permissionDecision;
  if (decision === 'approve') return 'allow';
  return decision === 'block' ? 'deny' : decision;
}

/** What is read whatever was decided. */
function fieldsOf(
  event: HookEventName,
  { continue: goesOn, stopReason, systemMessage, hookSpecificOutput: specific = {} }: Output,
): Partial<HookVerdict> {
  const {
    additionalContext,
    updatedToolOutput: result,
    sessionTitle,
    initialUserMessage,
    worktreePath,
    decision,
    action,
    content,
  } = specific;
  const updatedInput = event === 'PermissionRequest' ? decision?.updatedInput : specific.updatedInput;
  return {
    ...(additionalContext === undefined || additionalContext === '' ? {} : { context: additionalContext }),
    ...(systemMessage === undefined ? {} : { message: systemMessage }),
    ...(goesOn === false ? { stop: stopReason ?? '' } : {}),
    ...(updatedInput === undefined ? {} : { updatedInput }),
    ...(result === undefined || event !== 'PostToolUse'
      ? {}
      : { updatedOutput: typeof result === 'string' ? result : JSON.stringify(result) }),
    ...(decision?.interrupt === true ? { interrupt: true } : {}),
    ...(!TITLED.has(event) || sessionTitle === undefined || sessionTitle.trim() === '' ? {} : { title: sessionTitle }),
    ...(event !== 'SessionStart' || initialUserMessage === undefined || initialUserMessage.trim() === ''
      ? {}
      : { initialMessage: initialUserMessage }),
    ...(event !== 'WorktreeCreate' || worktreePath === undefined ? {} : { worktreePath }),
    ...(!ANSWERED.has(event) || action === undefined ? {} : { answer: answerOf(action, content) }),
  };
}

function answerOf(action: ElicitAnswer['action'], content: Readonly<Record<string, unknown>> | undefined): ElicitAnswer {
  return action === 'accept' ? { action, ...(content === undefined ? {} : { content }) } : { action };
}
