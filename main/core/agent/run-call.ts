import type { ResultContent } from '../../../shared/model/block';
import type { ToolCallItem } from '../../../shared/model/item';
import { isAudited } from '../audit/destructive';
import { hideInContent } from '../secrets/hide-secrets';
import type { PreparedCall, RegisteredTool, ToolContext, ToolOutcome } from '../tools/tool';
import { asideModel } from './ask-server-model';
import { boundResult } from './bound-result';
import { afterCall, afterFailedCall, type HookedCall } from './call-hooks';
import { type CallDeadline, startDeadline } from './call-deadline';
import type { RequestedCall } from './call-model';
import { questionHooks } from './question-hooks';
import { resultLimit } from './result-limit';
import { askForMore } from './run-again';
import { type CallRefusal, endCall, failCall, refuseCall } from './finish-call';
import { itemInProgress } from './item-in-progress';
import { CANCELLED_WORDS, unknownToolWords, unparsableWords } from './refusal-words';
import { settleCall } from './settle-call';
import type { CallScope, TurnScope } from './turn-scope';

/** Why the calls after this one do not run. */
export type CallStop = { why: 'rejected' } | { why: 'fault' | 'hook'; message: string };

/** One call from input to result: validate, describe, authorise, execute, bound, log (invariant 4). Never rejects but for a failing log. */
export async function runCall(scope: CallScope, call: RequestedCall): Promise<CallStop | undefined> {
  const { deps, options, signal } = scope;
  const { item, block } = call;
  const tool = deps.tools.get(block.name);
  if (signal.aborted) return refuse(scope, item, 'cancelled', CANCELLED_WORDS);
  if (call.unparsed !== undefined) return refuse(scope, item, 'unparsable-input', unparsableWords(call.unparsed));
  if (tool === undefined) return refuse(scope, item, 'unknown-tool', unknownToolWords(block.name, deps.tools.near(block.name)));
  const guard = startDeadline(scope, tool);
  try {
    const given = deps.toolContext(item.id, options.agent, guard.signal, liveOutput(scope, item.id));
    const context = tool.late === true ? { ...given, asideModel: asideModel(scope), questionHooks: questionHooks(scope, item.id) } : given;
    const call = await settleCall(scope, { item, tool, input: deps.escape.outgoing(block.input), context });
    if ('problem' in call) return refuse(scope, call.item, call.kind, call.problem);
    const { known, refusal, stop } = call;
    if (refusal !== undefined) {
      refuseCall(scope, known.item, refusal);
      if (stop !== undefined) return { why: 'hook', message: stop };
      return refusal.kind === 'rejected' ? { why: 'rejected' } : undefined;
    }
    return await execute(scope, tool, call.prepared, call.context, known, guard);
  } catch (error) {
    if (signal.aborted) return refuse(scope, item, 'cancelled', CANCELLED_WORDS);
    const message = `${tool.name} failed inside the host: ${messageOf(error)}`;
    failCall(scope, item, { kind: 'failed', words: message });
    return { why: 'fault', message };
  } finally {
    guard.end();
  }
}

async function execute(
  scope: TurnScope,
  tool: RegisteredTool,
  prepared: PreparedCall,
  context: ToolContext,
  call: HookedCall,
  guard: CallDeadline,
): Promise<CallStop | undefined> {
  const { deps, writer, signal } = scope;
  const { item: known } = call;
  if (signal.aborted) return refuse(scope, known, 'cancelled', CANCELLED_WORDS);
  const unrecorded = await record(scope, tool, known);
  if (unrecorded !== undefined) return refuse(scope, known, 'failed', unrecorded);
  writer.write({ type: 'item/started', item: itemInProgress(known, 'executing') });
  guard.start();
  const from = deps.clock.monotonic();
  const outcome = await Promise.race([prepared.run(context), guard.gaveUp]);
  const wider = typeof outcome === 'string' ? undefined : await askForMore(scope, known, context, outcome);
  if (wider !== undefined) return execute(scope, tool, prepared, wider.context, { ...call, item: wider.item }, guard);
  const ran: ToolCallItem = { ...known, durationMs: deps.clock.monotonic() - from };
  if (outcome === 'timeout') {
    const words = `${tool.name} did not finish within ${tool.timeoutMs / 1000} s and was stopped.`;
    failCall(scope, ran, { kind: 'timeout', words });
    return stopOf(await afterFailedCall(scope, { ...call, item: ran }, words));
  }
  if (outcome === 'aborted') return refuse(scope, ran, 'cancelled', CANCELLED_WORDS);
  return stopOf(await endWithOutcome(scope, tool, { ...call, item: ran }, outcome));
}

function stopOf(message: string | undefined): CallStop | undefined {
  return message === undefined ? undefined : { why: 'hook', message };
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

/** Gives why the turn must end, where a hook ends it. */
async function endWithOutcome(scope: TurnScope, tool: RegisteredTool, call: HookedCall, outcome: ToolOutcome): Promise<string | undefined> {
  const { log, hide } = scope.deps;
  const { item } = call;
  const shown: ToolCallItem = outcome.display === undefined ? item : { ...item, display: outcome.display };
  const keep = async (text: string): Promise<string> => {
    const name = await log.saveBlob(new TextEncoder().encode(text));
    return `The whole result is kept in ${log.blobPath(name)}: read the part you need with Read, offset and limit.`;
  };
  const bound = (content: ResultContent) => boundResult(content, resultLimit(tool, content), keep);
  if (outcome.ok) {
    const bounded = await bound(await hideInContent(outcome.content, hide));
    const { content, stop } = await afterCall(scope, call, bounded);
    endCall(scope, { ...shown, state: 'success' }, content === bounded ? bounded : await bound(content));
    noteFiles(scope, shown);
    return stop;
  }
  const kind = scope.signal.aborted ? 'cancelled' : outcome.kind;
  const message = await hide(outcome.message);
  const words = await bound(message);
  failCall(scope, shown, { kind, words: typeof words === 'string' ? words : message });
  return afterFailedCall(scope, call, message);
}

/** Nested instructions and path rules become due by the files that a call touched. */
function noteFiles(scope: TurnScope, item: ToolCallItem): void {
  const { action } = item;
  if (action === undefined || (action.capability !== 'read' && action.capability !== 'write')) return;
  for (const path of action.paths) scope.deps.context.noteFile(path, action.capability);
}

function refuse(scope: TurnScope, item: ToolCallItem, kind: CallRefusal['kind'], words: string): undefined {
  refuseCall(scope, item, { kind, words });
  return undefined;
}

function liveOutput(scope: TurnScope, item: string): (text: string) => void {
  return (text) => scope.writer.delta({ item, channel: 'output', text });
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
