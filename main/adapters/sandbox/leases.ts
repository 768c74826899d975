import { randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { z } from 'zod';
import { isEmptyFolder } from './look';
import { identitySchema, isAlive, ownIdentity } from '../storage/writer-lock';

/** What a process has made on the disk and takes away again, as the others read it. */
const recordSchema = z.object({ owner: identitySchema, standIns: z.array(z.string()), temp: z.string() });
type LeaseRecord = z.infer<typeof recordSchema>;

export const TEMP_PREFIX = 'vitrine-isolation-';

export interface Leases {
  /** Takes away what processes left that are gone. To be called before anything is held. */
  sweep(): Promise<void>;
  /** All stand-ins that this process has or is about to make; written down before they are made. */
  hold(standIns: readonly string[]): void;
  heldByOthers(): Set<string>;
  /** Takes away what is still written down. */
  close(): void;
}

/**
 * Processes of the product share stand-ins: each writes down its own in a file of its own, and none takes away what another has.
 * `folder` is the same for all of them, `temp` the folder that goes with this process.
 */
export function createLeases(folder: string, temp: () => string): Leases {
  const name = `${randomUUID()}.json`;
  const file = join(folder, name);
  let owner: LeaseRecord['owner'] | undefined;
  let own: readonly string[] = [];

  function others(): Array<LeaseRecord & { file: string }> {
    return filesIn(folder).flatMap((other) => {
      if (other === name || !other.endsWith('.json')) return [];
      const record = readRecord(join(folder, other));
      return record === undefined ? [] : [{ ...record, file: join(folder, other) }];
    });
  }

  return {
    async sweep() {
      owner ??= await ownIdentity();
      const records = await Promise.all(others().map(async (record) => ({ record, live: await isAlive(record.owner) })));
      const dead = records.filter(({ live }) => !live).map(({ record }) => record);
      const held = new Set([...own, ...records.filter(({ live }) => live).flatMap(({ record }) => record.standIns)]);
      for (const record of dead) {
        for (const path of record.standIns) if (!held.has(path)) removeEmpty(path);
        if (basename(record.temp).startsWith(TEMP_PREFIX)) rmSync(record.temp, { recursive: true, force: true });
        rmSync(record.file, { force: true });
      }
    },
    hold(standIns) {
      if (owner === undefined) throw new Error('nothing is held before what others left is looked through');
      own = standIns;
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      writeFileSync(`${file}.new`, JSON.stringify({ owner, standIns: [...standIns], temp: temp() } satisfies LeaseRecord), { mode: 0o600 });
      renameSync(`${file}.new`, file);
    },
    heldByOthers: () => new Set(others().flatMap(({ standIns }) => standIns)),
    close() {
      const shared = new Set(others().flatMap(({ standIns }) => standIns));
      for (const path of own) if (!shared.has(path)) removeEmpty(path);
      // What could not be taken away is known to the next process.
      if (own.every((path) => shared.has(path) || !isEmptyFolder(path))) rmSync(file, { force: true });
    },
  };
}

/** What holds something, or is gone, stays as it is. */
export function removeEmpty(path: string): void {
  try {
    rmdirSync(path);
  } catch {
    // It is no stand-in any more.
  }
}

function filesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function readRecord(file: string): LeaseRecord | undefined {
  try {
    return recordSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return undefined;
  }
}
