import type { AuditRecord } from '../../../shared/model/audit';

/** Says that the last record was whole but for its line break, and got it, by whoever appends next. */
export function endedRecord(at: string, seq: number): AuditRecord {
  return {
    type: 'done',
    id: `audit-ended-${seq}`,
    at,
    what: { kind: 'recovered', by: { kind: 'host' }, summary: `The line break behind record ${seq} was missing and was put back` },
    result: { state: 'ok', bytesWritten: 1 },
  };
}

/** Says that a torn end was found and set aside, by whoever appends next. */
export function recoveredRecord({ at, name, bytes }: { at: string; name: string; bytes: number }): AuditRecord {
  return {
    type: 'done',
    id: name,
    at,
    what: { kind: 'recovered', by: { kind: 'host' }, summary: `A torn last record of ${bytes} bytes was set aside in ${name}` },
    result: { state: 'ok', bytesWritten: bytes },
  };
}
