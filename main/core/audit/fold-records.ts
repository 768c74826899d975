import type { AuditEntry, AuditWriter } from '../../../shared/model/audit';
import type { AuditLine, AuditLog } from './audit-log';
import { parseChainLine } from './read-chain';

export interface AuditFold {
  /** One entry for each side effect, oldest first. Reads only what was appended since it was last asked. */
  entries(): Promise<AuditEntry[]>;
}

/** Puts beginnings and ends of a log together. Lines that are no records are left to verification; `pace` is awaited between lines. */
export function createAuditFold(log: Pick<AuditLog, 'lines' | 'isAlive'>, pace: () => Promise<void>): AuditFold {
  const entries = new Map<string, AuditEntry>();
  const open = new Map<string, AuditWriter>();
  /** The last line that was taken: where it no longer stands, the log is another one. */
  let last: AuditLine | undefined;

  function take(text: string): void {
    const line = parseChainLine(text);
    if (line === undefined) return;
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

  /** False where what was read before is no longer there. */
  async function readOn(): Promise<boolean> {
    let expected = last?.text;
    for await (const line of log.lines(last?.offset)) {
      await pace();
      if (expected !== undefined) {
        if (line.text !== expected) return false;
        expected = undefined;
        continue;
      }
      // A line without its end is read again when it has one.
      if (!line.whole) break;
      take(line.text);
      last = line;
    }
    return expected === undefined;
  }

  async function read(): Promise<void> {
    if (await readOn()) return;
    entries.clear();
    open.clear();
    last = undefined;
    await readOn();
  }

  /** Nobody is at work any more at what has begun in a process that is gone. */
  async function findInterrupted(): Promise<Set<string>> {
    const alive = new Map<string, Promise<boolean>>();
    const found = new Set<string>();
    for (const [id, writer] of [...open]) {
      const name = JSON.stringify(writer);
      const asked = alive.get(name) ?? log.isAlive(writer);
      alive.set(name, asked);
      if (!(await asked)) found.add(id);
    }
    return found;
  }

  let running: Promise<unknown> = Promise.resolve();
  return {
    entries() {
      const answer = running.then(async () => {
        await read();
        const interrupted = await findInterrupted();
        return [...entries.values()].map((entry) => (interrupted.has(entry.id) ? { ...entry, state: 'interrupted' as const } : entry));
      });
      running = answer.catch(() => undefined);
      return answer;
    },
  };
}
