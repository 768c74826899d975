import type { ParsedParams, Result } from '../../../shared/contract/methods';
import { CodedError } from '../../../shared/model/failure';
import { ServerError } from '../../core/mcp/server-connection';
import type { HostServices } from '../host-services';
import { callDirectly } from './call-directly';
import type { FolderServers } from './folder-servers';
import { contentTokens, viewContents } from './server-views';

type Call = Pick<ParsedParams<'mcp.call'>, 'server' | 'tool' | 'input' | 'confirmed'>;

/** A call that the person makes. Rejects as `callDirectly` does, with `unavailable` or `aborted` where the server gives nothing. */
export async function callByHand(
  { ports, audit, openPolicy }: Pick<HostServices, 'ports' | 'audit' | 'openPolicy'>,
  servers: FolderServers,
  call: Call,
  by: string | undefined,
  signal: AbortSignal,
): Promise<Result<'mcp.call'>> {
  const policy = await openPolicy(servers.folder);
  const person = { kind: 'person' as const, ...(by === undefined ? {} : { name: by }) };
  try {
    const { decision, result, tookMs } = await callDirectly({ ports, audit, servers, policy, by: person }, { ...call, signal });
    if (result === undefined) return { decision, asks: true, isError: false, content: [], tookMs, tokens: 0 };
    const { content, isError, structured } = result;
    return {
      decision,
      asks: false,
      isError,
      content: viewContents(content),
      ...(structured === undefined ? {} : { structured }),
      tookMs,
      tokens: contentTokens(content),
    };
  } catch (error) {
    if (error instanceof ServerError) throw new CodedError(signal.aborted ? 'aborted' : 'unavailable', `${error.kind}: ${error.message}`);
    throw error;
  }
}
