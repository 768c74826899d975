import { realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { CodedError } from '../../../shared/model/failure';
import type { Clock } from '../../core/ports';
import { readOwnText } from './read-own-file';
import { systemCode } from './system-error';
import { writeFileAtomically } from './write-file-atomically';

const recentSchema = z.looseObject({ version: z.literal(1), folders: z.array(z.object({ folder: z.string(), at: z.string() })) });
const trustSchema = z.looseObject({ version: z.literal(1), folders: z.record(z.string(), z.object({ at: z.string() })) });

const MAX_RECENT = 50;

export interface FolderStore {
  /** Folders that were opened, newest first. */
  recent(): Promise<Array<{ folder: string; at: string }>>;
  noteOpened(folder: string): Promise<void>;
  /** Exactly this folder, by its real path: neither folders above nor below it. */
  isTrusted(folder: string): Promise<boolean>;
  setTrusted(folder: string, trusted: boolean): Promise<void>;
}

/**
 * `recent-folders.json` and `trust.json` of a home. An unreadable file counts as empty: then nothing is trusted. It is not written over
 * either: a newer version may have made it. Trust then rejects with `read-only`, and opened folders are not noted.
 */
export function createFolderStore(options: { home: string; clock: Clock }): FolderStore {
  return new FileFolderStore(options.home, options.clock);
}

class FileFolderStore implements FolderStore {
  private readonly recentPath: string;
  private readonly trustPath: string;
  private readonly clock: Clock;
  private writing: Promise<unknown> = Promise.resolve();

  constructor(home: string, clock: Clock) {
    this.recentPath = join(home, 'recent-folders.json');
    this.trustPath = join(home, 'trust.json');
    this.clock = clock;
  }

  async recent(): Promise<Array<{ folder: string; at: string }>> {
    const read = await readJson(this.recentPath, recentSchema);
    return read === 'unreadable' ? [] : (read?.folders ?? []);
  }

  noteOpened(folder: string): Promise<void> {
    return this.inTurn(async () => {
      const read = await readJson(this.recentPath, recentSchema);
      if (read === 'unreadable') return;
      const others = (read?.folders ?? []).filter((entry) => entry.folder !== folder);
      const folders = [{ folder, at: this.now() }, ...others].slice(0, MAX_RECENT);
      await writeFileAtomically(this.recentPath, `${JSON.stringify({ version: 1, folders }, undefined, 2)}\n`);
    });
  }

  async isTrusted(folder: string): Promise<boolean> {
    const real = await realpath(folder).catch(() => undefined);
    return real !== undefined && Object.hasOwn(await this.trusted(), real);
  }

  setTrusted(folder: string, trusted: boolean): Promise<void> {
    return this.inTurn(async () => {
      const real = await realpath(folder);
      const read = await readJson(this.trustPath, trustSchema);
      if (read === 'unreadable')
        throw new CodedError('read-only', 'The list of trusted folders cannot be read, so it is not changed.', { file: this.trustPath });
      const folders = { ...read?.folders };
      if (trusted) folders[real] = { at: this.now() };
      else delete folders[real];
      await writeFileAtomically(this.trustPath, `${JSON.stringify({ version: 1, folders }, undefined, 2)}\n`);
    });
  }

  private async trusted(): Promise<Record<string, { at: string }>> {
    const read = await readJson(this.trustPath, trustSchema);
    return read === 'unreadable' ? {} : (read?.folders ?? {});
  }

  private now(): string {
    return new Date(this.clock.now()).toISOString();
  }

  private inTurn(work: () => Promise<void>): Promise<void> {
    const done = this.writing.then(work);
    this.writing = done.catch(() => undefined);
    return done;
  }
}

/** Undefined where there is no file. */
async function readJson<T>(path: string, schema: z.ZodType<T>): Promise<T | 'unreadable' | undefined> {
  try {
    return schema.parse(JSON.parse(await readOwnText(path)));
  } catch (error) {
    return systemCode(error) === 'ENOENT' || systemCode(error) === 'ENOTDIR' ? undefined : 'unreadable';
  }
}
