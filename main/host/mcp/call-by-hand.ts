import type { ParsedParams, Result } from '../../../shared/contract/methods';
import { CodedError } from '../../../shared/model/failure';
import { MAIN_AGENT } from '../../../shared/model/main-agent';
import { ServerError } from '../../core/mcp/server-connection';
import { createServerTool } from '../../core/mcp/server-tool';
import type { HostServices } from '../host-services';
import { createProbeContext } from '../probe-context';
import type { FolderServers } from './folder-servers';
import { contentTokens, viewContents } from './server-views';

type Call = Pick<ParsedParams<'mcp.call'>, 'server' | 'tool' | 'input' | 'confirmed'>;

/**
 * A call that the person makes, decided as one of the main agent in the default mode. Rejects with `denied` and the decision where a rule
 * denies it, `bad-request` where the input does not fit the schema, `unavailable` where the server gives nothing.
 */
export async function callByHand(
  services: HostServices,
  servers: FolderServers,
  { server, tool, input, confirmed }: Call,
  by: string | undefined,
  signal: AbortSignal,
): Promise<Result<'mcp.call'>> {
  const { ports, audit } = services;
  const offered = servers.tools().find((one) => one.server === server && one.tool === tool);
  if (offered === undefined) throw new CodedError('not-found', `the server ${server} offers no tool ${tool}`);
  const registered = createServerTool(offered, servers);
  const parsed = registered.parse(input);
  if (!parsed.ok) throw new CodedError('bad-request', parsed.message);
  const action = await parsed.prepared.describe(createProbeContext(ports, servers.folder));
  const policy = await services.openPolicy(servers.folder);
  await policy.prepare?.(action);
  const decision = policy.decide({ action, mode: 'default', agent: MAIN_AGENT });
  if (decision.decision === 'deny') throw new CodedError('denied', decision.reason, { decision });
  const nothing = { decision, isError: false, content: [], tookMs: 0, tokens: 0 };
  if (decision.decision === 'ask' && !confirmed) return { ...nothing, asks: true };
  const from = ports.clock.monotonic();
  const caller = { session: '', item: '', agent: MAIN_AGENT };
  const note = (state: 'ok' | 'error' | 'cancelled') =>
    audit.happened(
      servers.folder,
      {
        kind: 'call',
        by: { kind: 'person', ...(by === undefined ? {} : { name: by }) },
        tool: offered.name,
        sideEffect: registered.sideEffect,
        summary: action.summary,
      },
      { state, durationMs: ports.clock.monotonic() - from },
    );
  try {
    const result = await servers.call(offered, input, caller, { signal, timeoutMs: servers.timeoutOf(server) });
    note(result.isError ? 'error' : 'ok');
    return {
      ...nothing,
      asks: false,
      isError: result.isError,
      content: viewContents(result.content),
      ...(result.structured === undefined ? {} : { structured: result.structured }),
      tookMs: ports.clock.monotonic() - from,
      tokens: contentTokens(result.content),
    };
  } catch (error) {
    note(signal.aborted ? 'cancelled' : 'error');
    if (error instanceof ServerError) throw new CodedError(signal.aborted ? 'aborted' : 'unavailable', `${error.kind}: ${error.message}`);
    throw error;
  }
}
