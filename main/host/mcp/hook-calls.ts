import { CodedError } from '../../../shared/model/failure';
import type { HookOutput } from '../../core/hooks/hook-runner';
import { NO_OUTPUT, notRun } from '../../core/hooks/hook-runner';
import { sayRun } from '../../core/hooks/hook-run-words';
import type { HandlerDeps } from '../../core/hooks/run-handler';
import { describePart } from '../../core/mcp/render-result';
import { ServerError } from '../../core/mcp/server-connection';
import { callDirectly, type DirectCaller } from './call-directly';

/** Tools of servers as handlers of hooks. Nobody can be asked while a hook runs: a tool that the rules ask about is not called. */
export function createHookCalls(caller: Omit<DirectCaller, 'by'>): NonNullable<HandlerDeps['callServer']> {
  const fail = (said: string, more: Partial<HookOutput> = {}): HookOutput => ({ ...notRun(sayRun('tool-failed', { said })), ...more });
  return async (call) => {
    await caller.servers.ready();
    try {
      const by = { kind: 'host' as const, name: 'hook' };
      const { decision, result } = await callDirectly({ ...caller, by }, { ...call, confirmed: false });
      if (result === undefined) return notRun(sayRun('tool-asks', { tool: call.tool, server: call.server, said: decision.reason }));
      const text = result.content.map(describePart).join('\n');
      return result.isError ? fail(text) : { ...NO_OUTPUT, exitCode: 0, stdout: text, bytes: text.length };
    } catch (error) {
      if (error instanceof CodedError) return fail(error.message);
      if (!(error instanceof ServerError)) throw error;
      return fail(`${error.kind}: ${error.message}`, { timedOut: error.kind === 'timed-out', aborted: call.signal.aborted });
    }
  };
}
