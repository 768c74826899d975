import { constants } from 'node:fs';
import { copyFile, mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { SessionEvent, UnknownEvent } from '../../../shared/model/event';
import { LOG_VERSION } from '../../../shared/model/log-version';
import { CodedError } from '../../../shared/model/failure';
import { isKnownEvent } from '../../../shared/reduce/session-reducer';
import { beginningLost } from '../../core/sessions/beginning-lost';
import type { SessionReader } from '../../core/sessions/session-store';
import { type SessionPaths, sessionPaths } from './session-paths';
import { syncFolder } from './sync-folder';
import { systemCode } from './system-error';

export interface ForkTarget {
  id: string;
  /** Project directory of the new session. */
  project: string;
  at: string;
  app: string;
  eventId: string;
}

/**
 * Makes a session with the history of another up to and including `seq`: its own `session/created` (same pinned parts, `forkOf`),
 * then the copied events, numbered anew, with their ids and times. Pack and blobs are copied whole, so every reference stays
 * valid. What belongs to the old session alone stays there: granted rules, queued messages, the archive flag. The new folder
 * appears complete or not at all.
 */
export async function forkSession(source: SessionReader, from: SessionPaths, seq: number, target: ForkTarget): Promise<void> {
  const to = sessionPaths(target.project, target.id);
  const draft = sessionPaths(target.project, `.${target.id}.new`);
  await mkdir(draft.parts, { recursive: true, mode: 0o700 });
  try {
    await writeForkedLog(source, seq, draft.log, target);
    await copyWhole(from.pack, draft.pack);
    await copyBlobs(from.blobs, draft.blobs);
    await mkdir(dirname(to.folder), { recursive: true });
    await rename(draft.folder, to.folder);
    await syncFolder(dirname(to.folder));
  } catch (error) {
    await rm(draft.folder, { recursive: true, force: true });
    throw error;
  }
}

async function writeForkedLog(source: SessionReader, seq: number, path: string, target: ForkTarget): Promise<void> {
  const handle = await open(path, 'wx', 0o600);
  try {
    let next = 1;
    for await (const event of source.read(0)) {
      if (event.seq > seq) break;
      const kept = next === 1 ? forkedCreation(source.id, event, seq, target) : keepForFork(event);
      if (kept === undefined) continue;
      await handle.write(`${JSON.stringify({ ...kept, seq: next })}\n`);
      next += 1;
    }
    if (next === 1) throw new CodedError('bad-request', `session ${source.id} has no event up to ${seq}`);
    await handle.datasync();
  } finally {
    await handle.close();
  }
}

function forkedCreation(source: string, event: SessionEvent | UnknownEvent, seq: number, target: ForkTarget): SessionEvent {
  if (!isKnownEvent(event)) throw new CodedError('read-only', `the beginning of session ${source} cannot be read by this version`);
  if (event.type !== 'session/created') throw beginningLost(source);
  return {
    ...event,
    v: LOG_VERSION,
    id: target.eventId,
    at: target.at,
    session: target.id,
    app: target.app,
    forkOf: { session: source, seq },
  };
}

function keepForFork(event: SessionEvent | UnknownEvent): SessionEvent | UnknownEvent | undefined {
  if (!isKnownEvent(event)) return event;
  if (event.type === 'queue/added' || event.type === 'queue/changed' || event.type === 'queue/removed') return undefined;
  if (event.type !== 'session/changed') return event;
  const { addRules: _added, removeRules: _removed, archived: _archived, ...rest } = event;
  return rest;
}

async function copyWhole(from: string, to: string): Promise<void> {
  try {
    await copyFile(from, to, constants.COPYFILE_FICLONE);
  } catch (error) {
    if (systemCode(error) !== 'ENOENT') throw error;
  }
}

async function copyBlobs(from: string, to: string): Promise<void> {
  const names = await readdir(from).catch(() => []);
  if (names.length > 0) await mkdir(to, { recursive: true, mode: 0o700 });
  for (const name of names) await copyWhole(join(from, name), join(to, name));
}
