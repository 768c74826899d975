import { MAIN_AGENT } from '../../../shared/model/main-agent';
import type { Failure, FailureKind } from '../../../shared/model/failure';
import type { HookOutcome } from '../hooks/hook-desk';
import { addHookText, fireHooks, notifyHooks, sendHookText } from './fire-hooks';
import type { TurnEnd } from './turn-end';
import { noticeEvent, type TurnScope } from './turn-scope';

/** Times in a row that hooks may keep a turn from ending. */
const MOST_STOP_BLOCKS = 8;

/** How a turn ends that a hook ended. */
export function endByHook(scope: TurnScope, reason: string): TurnEnd {
  scope.writer.write(noticeEvent(scope, { level: 'warning', code: 'hook-stopped', params: { reason } }));
  return { reason: 'hook_stopped' };
}

/** The hooks of a session's first turn here, or of a sub-agent's beginning. Gives the end where they end it. */
export async function beginWithHooks(scope: TurnScope): Promise<TurnEnd | undefined> {
  const { deps, options } = scope;
  const isMain = options.agent === MAIN_AGENT;
  const source = isMain ? deps.hooks.takeStart() : undefined;
  if (isMain && source === undefined) return undefined;
  if (!isMain && options.input === undefined) return undefined;
  const { provider, id } = options.model;
  const { stop, title, initialMessage } = await (source === undefined
    ? fireHooks(scope, { event: 'SubagentStart', about: options.agentType ?? '', input: {} })
    : fireHooks(scope, {
        event: 'SessionStart',
        about: source,
        input: { source, model: `${provider}/${id}`, ...presentTitle(scope) },
      }));
  await nameSession(scope, title);
  if (stop !== undefined) return endByHook(scope, stop);
  if (initialMessage !== undefined) sendHookText(scope, initialMessage);
  return undefined;
}

function presentTitle({ deps }: TurnScope): { session_title?: string } {
  const { title } = deps.log.state;
  return title === '' ? {} : { session_title: title };
}

async function nameSession({ deps, writer }: TurnScope, title: string | undefined): Promise<void> {
  if (title === undefined || title === deps.log.state.title) return;
  writer.write({ type: 'session/changed', title });
  await writer.flush();
}

/** Why hooks do not let a message through; undefined where they do. What they add goes with it. */
export async function submitToHooks(scope: TurnScope, prompt: string): Promise<string | undefined> {
  const { block, stop, title } = await fireHooks(scope, { event: 'UserPromptSubmit', input: { prompt, ...presentTitle(scope) } });
  await nameSession(scope, title);
  return refusalOf(scope, block, stop);
}

/** The same for a command that the person typed, before it is expanded. */
export async function expandWithHooks(scope: TurnScope, prompt: string, name: string, args: string): Promise<string | undefined> {
  const { block, stop } = await fireHooks(scope, {
    event: 'UserPromptExpansion',
    about: name,
    input: { expansion_type: 'slash_command', command_name: name, command_args: args, prompt },
  });
  return refusalOf(scope, block, stop);
}

function refusalOf(scope: TurnScope, block: HookOutcome['block'], stop: string | undefined): string | undefined {
  const refused = stop ?? block?.text;
  if (refused === undefined) return undefined;
  const params = { hook: block?.label ?? '', reason: refused };
  scope.writer.write(noticeEvent(scope, { level: 'warning', code: 'hook-blocked-prompt', params }));
  return refused;
}

/** Counts how often in a row hooks kept the turn from ending. */
export class StopHooks {
  #blocks = 0;

  /** Something else happened in between. */
  reset(): void {
    this.#blocks = 0;
  }

  /** Asks the hooks before an answer ends the turn. Undefined: one of them wants it to go on, and the model has its reason. */
  async end(scope: TurnScope, end: TurnEnd, lastMessage: string): Promise<TurnEnd | undefined> {
    const event = scope.options.agent === MAIN_AGENT ? 'Stop' : 'SubagentStop';
    const { block, stop } = await fireHooks(scope, {
      event,
      ...(event === 'Stop' ? {} : { about: scope.options.agentType ?? '' }),
      input: { stop_hook_active: this.#blocks > 0, ...(lastMessage === '' ? {} : { last_assistant_message: lastMessage }) },
    });
    if (stop !== undefined) return endByHook(scope, stop);
    if (block === undefined || scope.signal.aborted) return end;
    if (this.#blocks >= MOST_STOP_BLOCKS) {
      const params = { hook: block.label, times: MOST_STOP_BLOCKS };
      scope.writer.write(noticeEvent(scope, { level: 'warning', code: 'hook-stop-cap', params }));
      return end;
    }
    this.#blocks += 1;
    sendHookText(scope, block);
    return undefined;
  }
}

/** After all calls of an answer. Gives the end where hooks end the turn. */
export async function batchWithHooks(
  scope: TurnScope,
  calls: ReadonlyArray<{ name: string; input: unknown; id: string }>,
): Promise<string | undefined> {
  const { block, stop } = await fireHooks(scope, {
    event: 'PostToolBatch',
    input: { tool_calls: calls.map(({ name, input, id }) => ({ tool_name: name, tool_input: input, tool_use_id: id })) },
  });
  if (block !== undefined && stop === undefined) addHookText(scope, block);
  return stop ?? block?.text;
}

const FAILURES: Partial<Record<FailureKind, string>> = {
  'rate-limited': 'rate_limit',
  overloaded: 'overloaded',
  authentication: 'authentication_failed',
  'no-credential': 'authentication_failed',
  forbidden: 'authentication_failed',
  billing: 'billing_error',
  'invalid-request': 'invalid_request',
  'too-large': 'invalid_request',
  'not-found': 'model_not_found',
  server: 'server_error',
};

export function notifyFailure(scope: TurnScope, { kind, message }: Failure): void {
  const error = FAILURES[kind] ?? 'unknown';
  notifyHooks(scope, { event: 'StopFailure', about: error, input: { error, error_details: message } });
}
