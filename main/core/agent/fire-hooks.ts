import type { UserTextItem } from '../../../shared/model/item';
import { cutStart } from '../../../shared/text/cut-text';
import { countTokens } from '../context/history';
import { hookSource, hookWhy } from '../context/place-hook';
import type { HookContext, HookJudges, HookMessage, HookMoment, HookOutcome } from '../hooks/hook-desk';
import { NO_OUTCOME } from '../hooks/hook-desk';
import { isOfHook } from '../subagents/name-agent';
import { askHookAgent } from './ask-hook-agent';
import { askHookModel } from './ask-hook-model';
import { noticeEvent, saidParams, type TurnScope } from './turn-scope';

const MAX_PREVIEW = 2_000;

type Moment = Omit<HookMoment, 'agent' | 'agentType' | 'turn' | 'mode' | keyof HookJudges>;

/** Lets the hooks of a moment speak: what they say to the model and the person is placed and logged; the rest is for the caller. */
export async function fireHooks(scope: TurnScope, moment: Moment): Promise<HookOutcome> {
  const { deps, signal } = scope;
  if (!deps.hooks.has(moment.event)) return NO_OUTCOME;
  const outcome = await deps.hooks.fire(momentOf(scope, moment), signal);
  tellPerson(scope, outcome.messages);
  for (const context of outcome.contexts) addHookText(scope, context);
  return outcome;
}

/** Lets hooks of a moment that nothing waits for run beside the turn. */
export function notifyHooks(scope: TurnScope, moment: Moment): void {
  scope.deps.hooks.notify(momentOf(scope, moment));
}

/** What hooks said that ran on by themselves. */
export function takeLateHooks(scope: TurnScope): void {
  const { contexts, messages } = scope.deps.hooks.takeLate(scope.options.agent);
  tellPerson(scope, messages);
  for (const context of contexts) addHookText(scope, context);
}

function momentOf(scope: TurnScope, moment: Moment): HookMoment {
  const { agent, agentType, turn, mode } = scope.options;
  return {
    ...moment,
    agent,
    turn,
    mode: mode(),
    ...(agentType === undefined ? {} : { agentType }),
    ...judgesOf(scope),
  };
}

/** An agent that judges for a hook is judged by models only. */
export function judgesOf(scope: TurnScope): HookJudges {
  return {
    askModel: (question) => askHookModel(scope, question),
    ...(isOfHook(scope.options.agent) ? {} : { askAgent: (question) => askHookAgent(scope, question) }),
  };
}

/** A hook's text as a reminder with the next request. */
export function addHookText({ deps, options, writer }: TurnScope, context: HookContext): void {
  const event = deps.ids.next('ev');
  const placed = deps.context.placeHookOutput(context, event);
  writer.write({
    type: 'item/completed',
    id: event,
    item: {
      id: deps.ids.next('item'),
      turn: options.turn,
      agent: options.agent,
      kind: 'reminder',
      segment: 'hook-output',
      source: hookSource(context),
      why: hookWhy(context),
      tokens: countTokens(placed.segments),
      placed: [placed],
    },
  });
}

/** The same as a message of the host: the model is asked once more because of it. */
export function sendHookText({ deps, options, writer }: TurnScope, context: HookContext): void {
  const event = deps.ids.next('ev');
  const item: UserTextItem = {
    id: deps.ids.next('item'),
    turn: options.turn,
    agent: options.agent,
    kind: 'user-text',
    preview: cutStart(context.text, MAX_PREVIEW),
    placed: [deps.context.placeHookOutput(context, event)],
    author: 'host',
  };
  writer.write({ type: 'item/completed', id: event, item });
}

function tellPerson(scope: TurnScope, messages: readonly HookMessage[]): void {
  for (const { level, event, label, text, detail } of messages) {
    const code = level === 'info' ? 'hook-message' : 'hook-problem';
    scope.writer.write(noticeEvent(scope, { level, code, params: { ...saidParams(detail), event, hook: label, text } }));
  }
}
