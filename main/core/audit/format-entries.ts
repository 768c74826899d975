import type { AuditEntry } from '../../../shared/model/audit';

export const AUDIT_FORMATS = ['jsonl', 'csv', 'md'] as const;
export type AuditFormat = (typeof AUDIT_FORMATS)[number];

const COLUMNS = [
  'at',
  'by',
  'kind',
  'tool',
  'what',
  'capabilities',
  'decision',
  'source',
  'state',
  'exitCode',
  'durationMs',
  'bytesWritten',
  'hosts',
  'session',
  'id',
] as const;

export function formatEntries(entries: readonly AuditEntry[], format: AuditFormat): string {
  if (format === 'jsonl') return entries.map((entry) => `${JSON.stringify(entry)}\n`).join('');
  const rows = [[...COLUMNS], ...entries.map(rowOf)];
  if (format === 'csv') return rows.map((row) => `${row.map(csvCell).join(',')}\r\n`).join('');
  const [head = [], ...body] = rows.map((row) => `| ${row.map(tableCell).join(' | ')} |`);
  return `${[head, `|${COLUMNS.map(() => '---|').join('')}`, ...body].join('\n')}\n`;
}

/** What it was about in one text: the command, the address, the paths, or what the record itself says. */
export function whatOf({ input, summary, server, paths = [] }: AuditEntry): string {
  const called = server?.tool === undefined ? server?.name : `${server.tool} of the server ${server.name}`;
  const said = input?.['command'] ?? input?.['url'] ?? summary ?? called;
  return said === undefined ? paths.join(', ') : String(said);
}

/** Which rule with its place, or which built-in, decided. */
export function sourceOf({ decision }: AuditEntry): string {
  const { rule, builtin } = decision ?? {};
  if (rule === undefined) return builtin ?? '';
  return `${rule.verdict} ${rule.text}${rule.file === undefined ? ` (${rule.scope})` : ` (${rule.file}${rule.line === undefined ? '' : `:${rule.line}`})`}`;
}

export function actorOf({ by }: AuditEntry): string {
  return by.name === undefined ? by.kind : `${by.kind} ${by.name}`;
}

function rowOf(entry: AuditEntry): string[] {
  const { at, kind, tool, capabilities = [], decision, state, exitCode, durationMs, bytesWritten, hosts = [], session, id } = entry;
  const uses = capabilities.map(({ capability, of }) => (of === undefined ? capability : `${capability} ${of}`));
  const decided = decision === undefined ? undefined : [decision.decision, decision.answer].filter((one) => one !== undefined).join(' ');
  return [
    at,
    actorOf(entry),
    kind,
    tool,
    whatOf(entry),
    uses.join('; '),
    decided,
    sourceOf(entry),
    state,
    exitCode,
    durationMs,
    bytesWritten,
    hosts.join('; '),
    session,
    id,
  ].map((value) => (value === undefined ? '' : String(value)));
}

/** A cell that a spreadsheet would take for a formula is marked as text. */
function csvCell(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

function tableCell(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('|', '\\|').replace(/\r?\n/g, '<br>');
}
