import type { AuditActor } from '../../../shared/model/audit';
import { CodedError } from '../../../shared/model/failure';
import { MAIN_AGENT } from '../../../shared/model/main-agent';
import type { Decision } from '../../../shared/model/permission';
import { callSubject } from '../../core/audit/describe-call';
import { isDestructive } from '../../core/audit/destructive';
import { isRecord } from '../../core/kernel/is-record';
import type { ServerToolResult } from '../../core/mcp/server-connection';
import { createServerTool } from '../../core/mcp/server-tool';
import type { SessionPolicy } from '../../core/permission/create-policy';
import type { AuditDesk } from '../audit/audit-desk';
import type { HostPorts } from '../host-ports';
import { createProbeContext } from '../probe-context';
import type { FolderServers } from './folder-servers';

export interface DirectCaller {
  ports: HostPorts;
  audit: AuditDesk;
  servers: FolderServers;
  policy: Pick<SessionPolicy, 'decide' | 'prepare'>;
  by: AuditActor;
  /** Absent where it belongs to none. */
  session?: string;
}

export interface DirectCall {
  server: string;
  tool: string;
  input: unknown;
  /** Somebody has said yes where the rules ask. */
  confirmed: boolean;
  /** Milliseconds; absent: as for every call of the server. */
  timeoutMs?: number;
  signal: AbortSignal;
}

/** `result` is absent where the rules ask and nobody has said yes: then nothing ran. */
export interface DirectResult {
  decision: Decision;
  result?: ServerToolResult;
  tookMs: number;
}

/**
 * A call that no turn makes: the person's own, or a hook's. It is described, decided and put on record as a call of the main agent in the
 * default mode is. Rejects with `not-found`, with `bad-request` where the input does not fit the schema, with `denied` and the decision, and
 * with the `ServerError` of the server.
 */
export async function callDirectly(
  { ports, audit, servers, policy, by, session }: DirectCaller,
  { server, tool, input, confirmed, timeoutMs, signal }: DirectCall,
): Promise<DirectResult> {
  const offered = servers.tools().find((one) => one.server === server && one.tool === tool);
  if (offered === undefined) throw new CodedError('not-found', `the server ${server} offers no tool ${tool}`);
  const registered = createServerTool(offered, servers);
  const parsed = registered.parse(input);
  if (!parsed.ok) throw new CodedError('bad-request', parsed.message);
  const action = await parsed.prepared.describe(createProbeContext(ports, servers.folder));
  await policy.prepare?.(action);
  const decision = policy.decide({ action, mode: 'default', agent: MAIN_AGENT });

  const id = audit.nextId();
  const subject = callSubject({ id, agent: MAIN_AGENT, turn: '', action, decision }, registered, '', undefined);
  const nowhere = { session, turn: undefined, item: undefined };
  const what = { ...subject, ...nowhere, by, folder: servers.folder, summary: action.summary };
  if (decision.decision === 'deny') {
    audit.happened(servers.folder, what, { state: 'refused' });
    throw new CodedError('denied', decision.reason, { decision });
  }
  if (decision.decision === 'ask' && !confirmed) {
    if (by.kind !== 'person') audit.happened(servers.folder, what, { state: 'refused' });
    return { decision, tookMs: 0 };
  }

  const begun = { type: 'started' as const, id, at: audit.now(), what };
  if (isDestructive(what.sideEffect, what.capabilities)) await audit.write(servers.folder, begun);
  else audit.note(servers.folder, begun);
  const from = ports.clock.monotonic();
  const end = (state: 'ok' | 'error' | 'cancelled') => {
    const tookMs = ports.clock.monotonic() - from;
    audit.note(servers.folder, { type: 'ended', id, at: audit.now(), result: { state, durationMs: Math.round(tookMs) } });
    return tookMs;
  };
  try {
    const options = { signal, timeoutMs: timeoutMs ?? servers.timeoutOf(server) };
    const result = await servers.call(
      offered,
      isRecord(input) ? input : {},
      { session: session ?? '', item: '', agent: MAIN_AGENT },
      options,
    );
    return { decision, result, tookMs: end(result.isError ? 'error' : 'ok') };
  } catch (error) {
    end(signal.aborted ? 'cancelled' : 'error');
    throw error;
  }
}
