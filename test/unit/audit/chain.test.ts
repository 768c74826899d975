import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hashBytes } from '../../../main/adapters/files/hash-bytes';
import { readLines } from '../../../main/adapters/storage/read-lines';
import type { ChainEnd } from '../../../main/core/audit/audit-log';
import { CHAIN_START, chainRecord } from '../../../main/core/audit/chain';
import { parseChainLine } from '../../../main/core/audit/read-chain';
import { verifyChain } from '../../../main/core/audit/verify-chain';
import type { AuditRecord } from '../../../shared/model/audit';

const record = (id: string, command = `echo ${id}`): AuditRecord => ({
  type: 'done',
  id,
  at: '2025-01-31T12:00:00.000Z',
  what: { kind: 'call', by: { kind: 'agent', name: 'main' }, tool: 'Bash', sideEffect: 'execute', input: { command } },
  result: { state: 'ok', exitCode: 0 },
});

function chainOf(records: readonly AuditRecord[]): { lines: string[]; end: ChainEnd } {
  let end: ChainEnd = CHAIN_START;
  const lines = records.map((one) => {
    const next = chainRecord(one, end, hashBytes);
    end = next.end;
    return next.line;
  });
  return { lines, end };
}

async function* bytesOf(text: string): AsyncIterable<Uint8Array> {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += 97) yield bytes.subarray(at, at + 97);
}

const verify = (text: string, end: ChainEnd | undefined) =>
  verifyChain(readLines(bytesOf(text)), { end, hash: hashBytes, file: 'audit.jsonl', pace: async () => undefined });
const written = (lines: readonly string[]) => lines.map((line) => `${line}\n`).join('');

describe('the chain of audit records', () => {
  const { lines, end } = chainOf(['a', 'b', 'c', 'd'].map((id) => record(id)));
  const [a = '', b = '', c = '', d = ''] = lines;
  const offsetOf = (index: number) => Buffer.byteLength(written(lines.slice(0, index)));

  it('is whole as it was written', async () => {
    expect(await verify(written(lines), end)).toEqual({ ok: true, records: 4, recovered: 0, breaks: [], file: 'audit.jsonl' });
    expect(await verify('', undefined)).toMatchObject({ ok: true, records: 0 });
    expect(parseChainLine(b)).toMatchObject({ seq: 2, record: record('b') });
  });

  it('shows an edited record with its place', async () => {
    const { breaks } = await verify(written([a, b.replace('echo b', 'echo x'), c, d]), end);
    expect(breaks).toMatchObject([{ code: 'changed', seq: 2, line: 2, offset: offsetOf(1) }]);
  });

  it('shows a removed record', async () => {
    const { breaks } = await verify(written([a, c, d]), end);
    expect(breaks).toMatchObject([{ code: 'missing', seq: 2, line: 2, message: 'records 2 to 2 are missing here' }]);
  });

  it('shows swapped records', async () => {
    const { breaks } = await verify(written([a, c, b, d]), end);
    expect(breaks[0]).toMatchObject({ code: 'missing', seq: 2, line: 2 });
    expect(breaks[1]).toMatchObject({ code: 'order', seq: 2, line: 3 });
  });

  it('shows an end that is gone, whole records and torn ones alike', async () => {
    expect((await verify(written([a, b]), end)).breaks).toMatchObject([
      { code: 'end-missing', seq: 3, message: '2 records are missing at the end' },
    ]);
    expect((await verify(written([a, b]) + c.slice(0, 50), end)).breaks).toMatchObject([
      { code: 'torn', seq: 3, line: 3, offset: offsetOf(2) },
      { code: 'end-missing', seq: 3 },
    ]);
    expect((await verify('', end)).breaks).toMatchObject([{ code: 'end-missing', seq: 1 }]);
  });

  it('shows that the last line break is gone, with the record that stands before it', async () => {
    const text = written(lines).slice(0, -1);
    const unended = { code: 'unended', seq: 4, line: 4, offset: offsetOf(3) };
    expect(await verify(text, end)).toMatchObject({ ok: false, records: 4, breaks: [unended] });
    expect((await verify(written([a, b]).slice(0, -1), end)).breaks).toMatchObject([
      { code: 'unended', seq: 2, line: 2 },
      { code: 'end-missing', seq: 3 },
    ]);
  });

  it('shows whatever is cut off its end', async () => {
    const whole = Buffer.from(written(lines));
    for (let kept = 0; kept < whole.length; kept += 1)
      expect(await verify(whole.subarray(0, kept).toString(), end), `${kept} bytes`).toMatchObject({ ok: false });
  });

  it('shows lines that were glued together, and says which', async () => {
    const { breaks } = await verify(`${a}\n${b}${c}\n${d}\n`, end);
    expect(breaks).toMatchObject([{ code: 'unreadable', line: 2, seq: 2, offset: offsetOf(1) }]);
  });

  it('shows a chain that was begun anew behind the mark, and a mark that is gone', async () => {
    const other = chainOf(['a', 'b', 'c', 'x'].map((id) => record(id)));
    expect((await verify(written(other.lines), end)).breaks).toMatchObject([{ code: 'end-missing', seq: 5 }]);
    expect((await verify(written(lines), undefined)).breaks).toMatchObject([{ code: 'end-unknown' }]);
  });

  it('shows every change of a single byte, at the line where it is', async () => {
    const ids = fc.array(fc.string({ minLength: 1, maxLength: 20 }), { minLength: 1, maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(ids, fc.nat(), fc.integer({ min: 1, max: 255 }), async (names, place, by) => {
        const made = chainOf(names.map((name, index) => record(`${index}`, name)));
        const bytes = Buffer.from(written(made.lines));
        const at = place % bytes.length;
        const line = bytes.subarray(0, at).filter((byte) => byte === 10).length + 1;
        bytes[at] = ((bytes[at] ?? 0) + by) % 256;
        const report = await verifyChain(
          readLines(
            (async function* () {
              yield bytes;
            })(),
          ),
          { end: made.end, hash: hashBytes, file: '', pace: async () => undefined },
        );
        expect(report.ok).toBe(false);
        expect(report.breaks[0]?.line).toBeLessThanOrEqual(line + 1);
        expect(report.breaks[0]?.line).toBeGreaterThanOrEqual(Math.min(line, made.lines.length));
      }),
      { numRuns: 300 },
    );
  });
});
