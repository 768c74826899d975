import type { ToolCallItem } from '../../../shared/model/item';
import type { Action, Decision, Resolution } from '../../../shared/model/permission';
import { askAgain } from '../audit/repeated-calls';
import { applyHooks, type HookWish } from '../permission/apply-hooks';
import type { RegisteredTool, ToolContext } from '../tools/tool';
import { askInPlaceOfPerson, type HookedCall } from './call-hooks';
import type { CallRefusal } from './finish-call';
import { CANCELLED_WORDS, correctedWords, deniedWords, EXPIRED_WORDS, headlessWords, hookStopWords, REJECTED_WORDS } from './refusal-words';
import { itemInProgress } from './item-in-progress';
import type { CallScope, TurnScope } from './turn-scope';

/** What hooks said before, and the input for those that are asked in the person's place. */
export interface HookedQuestion {
  wish: HookWish;
  input: unknown;
  /** They have answered already. */
  answered?: boolean;
}

export interface Authorisation {
  decision: Decision;
  /** A hook allowed it with another input, which has to be decided about in its turn. */
  updatedInput?: unknown;
  /** A hook ends the turn, with its reason. */
  stop?: string;
  /** Absent: the call may run. */
  refusal?: CallRefusal;
}

/** Decides by rule, and asks the person where the rules say so. Every request ends in the log as resolved. */
export async function authoriseCall(
  scope: CallScope,
  item: ToolCallItem,
  action: Action,
  tool: RegisteredTool,
  { folder, earlier }: ToolContext,
  hooked: HookedQuestion,
): Promise<Authorisation> {
  const { deps, options } = scope;
  await deps.policy.prepare?.(action);
  const untrusted = scope.foreign;
  const mode = options.mode();
  const turnRules = deps.skills?.turnRules() ?? [];
  const decided = deps.policy.decide({ action, mode, agent: options.agent, untrusted, turnRules });
  const decision = applyHooks(askAgain(decided, tool, earlier, mode), hooked.wish);
  if (decision.decision === 'allow') return { decision };
  if (decision.decision === 'deny') return { decision, refusal: { kind: 'denied', words: deniedWords(decision, folder) } };
  if (action.obstacle !== undefined) return { decision, refusal: { kind: action.obstacle.kind, words: action.obstacle.message } };
  const answered = hooked.answered === true ? undefined : await askHooks(scope, { item, input: hooked.input, action }, decision, folder);
  if (answered !== undefined) return answered;
  const resolution = await ask(scope, item, action, decision);
  const refusal = refusalOf(resolution, decision, folder);
  if (resolution.type === 'allow-always') await deps.policy.grant(resolution.offer);
  return refusal === undefined ? { decision } : { decision, refusal };
}

/** Hooks may answer in the person's place, as far as a hook may allow; undefined where the person is to be asked. */
async function askHooks(scope: TurnScope, call: HookedCall, decision: Decision, folder: string): Promise<Authorisation | undefined> {
  const outcome = await askInPlaceOfPerson(scope, call, scope.deps.policy.offers(call.action));
  if (outcome.stop !== undefined) return { decision, refusal: { kind: 'denied', words: hookStopWords(outcome.stop) }, stop: outcome.stop };
  const heard = applyHooks(decision, { ...outcome, voices: [...(decision.hooks ?? []), ...outcome.voices] });
  if (heard.decision === 'deny')
    return { decision: heard, refusal: { kind: outcome.interrupt === true ? 'rejected' : 'denied', words: deniedWords(heard, folder) } };
  if (heard.decision !== 'allow') return undefined;
  return { decision: heard, ...(outcome.updatedInput === undefined ? {} : { updatedInput: outcome.updatedInput }) };
}

async function ask(scope: TurnScope, item: ToolCallItem, action: Action, decision: Decision): Promise<Resolution> {
  const { deps, options, writer } = scope;
  const { turn, agent } = options;
  const untrusted = deps.context.untrustedSources(turn);
  if (!options.interactive) {
    const request = deps.ids.next('req');
    const resolution: Resolution = { type: 'headless' };
    writer.write(
      { type: 'permission/requested', request, item: item.id, turn, agent, action, decision, offers: [], untrusted },
      { type: 'permission/resolved', request, resolution, by: 'host' },
    );
    return resolution;
  }
  writer.write({ type: 'item/started', item: itemInProgress({ ...item, action, decision }, 'awaiting-approval') });
  await writer.flush();
  return deps.gate.ask({ item: item.id, turn, agent, action, decision, offers: deps.policy.offers(action), untrusted }, scope.signal);
}

function refusalOf(resolution: Resolution, decision: Decision, folder: string): CallRefusal | undefined {
  switch (resolution.type) {
    case 'allow-once':
    case 'allow-always':
      return undefined;
    case 'reject':
      return { kind: 'rejected', words: REJECTED_WORDS };
    case 'reject-with-words':
      return { kind: 'corrected', words: correctedWords(resolution.words) };
    case 'cancelled':
      return { kind: 'cancelled', words: CANCELLED_WORDS };
    case 'expired':
      return { kind: 'denied', words: EXPIRED_WORDS };
    case 'headless':
      return { kind: 'denied', words: headlessWords(decision, folder) };
  }
}
