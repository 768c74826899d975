import type { HookOutput } from '../../core/hooks/hook-runner';
import { NO_OUTPUT } from '../../core/hooks/hook-runner';
import type { HandlerDeps } from '../../core/hooks/run-handler';
import { isRecord } from '../../core/kernel/is-record';
import { describePart } from '../../core/mcp/render-result';
import { ServerError } from '../../core/mcp/server-connection';
import { createServerTool } from '../../core/mcp/server-tool';
import type { SessionPolicy } from '../../core/permission/create-policy';
import { MAIN_AGENT } from '../../../shared/model/main-agent';
import type { FolderServers } from './folder-servers';

/**
 * Tools of servers as handlers of hooks. Whoever configured the hook has asked for the call; a rule that denies the tool holds all the same,
 * and the input is looked at by the tool's own schema.
 */
export function createHookCalls(
  servers: FolderServers,
  policy: Pick<SessionPolicy, 'decide' | 'prepare'>,
  session: string,
): NonNullable<HandlerDeps['callServer']> {
  const fail = (failure: string, more: Partial<HookOutput> = {}): HookOutput => ({ ...NO_OUTPUT, failure, ...more });
  return async ({ server, tool, input, timeoutMs, signal }) => {
    await servers.ready();
    const offered = servers.tools().find((one) => one.server === server && one.tool === tool);
    if (offered === undefined) return fail(`The server ${server} offers no tool ${tool} now.`);
    const parsed = createServerTool(offered, servers).parse(input);
    if (!parsed.ok) return fail(parsed.message);
    const action = { tool: offered.name, capability: 'mcp' as const, paths: [], params: {}, summary: `a hook: ${tool} of ${server}` };
    await policy.prepare?.(action);
    const { decision, reason } = policy.decide({ action, mode: 'default', agent: MAIN_AGENT });
    if (decision === 'deny') return fail(`The tool ${offered.name} is denied: ${reason}`);
    try {
      const result = await servers.call(
        offered,
        isRecord(input) ? input : {},
        { session, item: '', agent: MAIN_AGENT },
        { signal, timeoutMs },
      );
      const text = result.content.map(describePart).join('\n');
      return result.isError ? fail(text) : { ...NO_OUTPUT, exitCode: 0, stdout: text, bytes: text.length };
    } catch (error) {
      if (!(error instanceof ServerError)) throw error;
      return fail(`${error.kind}: ${error.message}`, { timedOut: error.kind === 'timed-out', aborted: signal.aborted });
    }
  };
}
