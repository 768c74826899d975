import type { AuditRecord } from '../../../shared/model/audit';

export function sampleRecord(id: string, command = 'true'): AuditRecord {
  return {
    type: 'done',
    id,
    at: '2025-01-31T12:00:00.000Z',
    what: { kind: 'call', by: { kind: 'agent', name: 'main' }, tool: 'Bash', input: { command } },
    result: { state: 'ok' },
  };
}
