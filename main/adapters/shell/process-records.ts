import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { endProcesses, findRunProcesses } from './process-group';
import { readOwnText } from '../storage/read-own-file';
import { writeFileAtomically } from '../storage/write-file-atomically';
import { identityOf, identitySchema, isAlive, ownIdentity } from '../storage/writer-lock';

/** What runs, as another process of this home reads it. */
const recordSchema = z.object({
  owner: identitySchema,
  /** Absent while it is being started. */
  process: identitySchema.optional(),
  /** What every process of it carries in its environment. */
  mark: z.string(),
});
type ProcessRecord = z.infer<typeof recordSchema>;

const GRACE_MS = 500;

/** A process on record. Nothing here throws. */
export interface FollowedProcess {
  started(pid: number): void;
  ended(): void;
}

export interface ProcessRecords {
  /** Writes down that something is about to be started. */
  begin(mark: string): Promise<void>;
  /** Writes down which process it is. */
  started(mark: string, pid: number): Promise<void>;
  end(mark: string): Promise<void>;
  /** The same for what runs whether or not it can be written down. */
  follow(mark: string): Promise<FollowedProcess>;
  /** Ends what processes of this product left running that are gone themselves. Gives how many processes. */
  reap(): Promise<number>;
}

export function createProcessRecords(folder: string): ProcessRecords {
  const fileOf = (mark: string) => join(folder, `${mark}.json`);
  const write = (record: ProcessRecord) => writeFileAtomically(fileOf(record.mark), JSON.stringify(record), false);
  const end = (mark: string) => rm(fileOf(mark), { force: true });

  const begin = async (mark: string) => write({ owner: await ownIdentity(), mark });
  const started = async (mark: string, pid: number) => write({ owner: await ownIdentity(), process: await identityOf(pid), mark });

  return {
    begin,
    started,
    end,
    async follow(mark) {
      await begin(mark).catch(() => undefined);
      let noted: Promise<void> = Promise.resolve();
      return {
        started(pid) {
          noted = started(mark, pid).catch(() => undefined);
        },
        ended: () => void noted.then(() => end(mark)).catch(() => undefined),
      };
    },
    async reap() {
      const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.json'));
      const records = await Promise.all(names.map((name) => readRecord(join(folder, name))));
      const ended = await Promise.all(
        records.map(async (record) => {
          if (record === undefined || (await isAlive(record.owner))) return 0;
          const count = await endLeft(record);
          await end(record.mark);
          return count;
        }),
      );
      return ended.reduce((sum, count) => sum + count, 0);
    },
  };
}

async function endLeft({ process: known, mark }: ProcessRecord): Promise<number> {
  // A number without the same beginning is another process's by now, and so may be its group.
  const group = known?.start !== undefined && (await isAlive(known)) ? known.pid : undefined;
  const processes = findRunProcesses(group, mark);
  const { length } = await processes.alive();
  if (length > 0) await endProcesses(processes, GRACE_MS);
  return length;
}

async function readRecord(file: string): Promise<ProcessRecord | undefined> {
  try {
    return recordSchema.parse(JSON.parse(await readOwnText(file)));
  } catch {
    return undefined;
  }
}
