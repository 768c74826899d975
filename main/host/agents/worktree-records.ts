import { join } from 'node:path';
import { z } from 'zod';
import { agentWorktreeSchema } from '../../../shared/model/agent-worktree';
import { mapLimited } from '../../core/kernel/map-limited';
import type { HostPorts } from '../host-ports';

const SIDE_BY_SIDE = 16;

const worktreeRecordSchema = agentWorktreeSchema.extend({
  /** The project folder, absolute and resolved. */
  folder: z.string(),
  session: z.string(),
  agent: z.string(),
});
export type WorktreeRecord = z.infer<typeof worktreeRecordSchema>;

type RecordPorts = Pick<HostPorts, 'files' | 'home' | 'hash' | 'logger'>;

/**
 * Which worktrees are whose, one file each below the home: they are found whoever made them, however the host ended, and however far
 * the start of the agent came.
 */
export class WorktreeRecords {
  readonly #ports: RecordPorts;

  constructor(ports: RecordPorts) {
    this.#ports = ports;
  }

  async put(record: WorktreeRecord): Promise<void> {
    await this.#ports.files.writeFile(await this.#fileOf(record.path), new TextEncoder().encode(`${JSON.stringify(record)}\n`));
  }

  /** What the worktree begins with is in the folder's branch by now. Does nothing where there is no record. */
  async rebase(path: string, base: string): Promise<void> {
    const record = await this.#read(await this.#fileOf(path));
    if (record !== undefined) await this.put({ ...record, base });
  }

  /** Does nothing where there is none. */
  async drop(path: string): Promise<void> {
    const { files, logger } = this.#ports;
    const file = await this.#fileOf(path);
    if ((await files.stat(file)) === undefined) return;
    await files
      .remove(file)
      .catch((error: unknown) => logger.log('warn', 'the record of a worktree stays', { path, error: String(error) }));
  }

  /** Those of a folder. A record that cannot be read is passed over. */
  async list(folder: string): Promise<WorktreeRecord[]> {
    const { files } = this.#ports;
    const place = await this.#place();
    const found: WorktreeRecord[] = [];
    await mapLimited(await files.list(place).catch(() => []), SIDE_BY_SIDE, async ({ name }) => {
      const record = await this.#read(join(place, name));
      if (record?.folder === folder) found.push(record);
    });
    return found.sort((one, other) => one.path.localeCompare(other.path));
  }

  async #read(file: string): Promise<WorktreeRecord | undefined> {
    const bytes = await this.#ports.files.readFile(file).catch(() => undefined);
    return bytes === undefined ? undefined : readRecord(new TextDecoder().decode(bytes));
  }

  async #fileOf(path: string): Promise<string> {
    return join(await this.#place(), `${this.#ports.hash(path).slice(0, 32)}.json`);
  }

  #place(): Promise<string> {
    return this.#ports.files.realpath(join(this.#ports.home, 'worktrees'));
  }
}

function readRecord(text: string): WorktreeRecord | undefined {
  try {
    const { success, data } = worktreeRecordSchema.safeParse(JSON.parse(text));
    return success ? data : undefined;
  } catch {
    return undefined;
  }
}
