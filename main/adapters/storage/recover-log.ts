import { type FileHandle, open, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { LOG_VERSION } from '../../../shared/model/log-version';
import type { SessionState } from '../../../shared/model/session';
import { applyEvents, emptySession } from '../../../shared/reduce/session-reducer';
import { type Damage, RecordStream, type StoredRecord } from '../../core/sessions/record-stream';
import { type ByteSource, readRange } from './append-file';
import type { Checkpoint } from './checkpoint';
import { RecordIndex } from './record-index';
import type { SessionPaths } from './session-paths';
import { syncFolder } from './sync-folder';
import { systemCode } from './system-error';

const CHUNK = 512 * 1024;

/** What a log says. `damages` and `records` are those behind the checkpoint that the reading began at. */
export interface ScannedLog {
  state: SessionState;
  index: RecordIndex;
  damages: Damage[];
  records: Array<{ at: number; size: number }>;
  size: number;
  endsWithNewline: boolean;
  newer: boolean;
}

/** Reads a log that nobody is writing, from a checkpoint on where there is one: its last line counts even without a line end. */
export async function scanLog(handle: ByteSource & Pick<FileHandle, 'stat'>, id: string, from?: Checkpoint): Promise<ScannedLog> {
  const { size } = await handle.stat();
  const stream = new RecordStream(from?.size, from?.state.lastSeq);
  const scan: ScannedLog = {
    state: from?.state ?? emptySession(id),
    index: from?.index ?? new RecordIndex(),
    damages: [],
    records: [],
    size,
    endsWithNewline: true,
    newer: false,
  };
  const take = (records: StoredRecord[], damages: Damage[]): void => {
    for (const record of records) {
      scan.index.note(record);
      scan.records.push({ at: record.at, size: record.size });
      if (record.event.v > LOG_VERSION) scan.newer = true;
    }
    scan.state = applyEvents(
      scan.state,
      records.map(({ event }) => event),
    );
    scan.damages.push(...damages);
  };
  for (let at = from?.size ?? 0; at < size; at += CHUNK) {
    const batch = stream.push(await readRange(handle, at, Math.min(CHUNK, size - at)));
    take(batch.records, batch.damages);
  }
  scan.endsWithNewline = stream.rest().size === 0;
  const tail = stream.endLine();
  take(tail.records, tail.damages);
  take(stream.flush(), []);
  return scan;
}

/**
 * Makes a log fit for appending (invariant 5 of the sessions): damaged bytes are copied to `damaged-<n>.txt` first, then a torn
 * tail is cut off, or the log is rewritten without what is damaged inside it. Events are never changed.
 */
export async function repairLog(handle: FileHandle, paths: SessionPaths, scan: ScannedLog): Promise<void> {
  if (scan.damages.length > 0) await setAside(handle, paths, scan.damages);
  const last = scan.damages[scan.damages.length - 1];
  if (scan.damages.length === 1 && last !== undefined && last.at + last.size === scan.size && isAtLineStart(scan, last)) {
    await handle.truncate(last.at);
    await handle.datasync();
    return;
  }
  if (scan.damages.length > 0) {
    await rewriteLog(handle, paths, scan);
    return;
  }
  if (!scan.endsWithNewline) await handle.write('\n', scan.size);
}

function isAtLineStart(scan: ScannedLog, damage: Damage): boolean {
  const before = scan.records[scan.records.length - 1];
  return before === undefined ? damage.at === 0 : before.at + before.size + 1 === damage.at;
}

async function setAside(handle: FileHandle, paths: SessionPaths, damages: readonly Damage[]): Promise<void> {
  const target = await openNext(paths.folder);
  try {
    for (const { at, size } of damages) {
      await target.write(`# bytes ${at} to ${at + size} of log.jsonl\n`);
      await target.write(await readRange(handle, at, size));
      await target.write('\n');
    }
    await target.datasync();
  } finally {
    await target.close();
  }
}

async function openNext(folder: string): Promise<FileHandle> {
  for (let number = 1; ; number += 1) {
    try {
      return await open(join(folder, `damaged-${number}.txt`), 'wx', 0o600);
    } catch (error) {
      if (systemCode(error) !== 'EEXIST') throw error;
    }
  }
}

async function rewriteLog(handle: FileHandle, paths: SessionPaths, scan: ScannedLog): Promise<void> {
  const draft = `${paths.log}.new`;
  const target = await open(draft, 'w', 0o600);
  try {
    for (const { at, size } of scan.records) {
      await target.write(await readRange(handle, at, size));
      await target.write('\n');
    }
    await target.datasync();
  } finally {
    await target.close();
  }
  await rename(draft, paths.log);
  await syncFolder(paths.folder);
}
