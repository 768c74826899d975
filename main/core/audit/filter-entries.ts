import type { AuditEntry, AuditFilter } from '../../../shared/model/audit';

/** Whether an entry fits every part of a filter. Times compare as instants; `path` fits the path itself and everything below it. */
export function fitsFilter(entry: AuditEntry, filter: AuditFilter): boolean {
  const { since, until, tool, capability, agent, session, decision, path, host } = filter;
  const at = Date.parse(entry.at);
  return (
    (since === undefined || at >= Date.parse(since)) &&
    (until === undefined || at <= Date.parse(until)) &&
    (tool === undefined || entry.tool === tool) &&
    (capability === undefined || (entry.capabilities ?? []).some((use) => use.capability === capability)) &&
    (agent === undefined || agentName(entry) === agent) &&
    (session === undefined || (entry.session?.startsWith(session) ?? false)) &&
    (decision === undefined || entry.decision?.decision === decision) &&
    (path === undefined || (entry.paths ?? []).some((one) => one === path || one.startsWith(`${path.replace(/\/$/, '')}/`))) &&
    (host === undefined || hostsOf(entry).includes(host.toLowerCase()))
  );
}

/** An agent's own path, and `person` or `host` for what no agent asked for. */
export function agentName({ by }: Pick<AuditEntry, 'by'>): string {
  return by.kind === 'agent' ? (by.name ?? '') : by.kind;
}

/** Hosts that were reached or granted, with and without their port. */
function hostsOf({ hosts = [], grant }: AuditEntry): string[] {
  return [...hosts, ...(grant?.hosts ?? [])].flatMap((name) => [name, name.replace(/:\d+$/, '')]).map((name) => name.toLowerCase());
}
