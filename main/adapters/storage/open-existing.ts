import { mkdir, open } from 'node:fs/promises';
import { CodedError } from '../../../shared/model/failure';
import type { SessionLog } from '../../core/sessions/session-log';
import { readCheckpoint } from './checkpoint';
import { lockFor, openFiles, type OpenOptions } from './open-for-writing';
import { repairLog, type ScannedLog, scanLog } from './recover-log';
import type { SessionPaths } from './session-paths';

/** Locks, repairs what a crash left behind (then the log says `recovered`) and opens for appending. */
export async function openExisting(paths: SessionPaths, id: string, options: OpenOptions): Promise<SessionLog> {
  const lock = await lockFor(paths, id, options.label);
  try {
    const { scan, damaged, kept } = await scanAndRepair(paths, id, options.appVersion);
    await mkdir(paths.parts, { recursive: true, mode: 0o700 });
    const log = await openFiles(paths, id, options, lock, { state: scan.state, index: scan.index, kept, isNew: false });
    if (damaged > 0 && scan.state.lastSeq > 0) {
      await log.append({ type: 'recovered', detail: `${damaged} damaged record(s) set aside`, records: damaged });
    }
    return log;
  } catch (error) {
    await lock.release();
    throw error;
  }
}

/** `kept`: bytes of the log that a checkpoint holds. */
async function scanAndRepair(
  paths: SessionPaths,
  id: string,
  appVersion: string,
): Promise<{ scan: ScannedLog; damaged: number; kept: number }> {
  let damaged = 0;
  const handle = await open(paths.log, 'r+');
  try {
    const checkpoint = await readCheckpoint(paths.checkpoint, handle, appVersion);
    const scan = await scanLog(handle, id, checkpoint);
    if (scan.newer) throw new CodedError('read-only', `session ${id} was written by a newer version`);
    if (scan.damages.length === 0 && scan.endsWithNewline) return { scan, damaged, kept: checkpoint?.size ?? 0 };
    // A repair needs the place of every record.
    const whole = checkpoint === undefined ? scan : await scanLog(handle, id);
    damaged = whole.damages.length;
    await repairLog(handle, paths, whole);
  } finally {
    await handle.close();
  }
  const repaired = await open(paths.log, 'r');
  try {
    return { scan: await scanLog(repaired, id), damaged, kept: 0 };
  } finally {
    await repaired.close();
  }
}
