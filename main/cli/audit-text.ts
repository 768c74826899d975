import type { AuditEntry, AuditReport } from '../../shared/model/audit';
import { actorOf, sourceOf, whatOf } from '../core/audit/format-entries';

export function describeEntries(entries: readonly AuditEntry[]): string {
  return entries.map(describeEntry).join('');
}

function describeEntry(entry: AuditEntry): string {
  const { at, kind, tool, decision, state, errorKind, exitCode, signal, durationMs, bytesWritten, hosts = [] } = entry;
  const result = [
    errorKind === undefined || errorKind === state ? state : `${state} (${errorKind})`,
    exitCode === undefined ? '' : `exit ${exitCode}`,
    signal ?? '',
    durationMs === undefined ? '' : `${durationMs} ms`,
    bytesWritten === undefined ? '' : `${bytesWritten} bytes`,
    hosts.length === 0 ? '' : `reached ${hosts.join(', ')}`,
  ].filter((text) => text !== '');
  const decided =
    decision === undefined
      ? ''
      : `\n    ${decision.decision}: ${sourceOf(entry)}${decision.answer === undefined ? '' : `, answered ${decision.answer}`}`;
  return `${at}  ${actorOf(entry)}  ${tool ?? kind}  ${result.join(', ')}\n    ${whatOf(entry).replaceAll('\n', '\n    ')}${decided}\n`;
}

export function describeReport({ ok, records, recovered, breaks, file }: AuditReport): string {
  const mended = recovered === 0 ? '' : `; ${recovered} torn ends were set aside or completed`;
  if (ok) return `${records} records, the chain is whole${mended}: ${file}\n`;
  return breaks.map(({ line, offset, seq, message }) => `${file}:${line} (byte ${offset}, record ${seq}): ${message}\n`).join('');
}
