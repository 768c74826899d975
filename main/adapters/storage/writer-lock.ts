import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { link, readFile, rename, unlink, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { z } from 'zod';
import { readOwnText } from './read-own-file';
import { systemCode } from './system-error';

export const identitySchema = z.object({
  pid: z.number().int(),
  host: z.string(),
  /** Identity of the process beyond its pid, where the system tells it; pids are used again. */
  start: z.string().optional(),
});
export type ProcessIdentity = z.infer<typeof identitySchema>;

const ownerSchema = identitySchema.extend({
  label: z.string(),
  /** Unique per acquisition. */
  token: z.string(),
});
export type LockOwner = z.infer<typeof ownerSchema>;

export interface WriterLock {
  release(): Promise<void>;
}

const RETRIES = 50;
const RETRY_MS = 10;

/**
 * Invariant 6 of the sessions. Takes the lock file, or gives the owner who has it. The file comes into being with its content
 * (hard link), so no process ever sees half of it. A lock whose process is gone is taken over under a lock of its own, named
 * after the dead owner's token: of several processes that find the same dead owner exactly one replaces it.
 */
export async function acquireLock(path: string, label: string): Promise<{ lock: WriterLock } | { owner: LockOwner }> {
  const owner = await newOwner(label);
  const draft = `${path}.${owner.token}.new`;
  await writeFile(draft, JSON.stringify(owner), { flag: 'wx', mode: 0o600 });
  try {
    for (let attempt = 0; ; attempt += 1) {
      if (await tryLink(draft, path)) return { lock: lockOf(path, owner.token) };
      const held = await readOwner(path);
      if (held === undefined) continue;
      if (await isAlive(held)) return { owner: held };
      if (await takeOver(path, draft, held, label)) return { lock: lockOf(path, owner.token) };
      if (attempt === RETRIES) return { owner: held };
      await sleep(RETRY_MS);
    }
  } finally {
    await unlink(draft).catch(() => undefined);
  }
}

const PATIENCE_MS = 10_000;
const PAUSE_MS = 4;

/** The lock for one short write: waits for whoever has it. Rejects, naming what is held, where that takes too long. */
export async function waitForLock(path: string, label: string, what: string): Promise<WriterLock> {
  const until = performance.now() + PATIENCE_MS;
  for (;;) {
    const taken = await acquireLock(path, label);
    if ('lock' in taken) return taken.lock;
    if (performance.now() > until) throw new Error(`${what} is held by process ${taken.owner.pid}`);
    await sleep(PAUSE_MS * (1 + Math.random()));
  }
}

/** The live process that holds the lock; undefined when nobody does. */
export async function liveOwner(path: string): Promise<LockOwner | undefined> {
  const owner = await readOwner(path);
  return owner !== undefined && (await isAlive(owner)) ? owner : undefined;
}

async function takeOver(path: string, draft: string, dead: LockOwner, label: string): Promise<boolean> {
  const claim = await acquireLock(`${path}.${dead.token}`, label);
  if ('owner' in claim) return false;
  try {
    // Only the holder of this claim may replace the dead owner, so what is read here stays true until the rename.
    if ((await readOwner(path))?.token !== dead.token) return false;
    await rename(draft, path);
    return true;
  } finally {
    await claim.lock.release();
  }
}

function lockOf(path: string, token: string): WriterLock {
  return {
    async release() {
      if ((await readOwner(path))?.token === token) await unlink(path).catch(() => undefined);
    },
  };
}

async function tryLink(draft: string, path: string): Promise<boolean> {
  try {
    await link(draft, path);
    return true;
  } catch (error) {
    if (systemCode(error) === 'EEXIST') return false;
    throw error;
  }
}

async function readOwner(path: string): Promise<LockOwner | undefined> {
  let text: string;
  try {
    text = await readOwnText(path);
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return undefined;
    throw error;
  }
  try {
    return ownerSchema.parse(JSON.parse(text));
  } catch {
    // Unreadable after a power cut: an owner that cannot be alive, so that it is taken over like any dead one.
    return { pid: 0, host: hostname(), label: 'unknown', token: 'unreadable' };
  }
}

async function newOwner(label: string): Promise<LockOwner> {
  return { ...(await ownIdentity()), label, token: randomUUID() };
}

let identity: Promise<ProcessIdentity> | undefined;
/** This process, so that another one can tell later whether it still runs. */
export function ownIdentity(): Promise<ProcessIdentity> {
  identity ??= identityOf(process.pid);
  return identity;
}

export async function identityOf(pid: number): Promise<ProcessIdentity> {
  const start = await processStart(pid);
  return { pid, host: hostname(), ...(start === undefined ? {} : { start }) };
}

/** Of another machine nothing is known: its owner counts as alive. */
export async function isAlive(owner: ProcessIdentity): Promise<boolean> {
  if (owner.host !== hostname()) return true;
  if (owner.pid <= 0) return false;
  try {
    process.kill(owner.pid, 0);
  } catch (error) {
    if (systemCode(error) !== 'EPERM') return false;
  }
  return owner.start === undefined || owner.start === (await processStart(owner.pid));
}

/** When a process began, in the system's own words, the same at every asking. On Windows undefined: there a live pid is all that counts. */
async function processStart(pid: number): Promise<string | undefined> {
  if (process.platform === 'win32') return undefined;
  return process.platform === 'linux' ? startInProc(pid) : startByPs(pid);
}

/** What every other Unix says of a process. */
export async function startByPs(pid: number): Promise<string | undefined> {
  try {
    const env = { ...process.env, LC_ALL: 'C', TZ: 'UTC' };
    const { stdout } = await promisify(execFile)('ps', ['-o', 'lstart=', '-p', String(pid)], { env });
    return stdout.trim() === '' ? undefined : `ps:${stdout.trim()}`;
  } catch {
    return undefined;
  }
}

/** Boot id and start tick. */
async function startInProc(pid: number): Promise<string | undefined> {
  try {
    const [boot, stat] = await Promise.all([readFile('/proc/sys/kernel/random/boot_id', 'utf8'), readFile(`/proc/${pid}/stat`, 'utf8')]);
    // The second field is a name in brackets that may itself hold spaces and brackets; the 20th after it is the start tick.
    const tick = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
    return tick === undefined ? undefined : `${boot.trim()}:${tick}`;
  } catch {
    return undefined;
  }
}
