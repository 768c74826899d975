import type { ToolCallItem } from '../../../shared/model/item';
import type { Action, Decision } from '../../../shared/model/permission';
import { callKey } from '../audit/call-key';
import { isAudited } from '../audit/destructive';
import { sandboxOf } from '../permission/command-sandbox';
import { FileError } from '../ports';
import { hideInAction, hideInValue } from '../secrets/hide-secrets';
import type { PreparedCall, RegisteredTool, ToolContext } from '../tools/tool';
import { authoriseCall, type HookedQuestion } from './authorise-call';
import { beforeCall, type HookedCall } from './call-hooks';
import type { CallRefusal } from './finish-call';
import { hookStopWords } from './refusal-words';
import type { CallScope, TurnScope } from './turn-scope';

interface GivenCall {
  item: ToolCallItem;
  tool: RegisteredTool;
  input: unknown;
  context: ToolContext;
}

/** A call with its action and the decision about it; `refusal` says why it does not run, `stop` that a hook ends the turn. */
export interface SettledCall {
  known: HookedCall;
  prepared: PreparedCall;
  context: ToolContext;
  refusal?: CallRefusal;
  stop?: string;
}

export interface UnsettledCall {
  item: ToolCallItem;
  kind: 'invalid-input' | 'failed';
  problem: string;
}

/**
 * Validates and describes a call, lets hooks speak, and decides. An input that a hook puts in the place of the model's is validated,
 * described and decided about like any other; hooks that spoke before are not asked again.
 */
export async function settleCall(scope: CallScope, given: GivenCall): Promise<SettledCall | UnsettledCall> {
  const first = await describe(scope, given);
  if ('problem' in first) return first;
  const before = await beforeCall(scope, first.known);
  if (before.stop !== undefined) return { ...first, refusal: { kind: 'denied', words: hookStopWords(before.stop) }, stop: before.stop };
  const changed = before.updatedInput === undefined ? first : await change(scope, given, before.updatedInput);
  if ('problem' in changed) return changed;
  const decided = await decide(scope, given.tool, changed, { wish: before, input: changed.known.input });
  if (decided.updatedInput === undefined) return decided;
  const again = await change(scope, given, decided.updatedInput);
  if ('problem' in again) return again;
  const voices = decided.known.item.decision?.hooks ?? [];
  return decide(scope, given.tool, again, { wish: { decision: 'allow', voices }, input: again.known.input, answered: true });
}

async function describe(scope: TurnScope, { item, tool, input, context: given }: GivenCall): Promise<SettledCall | UnsettledCall> {
  const parsed = tool.parse(input);
  if (!parsed.ok) return { item, kind: 'invalid-input', problem: `Not run: ${parsed.message}` };
  const context = withKey(scope, tool, input, given);
  try {
    const action = await hideInAction(await parsed.prepared.describe(context), scope.deps.hide);
    return { known: { item, input, action }, prepared: parsed.prepared, context };
  } catch (error) {
    if (error instanceof FileError) return { item, kind: 'failed', problem: error.message };
    throw error;
  }
}

/** The same call with the input of a hook, which is kept with it. */
async function change(scope: TurnScope, given: GivenCall, input: unknown): Promise<SettledCall | UnsettledCall> {
  const { log, hide } = scope.deps;
  const ranWith = log.putPart(JSON.stringify(await hideInValue(input, hide)));
  return describe(scope, { ...given, item: { ...given.item, ranWith }, input });
}

async function decide(
  scope: CallScope,
  tool: RegisteredTool,
  call: SettledCall,
  hooked: HookedQuestion,
): Promise<SettledCall & { updatedInput?: unknown }> {
  const { known, context } = call;
  const { decision, refusal, stop, updatedInput } = await authoriseCall(scope, known.item, known.action, tool, context, hooked);
  const item = itemOf(known.item, known.action, decision, context);
  return {
    ...call,
    known: { ...known, item },
    context: refusal === undefined ? asDecided(scope, context, decision) : context,
    ...(refusal === undefined ? {} : { refusal }),
    ...(stop === undefined ? {} : { stop }),
    ...(updatedInput === undefined ? {} : { updatedInput }),
  };
}

function itemOf(item: ToolCallItem, action: Action, decision: Decision, { key }: ToolContext): ToolCallItem {
  return { ...item, action, decision, ...(key === undefined ? {} : { key }) };
}

/** Calls with side effects carry an idempotency key. A command's place is the folder in which it starts. */
function withKey({ deps }: TurnScope, tool: RegisteredTool, input: unknown, context: ToolContext): ToolContext {
  if (!isAudited(tool.sideEffect)) return context;
  const key = callKey(tool.name, input, tool.runsIn === 'shell' ? context.cwd.get() : '', context.hash);
  const earlier = deps.audit.earlier(key);
  return { ...context, key, ...(earlier === undefined ? {} : { earlier }) };
}

/** As it was decided and shown: a command that was to be isolated runs isolated. */
function asDecided({ deps }: TurnScope, given: ToolContext, { sandbox, capabilities = [] }: Decision): ToolContext {
  const context = { ...given, capabilities };
  const isolated = sandboxOf(sandbox, deps.policy, context.session);
  return isolated === undefined ? context : { ...context, sandbox: isolated };
}
