import type { AuditResult, AuditSubject } from '../../../shared/model/audit';
import type { ToolCallItem } from '../../../shared/model/item';
import type { CommandIsolation } from '../../../shared/model/sandbox';
import { hostOf } from '../permission/domain-pattern';
import { seenHosts } from '../shell/seen-hosts';
import type { RegisteredTool } from '../tools/tool';

/** What of a call goes on record before it runs. */
export type RecordedCall = Pick<ToolCallItem, 'id' | 'agent' | 'turn' | 'action' | 'decision' | 'key'>;

/** What a call asks for, as far as the tool lets the audit keep it. */
export function callSubject(
  item: RecordedCall,
  tool: Pick<RegisteredTool, 'name' | 'sideEffect' | 'auditFields'>,
  session: string,
  answer: string | undefined,
): AuditSubject {
  const { action, decision, key } = item;
  const kept = Object.entries(action?.params ?? {}).filter(([name]) => tool.auditFields.includes(name));
  return {
    kind: 'call',
    by: { kind: 'agent', name: item.agent },
    session,
    turn: item.turn,
    item: item.id,
    tool: tool.name,
    sideEffect: tool.sideEffect,
    ...(decision?.capabilities === undefined ? {} : { capabilities: decision.capabilities }),
    input: Object.fromEntries(kept),
    ...(action?.server === undefined ? {} : { server: action.server }),
    ...(action === undefined || action.paths.length === 0 ? {} : { paths: action.paths }),
    ...(decision === undefined ? {} : { decision: shortDecision(decision, answer), ...grantOf(decision.sandbox) }),
    ...(key === undefined ? {} : { key }),
  };
}

function shortDecision(
  { decision, mode, reason, rule, builtin }: NonNullable<ToolCallItem['decision']>,
  answer: string | undefined,
): NonNullable<AuditSubject['decision']> {
  return {
    decision,
    mode,
    reason,
    ...(rule === undefined ? {} : { rule }),
    ...(builtin === undefined ? {} : { builtin }),
    ...(answer === undefined ? {} : { answer }),
  };
}

function grantOf(sandbox: CommandIsolation | undefined): Pick<AuditSubject, 'grant'> {
  if (sandbox === undefined) return {};
  if (!sandbox.isolated) return { grant: { isolated: false, why: sandbox.why } };
  return { grant: { isolated: true, writable: sandbox.grant.writable, hosts: sandbox.grant.hosts } };
}

/** How a call ended. A result that the host wrote without running it is a refusal. */
export function callResult(item: ToolCallItem): AuditResult {
  const { display, errorKind, durationMs, action } = item;
  return {
    state: resultState(item),
    ...(errorKind === undefined ? {} : { errorKind }),
    ...(durationMs === undefined ? {} : { durationMs: Math.round(durationMs) }),
    ...(display?.type === 'shell' && display.exitCode !== undefined ? { exitCode: display.exitCode } : {}),
    ...(display?.type === 'shell' && display.signal !== undefined ? { signal: display.signal } : {}),
    ...(display?.type === 'change' && display.change.bytes !== undefined ? { bytesWritten: display.change.bytes } : {}),
    ...hostsOf(display, action?.url),
  };
}

function resultState({ state, synthesised, durationMs }: ToolCallItem): AuditResult['state'] {
  if (state === 'success') return 'ok';
  if (state === 'cancelled') return 'cancelled';
  return state === 'denied' || (synthesised === true && durationMs === undefined) ? 'refused' : 'error';
}

function hostsOf(display: ToolCallItem['display'], url: string | undefined): Pick<AuditResult, 'hosts' | 'refusedHosts'> {
  if (display?.type === 'shell') return seenHosts({ reachedHosts: display.hosts, refusedHosts: display.refusedHosts });
  const host = display?.type === 'fetch' && url !== undefined ? hostOf(url) : undefined;
  return host === undefined ? {} : { hosts: [host] };
}
