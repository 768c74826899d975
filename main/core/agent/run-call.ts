import type { ToolCallItem } from '../../../shared/model/item';
import type { Action, Decision } from '../../../shared/model/permission';
import { callKey } from '../audit/call-key';
import { isAudited } from '../audit/destructive';
import { FileError } from '../ports';
import { hideInAction, hideInContent } from '../secrets/hide-secrets';
import type { PreparedCall, RegisteredTool, ToolContext, ToolOutcome } from '../tools/tool';
import { authoriseCall } from './authorise-call';
import { boundResult } from './bound-result';
import { type CallDeadline, startDeadline } from './call-deadline';
import type { RequestedCall } from './call-model';
import { askForMore } from './run-again';
import { endCall, failCall, refuseCall } from './finish-call';
import { itemInProgress } from './item-in-progress';
import { CANCELLED_WORDS, unknownToolWords, unparsableWords } from './refusal-words';
import type { TurnScope } from './turn-scope';

/** Why the calls after this one do not run. */
export type CallStop = { why: 'rejected' } | { why: 'fault'; message: string };

/** One call from input to result: validate, describe, authorise, execute, bound, log (invariant 4). Never rejects but for a failing log. */
export async function runCall(scope: TurnScope, call: RequestedCall): Promise<CallStop | undefined> {
  const { deps, options, signal } = scope;
  const { item, block } = call;
  const tool = deps.tools.get(block.name);
  if (signal.aborted) return refuse(scope, item, 'cancelled', CANCELLED_WORDS);
  if (call.unparsed !== undefined) return refuse(scope, item, 'unparsable-input', unparsableWords(call.unparsed));
  if (tool === undefined) return refuse(scope, item, 'unknown-tool', unknownToolWords(block.name, deps.tools.near(block.name)));
  const input = deps.escape.outgoing(block.input);
  const parsed = tool.parse(input);
  if (!parsed.ok) return refuse(scope, item, 'invalid-input', `Not run: ${parsed.message}`);

  const guard = startDeadline(scope, tool);
  const context = withKey(scope, tool, input, deps.toolContext(item.id, options.agent, guard.signal, liveOutput(scope, item.id)));
  try {
    const described = await describeCall(parsed.prepared, context);
    if ('problem' in described) return refuse(scope, item, 'failed', described.problem);
    const action = await hideInAction(described.action, deps.hide);
    const { decision, refusal } = await authoriseCall(scope, item, action, tool, context);
    const known: ToolCallItem = { ...item, action, decision, ...(context.key === undefined ? {} : { key: context.key }) };
    if (refusal !== undefined) {
      refuseCall(scope, known, refusal);
      return refusal.kind === 'rejected' ? { why: 'rejected' } : undefined;
    }
    return await execute(scope, tool, parsed.prepared, asDecided(scope, context, decision), known, guard);
  } catch (error) {
    if (signal.aborted) return refuse(scope, item, 'cancelled', CANCELLED_WORDS);
    const message = `${tool.name} failed inside the host: ${messageOf(error)}`;
    failCall(scope, item, { kind: 'failed', words: message });
    return { why: 'fault', message };
  } finally {
    guard.end();
  }
}

/** Calls with side effects carry an idempotency key. A command's place is the folder in which it starts. */
function withKey({ deps }: TurnScope, tool: RegisteredTool, input: unknown, context: ToolContext): ToolContext {
  if (!isAudited(tool.sideEffect)) return context;
  const key = callKey(tool.name, input, tool.runsIn === 'shell' ? context.cwd.get() : '', context.hash);
  const earlier = deps.audit.earlier(key);
  return { ...context, key, ...(earlier === undefined ? {} : { earlier }) };
}

async function describeCall(prepared: PreparedCall, context: ToolContext): Promise<{ action: Action } | { problem: string }> {
  try {
    return { action: await prepared.describe(context) };
  } catch (error) {
    if (error instanceof FileError) return { problem: error.message };
    throw error;
  }
}

async function execute(
  scope: TurnScope,
  tool: RegisteredTool,
  prepared: PreparedCall,
  context: ToolContext,
  known: ToolCallItem,
  guard: CallDeadline,
): Promise<CallStop | undefined> {
  const { deps, writer, signal } = scope;
  if (signal.aborted) return refuse(scope, known, 'cancelled', CANCELLED_WORDS);
  const unrecorded = await record(scope, tool, known);
  if (unrecorded !== undefined) return refuse(scope, known, 'failed', unrecorded);
  writer.write({ type: 'item/started', item: itemInProgress(known, 'executing') });
  guard.start();
  const from = deps.clock.monotonic();
  const outcome = await Promise.race([prepared.run(context), guard.gaveUp]);
  const wider = typeof outcome === 'string' ? undefined : await askForMore(scope, known, context, outcome);
  if (wider !== undefined) return execute(scope, tool, prepared, wider.context, wider.item, guard);
  const ran: ToolCallItem = { ...known, durationMs: deps.clock.monotonic() - from };
  if (outcome === 'timeout') {
    failCall(scope, ran, { kind: 'timeout', words: `${tool.name} did not finish within ${tool.timeoutMs / 1000} s and was stopped.` });
    return undefined;
  }
  if (outcome === 'aborted') return refuse(scope, ran, 'cancelled', CANCELLED_WORDS);
  await endWithOutcome(scope, tool, ran, outcome);
  return undefined;
}

/** Why a call must not run: it could not be put on record. */
async function record({ deps }: TurnScope, tool: RegisteredTool, item: ToolCallItem): Promise<string | undefined> {
  if (!isAudited(tool.sideEffect)) return undefined;
  try {
    await deps.audit.begin(item, tool);
    return undefined;
  } catch (error) {
    return `Not run: what cannot be undone needs a record, and the audit log cannot be written: ${messageOf(error)}`;
  }
}

const hidesNothing = () => false;

/** As it was decided and shown: a command that was to be isolated runs isolated. */
function asDecided({ deps }: TurnScope, given: ToolContext, { sandbox, capabilities = [] }: Decision): ToolContext {
  const context = { ...given, capabilities };
  if (sandbox?.isolated !== true) return context;
  const { isGuarded = hidesNothing } = deps.policy;
  return { ...context, sandbox: { grant: sandbox.grant, session: context.session, isGuarded } };
}

async function endWithOutcome(scope: TurnScope, tool: RegisteredTool, item: ToolCallItem, outcome: ToolOutcome): Promise<void> {
  const { log, hide } = scope.deps;
  const shown: ToolCallItem = outcome.display === undefined ? item : { ...item, display: outcome.display };
  const keep = async (text: string): Promise<string> => {
    const name = await log.saveBlob(new TextEncoder().encode(text));
    return `The whole result is kept in ${log.blobPath(name)}: read the part you need with Read, offset and limit.`;
  };
  if (outcome.ok) {
    endCall(scope, { ...shown, state: 'success' }, await boundResult(await hideInContent(outcome.content, hide), tool.resultBound, keep));
    noteFiles(scope, shown);
    return;
  }
  const kind = scope.signal.aborted ? 'cancelled' : outcome.kind;
  const message = await hide(outcome.message);
  const words = await boundResult(message, tool.resultBound, keep);
  failCall(scope, shown, { kind, words: typeof words === 'string' ? words : message });
}

/** Nested instructions and path rules become due by the files that a call touched. */
function noteFiles(scope: TurnScope, item: ToolCallItem): void {
  const { action } = item;
  if (action === undefined || (action.capability !== 'read' && action.capability !== 'write')) return;
  for (const path of action.paths) scope.deps.context.noteFile(path, action.capability);
}

function refuse(
  scope: TurnScope,
  item: ToolCallItem,
  kind: 'cancelled' | 'unparsable-input' | 'unknown-tool' | 'invalid-input' | 'failed',
  words: string,
): undefined {
  refuseCall(scope, item, { kind, words });
  return undefined;
}

function liveOutput(scope: TurnScope, item: string): (text: string) => void {
  return (text) => scope.writer.delta({ item, channel: 'output', text });
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
