import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { endProcesses, findRunProcesses } from '../shell/process-group';
import { writeFileAtomically } from '../storage/write-file-atomically';
import { identityOf, identitySchema, isAlive, ownIdentity } from '../storage/writer-lock';

/** A server that runs, as another process of this home reads it. */
const recordSchema = z.object({
  owner: identitySchema,
  /** Absent while it is being started. */
  server: identitySchema.optional(),
  /** What every process of it carries in its environment. */
  mark: z.string(),
});
type ProcessRecord = z.infer<typeof recordSchema>;

const GRACE_MS = 500;

export interface ProcessRecords {
  /** Writes down that a server is about to be started. */
  begin(mark: string): Promise<void>;
  /** Writes down which process it is. */
  started(mark: string, pid: number): Promise<void>;
  end(mark: string): Promise<void>;
  /** Ends what processes of this product left running that are gone themselves. Gives how many processes. */
  reap(): Promise<number>;
}

export function createProcessRecords(folder: string): ProcessRecords {
  const fileOf = (mark: string) => join(folder, `${mark}.json`);
  const write = (record: ProcessRecord) => writeFileAtomically(fileOf(record.mark), JSON.stringify(record), false);
  const end = (mark: string) => rm(fileOf(mark), { force: true });

  return {
    begin: async (mark) => write({ owner: await ownIdentity(), mark }),
    started: async (mark, pid) => write({ owner: await ownIdentity(), server: await identityOf(pid), mark }),
    end,
    async reap() {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const names = (await readdir(folder)).filter((name) => name.endsWith('.json'));
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

async function endLeft({ server, mark }: ProcessRecord): Promise<number> {
  // A number without the same beginning is another process's by now, and so may be its group.
  const group = server?.start !== undefined && (await isAlive(server)) ? server.pid : undefined;
  const processes = findRunProcesses(group, mark);
  const { length } = await processes.alive();
  if (length > 0) await endProcesses(processes, GRACE_MS);
  return length;
}

async function readRecord(file: string): Promise<ProcessRecord | undefined> {
  try {
    return recordSchema.parse(JSON.parse(await readFile(file, 'utf8')));
  } catch {
    return undefined;
  }
}
