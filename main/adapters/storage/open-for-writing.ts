import { mkdir, open, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { CodedError } from '../../../shared/model/failure';
import type { SessionState } from '../../../shared/model/session';
import { emptySession } from '../../../shared/reduce/session-reducer';
import type { Clock, Ids, Logger } from '../../core/ports';
import type { SessionLog } from '../../core/sessions/session-log';
import { AppendFile, type OpenHandle } from './append-file';
import { BlobFolder } from './blob-folder';
import type { Checkpoint } from './checkpoint';
import { FileSessionLog, type SessionLogOptions } from './file-session-log';
import { isWorthKeeping } from './is-worth-keeping';
import { PackFile } from './pack-file';
import { RecordIndex } from './record-index';
import type { SessionPaths } from './session-paths';
import { syncFolder } from './sync-folder';
import { messageOf } from './system-error';
import { acquireLock, type WriterLock } from './writer-lock';

export interface OpenOptions {
  clock: Clock;
  ids: Ids;
  logger: Logger;
  /** What other processes see of this one as the writer. */
  label: string;
  appVersion: string;
  openFile: OpenHandle;
  onFailure(error: CodedError): void;
  onRest(state: SessionState, size: number): void;
  onClosed(state: SessionState, size: number): Promise<void>;
}

/** A new session, locked, with an empty log. Closed again without any event, or not to be made, it leaves nothing behind. */
export async function createForWriting(paths: SessionPaths, id: string, options: OpenOptions): Promise<SessionLog> {
  try {
    await mkdir(paths.parts, { recursive: true, mode: 0o700 });
    return await createLocked(paths, id, options);
  } catch (error) {
    await rm(paths.folder, { recursive: true, force: true }).catch(() => undefined);
    throw error;
  }
}

async function createLocked(paths: SessionPaths, id: string, options: OpenOptions): Promise<SessionLog> {
  const lock = await lockFor(paths, id, options.label);
  try {
    return await openFiles(paths, id, options, lock, { state: emptySession(id), index: new RecordIndex(), kept: 0, isNew: true });
  } catch (error) {
    await lock.release();
    throw error;
  }
}

export async function lockFor(paths: SessionPaths, id: string, label: string): Promise<WriterLock> {
  const outcome = await acquireLock(paths.lock, label);
  if ('lock' in outcome) return outcome.lock;
  const { owner } = outcome;
  throw new CodedError('conflict', `session ${id} is being written by ${owner.label}`, {
    owner: owner.label,
    pid: owner.pid,
    host: owner.host,
  });
}

/** `kept`: bytes of the log that a checkpoint holds. */
export async function openFiles(
  paths: SessionPaths,
  id: string,
  options: OpenOptions,
  lock: WriterLock,
  from: { state: SessionState; index: RecordIndex; kept: number; isNew: boolean },
): Promise<SessionLog> {
  const log = await AppendFile.open(paths.log, options.openFile);
  const pack = await PackFile.open(paths.pack, options.openFile);
  const logOptions: SessionLogOptions = {
    clock: options.clock,
    ids: options.ids,
    logger: options.logger,
    onFailure: options.onFailure,
    onRest: options.onRest,
    async syncNames() {
      await syncFolder(paths.parts);
      await syncFolder(paths.folder);
      await syncFolder(dirname(paths.folder));
    },
    async onClosed() {
      const { state } = session;
      // A folder that was there before is never removed, whatever is left of its log.
      if (from.isNew && state.lastSeq === 0 && log.size === 0) await rm(paths.folder, { recursive: true, force: true });
      else {
        if (isWorthKeeping(log.size, from.kept)) await keepCheckpoint(paths, options, { size: log.size, state, index: from.index });
        await options.onClosed(state, log.size);
      }
      await lock.release();
    },
  };
  const session: SessionLog = new FileSessionLog(
    id,
    { log, pack, blobs: new BlobFolder(paths.blobs), state: from.state, index: from.index },
    logOptions,
  );
  return session;
}

/** Without it the next opening only takes longer. */
async function keepCheckpoint(paths: SessionPaths, { appVersion, logger }: OpenOptions, checkpoint: Checkpoint): Promise<void> {
  try {
    const { writeCheckpoint } = await import('./checkpoint');
    const handle = await open(paths.log, 'r');
    try {
      await writeCheckpoint(paths.checkpoint, handle, appVersion, checkpoint);
    } finally {
      await handle.close();
    }
  } catch (error) {
    logger.log('warn', 'a checkpoint could not be written', { session: checkpoint.state.id, error: messageOf(error) });
  }
}
