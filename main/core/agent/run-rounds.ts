import type { AssembledCall } from '../context/session-context';
import { callModel, type ModelReply, type RequestedCall } from './call-model';
import { takeLateHooks } from './fire-hooks';
import { refuseCall } from './finish-call';
import { costLimitReached, limitReached, limitsNear, promptCost, type ReachedLimit, RepeatCounter } from './limits';
import { CANCELLED_WORDS, notRunWords, repeatWords, TRUNCATED_WORDS } from './refusal-words';
import { scopeOfRound } from './round-scope';
import { runTools } from './run-tools';
import { endOfFailure, type TurnEnd } from './turn-end';
import { beginWithHooks, endByHook, notifyFailure, StopHooks } from './turn-hooks';
import { actionFor, mayBeCut, type StopAction } from './stop-reasons';
import { answerInterrupted, nudge, takeInput, takeQueued } from './take-input';
import { noticeEvent, type TurnScope } from './turn-scope';
import type { TurnTotals } from './turn-totals';

/** Output tokens asked for when nobody said otherwise: rate limits count what is asked for, not what is used. */
const DEFAULT_OUTPUT_TOKENS = 32_000;

/** Things that happen at most once in a turn. */
interface OnceOnly {
  nudged: boolean;
  quarantined: boolean;
  /** Limits of which the model was told. */
  told: Set<ReachedLimit['limit']>;
  stopHooks: StopHooks;
}

/** Round after round until a reason to stop. Everything that was asked for is answered when it returns. */
export async function runRounds(turn: TurnScope, totals: TurnTotals, from: number): Promise<TurnEnd> {
  const { deps, options, writer, signal } = turn;
  const repeats = new RepeatCounter();
  const once: OnceOnly = { nudged: false, quarantined: false, told: new Set(), stopHooks: new StopHooks() };
  await deps.context.ready();
  await answerInterrupted(turn);
  const barred = await beginWithHooks(turn);
  if (barred !== undefined) return barred;
  const { unsent, handedOn } = options.input === undefined ? {} : await takeInput(turn, options.input, options.entry);
  if (unsent !== undefined)
    return signal.aborted ? { reason: 'aborted' } : { reason: 'denied', error: { code: 'denied', message: unsent } };
  if (handedOn === true) return { reason: signal.aborted ? 'aborted' : 'end_turn' };

  for (;;) {
    if (signal.aborted) return { reason: 'aborted' };
    const scope = await scopeOfRound(turn);
    const refusal = refuseUnknownPrice(scope);
    if (refusal !== undefined) return refusal;
    const reached = limitReached(options.limits, totals, deps.clock.monotonic() - from);
    if (reached !== undefined) return endByLimit(scope, reached);
    tellLimitsNear(scope, totals, once);
    takeLateHooks(scope);
    deps.context.lookAhead();
    await writer.flush();
    const call = await assemble(scope);
    const tooDear = costLimitReached(options.limits, totals, scope.options.model, call);
    if (tooDear !== undefined) return endByLimit(scope, tooDear);
    totals.rounds += 1;
    const settle = totals.tree.expect(promptCost(options.model, call));
    const reply = await callModel(scope, call).finally(settle);
    totals.add(reply);
    await deps.hooks.look();
    const end =
      reply.stopReason === undefined
        ? await handleFailure(scope, reply, once)
        : await handleReply(scope, reply, reply.stopReason, repeats, once);
    if (end !== undefined) return end;
    await takeQueued(turn);
  }
}

function tellLimitsNear(scope: TurnScope, totals: TurnTotals, once: OnceOnly): void {
  for (const { limit, words } of limitsNear(scope.options.limits, totals)) {
    if (once.told.has(limit)) continue;
    once.told.add(limit);
    scope.deps.context.noteState('limit', `${limit} of ${scope.options.turn}`, words);
  }
}

function assemble(scope: TurnScope): Promise<AssembledCall> {
  const { deps, options } = scope;
  const { model, config, turn, effort } = options;
  const maxOutputTokens = Math.min(config.maxOutputTokens ?? DEFAULT_OUTPUT_TOKENS, model.maxOutputTokens);
  return deps.context.assemble({
    turn,
    model,
    mode: options.mode(),
    config,
    endpoint: deps.provider.endpoint,
    maxOutputTokens,
    ...(effort === undefined ? {} : { effort }),
  });
}

/** Undefined when the turn goes on. */
async function handleFailure(scope: TurnScope, reply: ModelReply, once: OnceOnly): Promise<TurnEnd | undefined> {
  const { deps, writer, signal } = scope;
  const { failure } = reply;
  answerAll(scope, reply.calls, CANCELLED_WORDS);
  if (signal.aborted || failure === undefined) return { reason: 'aborted' };
  if (failure.kind === 'invalid-request' && failure.pointer !== undefined && !once.quarantined) {
    once.quarantined = true;
    await writer.flush();
    const taken = await deps.context.quarantine(failure.pointer);
    if (taken !== undefined) {
      writer.write(
        ...taken.events,
        noticeEvent(scope, { level: 'warning', code: 'quarantined', params: { ...taken.refused, message: failure.message } }, reply.call),
      );
      return undefined;
    }
  }
  notifyFailure(scope, failure);
  return endOfFailure(failure);
}

/** Undefined when the turn goes on. */
async function handleReply(
  scope: TurnScope,
  reply: ModelReply,
  stopReason: string,
  repeats: RepeatCounter,
  once: OnceOnly,
): Promise<TurnEnd | undefined> {
  const { writer, options } = scope;
  const action = actionFor(stopReason);
  const stops = action.next === 'done' || (action.next === 'truncated' && reply.calls.length === 0);
  if (stops) {
    if (action.notice !== undefined) writer.write(noticeEvent(scope, withDetails(action.notice, reply), reply.call));
    answerAll(scope, reply.calls, mayBeCut(stopReason) ? TRUNCATED_WORDS : notRunWords(stopReason));
    if (action.notice !== undefined) return { reason: stopReason };
    return reply.empty ? handleEmpty(scope, stopReason, once) : once.stopHooks.end(scope, { reason: stopReason }, reply.text);
  }
  if (action.next === 'resume' && reply.calls.length === 0) return undefined;
  if (reply.calls.length === 0) return handleEmpty(scope, stopReason, once);

  const count = repeats.note(
    reply.calls.map(({ block, unparsed }) => ({ name: block.name, input: block.input, ...(unparsed === undefined ? {} : { unparsed }) })),
  );
  if (options.limits.repeats !== undefined && count > options.limits.repeats) {
    answerAll(scope, reply.calls, repeatWords(options.limits.repeats));
    return endByLimit(scope, { limit: 'repeat', value: options.limits.repeats });
  }
  once.stopHooks.reset();
  const stop = await runTools(scope, splitCut(scope, reply, action));
  if (scope.signal.aborted) return { reason: 'aborted' };
  if (stop?.why === 'rejected') return { reason: 'denied' };
  if (stop?.why === 'hook') return endByHook(scope, stop.message);
  if (stop?.why === 'fault') return { reason: 'error', error: { code: 'internal', message: stop.message } };
  return undefined;
}

/** Answers a call that was cut off, and gives the others. */
function splitCut(scope: TurnScope, reply: ModelReply, action: StopAction): RequestedCall[] {
  if (action.next !== 'truncated' || !reply.endsWithCall) return reply.calls;
  const whole = reply.calls.slice(0, -1);
  const cut = reply.calls.at(-1);
  if (cut !== undefined) refuseCall(scope, cut.item, { kind: 'truncated-input', words: TRUNCATED_WORDS });
  return whole;
}

/** An empty answer is asked about once; a second one ends the turn. */
function handleEmpty(scope: TurnScope, stopReason: string, once: OnceOnly): TurnEnd | undefined {
  if (once.nudged) {
    scope.writer.write(noticeEvent(scope, { level: 'warning', code: 'empty-answer' }));
    return { reason: stopReason };
  }
  once.nudged = true;
  nudge(scope);
  return undefined;
}

function answerAll(scope: TurnScope, calls: readonly RequestedCall[], words: string): void {
  for (const { item } of calls) refuseCall(scope, item, { kind: words === TRUNCATED_WORDS ? 'truncated-input' : 'cancelled', words });
}

function withDetails(notice: NonNullable<StopAction['notice']>, reply: ModelReply): NonNullable<StopAction['notice']> {
  const category = reply.stopDetails?.['category'];
  return typeof category === 'string' ? { ...notice, params: { ...notice.params, category } } : notice;
}

function endByLimit(scope: TurnScope, reached: ReachedLimit): TurnEnd {
  const { turn, agent } = scope.options;
  scope.writer.write({ type: 'limit/reached', turn, agent, ...reached });
  return { reason: `limit_${reached.limit}` };
}

/** A limit of money cannot be kept without a price: better not to begin than to guess. */
function refuseUnknownPrice(scope: TurnScope): TurnEnd | undefined {
  const { limits, model } = scope.options;
  if (limits.costUsd === undefined || model.price !== undefined) return undefined;
  const message = `The price of ${model.provider}/${model.id} is unknown, so a limit of $${limits.costUsd} cannot be kept. Set its price in the settings, or take the limit away.`;
  scope.writer.write(noticeEvent(scope, { level: 'error', code: 'price-unknown', params: { model: model.id, limit: limits.costUsd } }));
  return { ...endByLimit(scope, { limit: 'cost', value: limits.costUsd }), error: { code: 'unavailable', message } };
}
