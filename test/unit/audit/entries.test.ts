import { describe, expect, it } from 'vitest';
import { hashBytes } from '../../../main/adapters/files/hash-bytes';
import type { AuditLine } from '../../../main/core/audit/audit-log';
import { CHAIN_START, chainRecord } from '../../../main/core/audit/chain';
import { fitsFilter } from '../../../main/core/audit/filter-entries';
import { createAuditFold } from '../../../main/core/audit/fold-records';
import { formatEntries } from '../../../main/core/audit/format-entries';
import type { AuditEntry, AuditFilter, AuditRecord, AuditSubject } from '../../../shared/model/audit';

const at = '2025-01-31T12:00:00.000Z';
const what: AuditSubject = { kind: 'call', by: { kind: 'agent', name: 'main' }, tool: 'Bash', input: { command: 'make, "it"' } };

function linesOf(records: readonly AuditRecord[]): AuditLine[] {
  let end = CHAIN_START;
  return records.map((record, index) => {
    const next = chainRecord(record, end, hashBytes);
    end = next.end;
    return { text: next.line, offset: index, whole: true };
  });
}

/** A log whose lines a test changes; `read` are the lines that were asked for. */
function createLines(alive = true) {
  const log = { lines: [] as AuditLine[], read: [] as number[] };
  const fold = createAuditFold(
    {
      async *lines(from = 0) {
        for (const line of log.lines.slice(from)) {
          log.read.push(line.offset);
          yield line;
        }
      },
      isAlive: async () => alive,
    },
    async () => undefined,
  );
  return { log, fold };
}

async function fold(records: readonly AuditRecord[], alive = true): Promise<AuditEntry[]> {
  const { log, fold: folded } = createLines(alive);
  log.lines = linesOf(records);
  return folded.entries();
}

describe('entries', () => {
  const started: AuditRecord = { type: 'started', id: 'a', at, writer: { pid: 1, host: 'h' }, what };

  it('put a beginning and its end together', async () => {
    const ended: AuditRecord = { type: 'ended', id: 'a', at, result: { state: 'error', exitCode: 2, durationMs: 5 } };
    expect(await fold([started, ended])).toEqual([{ ...what, id: 'a', at, seq: 1, state: 'error', exitCode: 2, durationMs: 5 }]);
  });

  it('without an end run, or were interrupted when their process is gone', async () => {
    expect(await fold([started])).toMatchObject([{ state: 'running' }]);
    expect(await fold([started], false)).toMatchObject([{ state: 'interrupted' }]);
  });

  it('that begin once more stay one, with what was granted last', async () => {
    const again: AuditRecord = { ...started, what: { ...what, grant: { isolated: true, hosts: ['example.org'] } } };
    const ended: AuditRecord = { type: 'ended', id: 'a', at, result: { state: 'ok' } };
    expect(await fold([started, again, ended])).toMatchObject([{ seq: 1, state: 'ok', grant: { hosts: ['example.org'] } }]);
  });

  it('are read on from where they were read to, and anew where the log is another one', async () => {
    const ended: AuditRecord = { type: 'ended', id: 'a', at, result: { state: 'ok' } };
    const other: AuditRecord = { type: 'done', id: 'b', at, what, result: { state: 'ok' } };
    const { log, fold: folded } = createLines();
    const lines = linesOf([other, started, ended]);
    log.lines = lines.slice(0, 2);
    expect((await folded.entries()).map(({ id, state }) => [id, state])).toEqual([
      ['b', 'ok'],
      ['a', 'running'],
    ]);
    log.lines = lines.map((line, index) => (index === 2 ? { ...line, whole: false } : line));
    expect(await folded.entries()).toMatchObject([{ id: 'b' }, { id: 'a', state: 'running' }]);
    log.lines = lines;
    log.read = [];
    expect(await folded.entries()).toMatchObject([{ id: 'b' }, { id: 'a', state: 'ok' }]);
    expect(log.read).toEqual([1, 2]);
    log.lines = lines.slice(0, 1);
    expect(await folded.entries()).toMatchObject([{ id: 'b' }]);
    log.lines = linesOf([started]);
    expect(await folded.entries()).toMatchObject([{ id: 'a', state: 'running' }]);
  });

  const entry: AuditEntry = {
    ...what,
    id: 'a',
    at,
    seq: 1,
    state: 'ok',
    session: 's_123',
    capabilities: [{ capability: 'network', of: 'example.org' }],
    paths: ['/p/src/a.ts'],
    hosts: ['example.org:443'],
    decision: { decision: 'ask', mode: 'default', reason: 'r', builtin: 'network', answer: 'allow-once' },
  };
  const fitting: AuditFilter[] = [
    {},
    { since: at, until: at },
    { tool: 'Bash' },
    { capability: 'network' },
    { agent: 'main' },
    { session: 's_1' },
    { decision: 'ask' },
    { path: '/p/src' },
    { path: '/p/src/a.ts' },
    { host: 'Example.org' },
    { host: 'example.org:443' },
  ];
  const unfitting: AuditFilter[] = [
    { since: '2025-01-31T12:00:00.001Z' },
    { until: '2025-01-31T11:59:59.000Z' },
    { tool: 'Edit' },
    { capability: 'delete' },
    { agent: 'person' },
    { session: 's_2' },
    { decision: 'allow' },
    { path: '/p/sr' },
    { host: 'org' },
  ];
  it.each(fitting)('fit %j', (filter) => expect(fitsFilter(entry, filter)).toBe(true));
  it.each(unfitting)('do not fit %j', (filter) => expect(fitsFilter(entry, filter)).toBe(false));

  it('are written as lines of JSON, as a sheet without formulas, and as a table', () => {
    const sly = { ...entry, input: { command: '=1+1|x\ny' } };
    expect(formatEntries([entry], 'jsonl')).toBe(`${JSON.stringify(entry)}\n`);
    expect(formatEntries([entry], 'csv')).toContain('agent main,call,Bash,"make, ""it""",network example.org,ask allow-once,network,ok,');
    expect(formatEntries([sly], 'csv')).toContain('"\'=1+1|x\ny"');
    const [head, line, row, ...rest] = formatEntries([sly], 'md').trimEnd().split('\n');
    expect(head).toMatch(/^\| at \|/);
    expect(line).toMatch(/^\|---\|/);
    expect(row).toContain('=1+1\\|x<br>y');
    expect(rest).toEqual([]);
  });
});
