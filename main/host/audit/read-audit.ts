import type { AuditEntry, AuditReport } from '../../../shared/model/audit';
import type { Result } from '../../../shared/contract/methods';
import { verifyChain } from '../../core/audit/verify-chain';
import { agentName } from '../../core/audit/filter-entries';
import type { AuditLog } from '../../core/audit/audit-log';
import { type AuditFold, createAuditFold } from '../../core/audit/fold-records';
import { createPace } from '../../core/kernel/create-pace';
import type { HostPorts } from '../host-ports';
import type { AuditDesk } from './audit-desk';

/** Reads entries; of the log that was asked for last it keeps what it read. */
export class AuditReader {
  readonly #desk: AuditDesk;
  readonly #ports: Pick<HostPorts, 'clock'>;
  #kept: { log: AuditLog; fold: AuditFold } | undefined;

  constructor(desk: AuditDesk, ports: Pick<HostPorts, 'clock'>) {
    this.#desk = desk;
    this.#ports = ports;
  }

  /** The entries of a folder, newest first. */
  async entries(folder: string): Promise<AuditEntry[]> {
    await this.#desk.settle();
    const log = this.#desk.log(folder);
    if (this.#kept?.log !== log) this.#kept = { log, fold: createAuditFold(log, createPace(this.#ports.clock)) };
    const all = await this.#kept.fold.entries();
    return all.filter((entry) => entry.folder === undefined || entry.folder === folder).reverse();
  }
}

/** What the entries can be filtered by. */
export function namesOf(entries: readonly AuditEntry[]): Result<'audit.list'>['names'] {
  const sorted = (names: readonly string[]) => [...new Set(names)].sort();
  return {
    tools: sorted(entries.flatMap(({ tool }) => tool ?? [])),
    capabilities: sorted(entries.flatMap(({ capabilities = [] }) => capabilities.map(({ capability }) => capability))),
    agents: sorted(entries.map(agentName)),
  };
}

export async function verifyLog(desk: AuditDesk, { clock, hash }: HostPorts, folder: string): Promise<AuditReport> {
  await desk.settle();
  const log = desk.log(folder);
  // The mark first: what is appended meanwhile lies behind it.
  const end = await log.end();
  return verifyChain(log.lines(), { end, hash, file: log.file, pace: createPace(clock) });
}
