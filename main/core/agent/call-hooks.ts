import type { ResultContent } from '../../../shared/model/block';
import type { ToolCallItem } from '../../../shared/model/item';
import type { Action, RuleOffer } from '../../../shared/model/permission';
import type { HookOutcome } from '../hooks/hook-desk';
import { addHookText, fireHooks } from './fire-hooks';
import type { TurnScope } from './turn-scope';

/** A call as hooks are told of it. */
export interface HookedCall {
  item: ToolCallItem;
  input: unknown;
  action: Action;
}

function callMoment({ item, input, action }: HookedCall, fields: Record<string, unknown> = {}) {
  return {
    about: item.name,
    item: item.id,
    action,
    input: { tool_name: item.name, tool_input: input, tool_use_id: item.toolUseId, ...fields },
  };
}

export function beforeCall(scope: TurnScope, call: HookedCall): Promise<HookOutcome> {
  return fireHooks(scope, { event: 'PreToolUse', ...callMoment(call) });
}

export function askInPlaceOfPerson(scope: TurnScope, call: HookedCall, offers: readonly RuleOffer[]): Promise<HookOutcome> {
  const suggestions = offers.map(({ rule }) => ({ type: 'addRules', rules: [rule], behavior: 'allow' }));
  return fireHooks(scope, { event: 'PermissionRequest', ...callMoment(call, { permission_suggestions: suggestions }) });
}

/** Gives the result as it goes to the model, and why the turn must end where a hook ends it. */
export async function afterCall(
  scope: TurnScope,
  call: HookedCall,
  content: ResultContent,
): Promise<{ content: ResultContent; stop?: string }> {
  const { durationMs: duration_ms } = call.item;
  const outcome = await fireHooks(scope, { event: 'PostToolUse', ...callMoment(call, { tool_response: content, duration_ms }) });
  if (outcome.block !== undefined) addHookText(scope, outcome.block);
  return { content: outcome.updatedOutput ?? content, ...(outcome.stop === undefined ? {} : { stop: outcome.stop }) };
}

/** Gives why the turn must end, where a hook ends it. */
export async function afterFailedCall(scope: TurnScope, call: HookedCall, error: string): Promise<string | undefined> {
  const { durationMs: duration_ms } = call.item;
  const fields = { error, is_interrupt: scope.signal.aborted, duration_ms };
  const outcome = await fireHooks(scope, { event: 'PostToolUseFailure', ...callMoment(call, fields) });
  if (outcome.block !== undefined) addHookText(scope, outcome.block);
  return outcome.stop;
}
