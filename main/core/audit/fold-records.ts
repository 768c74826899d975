import type { AuditEntry, AuditWriter } from '../../../shared/model/audit';
import type { AuditLine } from './audit-log';
import { parseChainLine } from './chain';

export interface FoldOptions {
  /** Whether the process that wrote a beginning still runs. */
  isAlive(writer: AuditWriter): Promise<boolean>;
  /** Awaited between lines. */
  pace(): Promise<void>;
}

/** Puts beginnings and ends together: one entry for each side effect, oldest first. Lines that are no records are left to verification. */
export async function foldRecords(lines: AsyncIterable<AuditLine>, options: FoldOptions): Promise<AuditEntry[]> {
  const entries = new Map<string, AuditEntry>();
  const open = new Map<string, AuditWriter>();
  for await (const { text } of lines) {
    await options.pace();
    const line = parseChainLine(text);
    if (line === undefined) continue;
    const { record, seq } = line;
    const known = entries.get(record.id);
    if (record.type === 'ended') {
      if (known !== undefined) entries.set(record.id, { ...known, ...record.result });
      open.delete(record.id);
    } else if (record.type === 'started') {
      // A command that runs again with a wider grant begins once more: what it was granted last counts.
      entries.set(record.id, { ...record.what, id: record.id, at: known?.at ?? record.at, seq: known?.seq ?? seq, state: 'running' });
      open.set(record.id, record.writer);
    } else {
      entries.set(record.id, { ...record.what, ...record.result, id: record.id, at: record.at, seq });
    }
  }
  const alive = new Map<string, Promise<boolean>>();
  for (const [id, writer] of open) {
    const name = JSON.stringify(writer);
    const asked = alive.get(name) ?? options.isAlive(writer);
    alive.set(name, asked);
    const entry = entries.get(id);
    if (entry !== undefined && !(await asked)) entries.set(id, { ...entry, state: 'interrupted' });
  }
  return [...entries.values()];
}
