import { createReadStream } from 'node:fs';
import { mkdir, open, readFile, stat, writeFile, type FileHandle } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import type { AuditRecord, AuditWriter } from '../../../shared/model/audit';
import type { AuditLine, AuditLog, ChainEnd } from '../../core/audit/audit-log';
import { CHAIN_START, chainRecord } from '../../core/audit/chain';
import { endedRecord, recoveredRecord } from '../../core/audit/recovered-record';
import { isRecord } from '../../core/kernel/is-record';
import { hashBytes } from '../files/hash-bytes';
import { readRange } from './append-file';
import { readLines } from './read-lines';
import { systemCode } from './system-error';
import { writeFileAtomically } from './write-file-atomically';
import { isAlive, ownIdentity, waitForLock } from './writer-lock';

const endSchema = z.object({ seq: z.number().int().nonnegative(), hash: z.string() });
const TAIL_BYTES = 65_536;

/** `audit.jsonl` of one project folder with its end mark and its lock. Whoever appends has the lock for that one write. */
export class AuditFile implements AuditLog {
  readonly file: string;
  readonly #mark: string;
  readonly #lock: string;
  readonly #now: () => number;
  /** How the file stood after this process's last write: with the same length, nobody else has written. */
  #known: { size: number; end: ChainEnd } | undefined;

  constructor(projectFolder: string, now: () => number) {
    this.file = join(projectFolder, 'audit.jsonl');
    this.#mark = join(projectFolder, 'audit-end.json');
    this.#lock = join(projectFolder, 'audit-lock');
    this.#now = now;
  }

  writer(): Promise<AuditWriter> {
    return ownIdentity();
  }

  isAlive(writer: AuditWriter): Promise<boolean> {
    return isAlive(writer);
  }

  async append(records: readonly AuditRecord[], durable: boolean): Promise<void> {
    await mkdir(dirname(this.file), { recursive: true, mode: 0o700 });
    const lock = await waitForLock(this.#lock, 'audit', 'the audit log');
    try {
      await this.#appendLocked(records, durable);
    } finally {
      await lock.release();
    }
  }

  async *lines(from = 0): AsyncIterable<AuditLine> {
    try {
      await refuseUnlessFile(this.file);
      for await (const line of readLines(createReadStream(this.file, { start: from }))) yield { ...line, offset: from + line.offset };
    } catch (error) {
      if (systemCode(error) !== 'ENOENT') throw error;
    }
  }

  async end(): Promise<ChainEnd | undefined> {
    let text: string;
    try {
      await refuseUnlessFile(this.#mark);
      text = await readFile(this.#mark, 'utf8');
    } catch (error) {
      if (systemCode(error) === 'ENOENT') return undefined;
      throw error;
    }
    try {
      return endSchema.parse(JSON.parse(text));
    } catch {
      return undefined;
    }
  }

  async #appendLocked(records: readonly AuditRecord[], durable: boolean): Promise<void> {
    const handle = await openToAppend(this.file);
    try {
      const { size } = await handle.stat();
      // From the first record on there is a mark, so that a missing one is no matter of doubt.
      if (size === 0 && (await this.end()) === undefined) await this.#writeMark(CHAIN_START);
      const found = this.#known?.size === size ? { ...this.#known, torn: 0 } : await this.#findEnd(handle, size);
      const { size: kept, torn, unended } = found;
      const all = [...records];
      if (torn > 0) all.unshift(await this.#setAside(handle, kept, torn));
      if (unended !== undefined) all.unshift(endedRecord(this.#at(), unended));
      let { end } = found;
      let text = unended === undefined ? '' : '\n';
      for (const record of all) {
        const next = chainRecord(record, end, hashBytes);
        text += `${next.line}\n`;
        end = next.end;
      }
      const bytes = Buffer.from(text);
      this.#known = undefined;
      await writeWhole(handle, bytes, kept);
      if (durable) await handle.datasync();
      await this.#writeMark(end);
      this.#known = { size: kept + bytes.length, end };
    } finally {
      await handle.close();
    }
  }

  /**
   * The last record, and how many bytes behind the last whole line are torn. A record that is whole but for its line break is not: its
   * number is in `unended`. A mark that is further on leaves the gap to be seen.
   */
  async #findEnd(handle: FileHandle, size: number): Promise<{ size: number; end: ChainEnd; torn: number; unended?: number }> {
    if (size === 0) return { size, end: (await this.end()) ?? CHAIN_START, torn: 0 };
    const mark = (await this.end()) ?? CHAIN_START;
    if (await endsAt(mark, handle, size)) return { size, end: mark, torn: 0 };
    // The schemas of records are loaded only where the end is in doubt.
    const { isAsWritten, parseChainLine } = await import('../../core/audit/read-chain');
    let length = Math.min(size, TAIL_BYTES);
    for (;;) {
      const tail = await readRange(handle, size - length, length);
      const lastBreak = tail.lastIndexOf(10);
      const from = tail.lastIndexOf(10, lastBreak - 1);
      if ((lastBreak < 0 || from < 0) && length < size) {
        length = Math.min(size, length * 4);
        continue;
      }
      const lineAt = (start: number, end: number) => parseChainLine(Buffer.from(tail.subarray(start, end)).toString('utf8'));
      const unended = lineAt(lastBreak + 1, length);
      const ends = unended !== undefined && isAsWritten(unended, hashBytes);
      const found = ends ? unended : lastBreak < 0 ? undefined : lineAt(from + 1, lastBreak);
      const end = found !== undefined && found.seq >= mark.seq ? { seq: found.seq, hash: found.hash } : mark;
      if (ends) return { size, end, torn: 0, unended: unended.seq };
      const torn = length - lastBreak - 1;
      return { size: size - torn, end, torn };
    }
  }

  /** Keeps the torn bytes beside the log and takes them out of it; the record says so. */
  async #setAside(handle: FileHandle, from: number, length: number): Promise<AuditRecord> {
    const at = this.#at();
    const name = `audit-torn-${at.replace(/\D/g, '')}.txt`;
    await writeFile(join(dirname(this.file), name), await readRange(handle, from, length), { mode: 0o600, flag: 'wx' });
    await handle.truncate(from);
    return recoveredRecord({ at, name, bytes: length });
  }

  #at(): string {
    return new Date(this.#now()).toISOString();
  }

  #writeMark(end: ChainEnd): Promise<void> {
    return writeFileAtomically(this.#mark, JSON.stringify(end), false);
  }
}

/** Opening a pipe would wait for whoever writes into it. */
async function refuseUnlessFile(path: string): Promise<void> {
  if (!(await stat(path)).isFile()) throw new Error(`${path} is not a regular file`);
}

async function openToAppend(path: string): Promise<FileHandle> {
  try {
    await refuseUnlessFile(path);
    return await open(path, 'r+');
  } catch (error) {
    if (systemCode(error) !== 'ENOENT') throw error;
    return open(path, 'wx+', 0o600);
  }
}

/** Whether the last line is whole and is the record that the mark names. */
async function endsAt(mark: ChainEnd, handle: FileHandle, size: number): Promise<boolean> {
  const length = Math.min(size, TAIL_BYTES);
  const tail = Buffer.from(await readRange(handle, size - length, length)).toString('utf8');
  if (!tail.endsWith('\n')) return false;
  try {
    const last: unknown = JSON.parse(tail.slice(tail.lastIndexOf('\n', tail.length - 2) + 1));
    return isRecord(last) && last['seq'] === mark.seq && last['hash'] === mark.hash;
  } catch {
    return false;
  }
}

/** In one write where the system takes it so. What a failed one left is cut off again. */
async function writeWhole(handle: FileHandle, bytes: Uint8Array, at: number): Promise<void> {
  let done = 0;
  try {
    while (done < bytes.length) done += (await handle.write(bytes, done, bytes.length - done, at + done)).bytesWritten;
  } catch (error) {
    await handle.truncate(at).catch(() => undefined);
    throw error;
  }
}
