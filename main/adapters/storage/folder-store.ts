import { readFile, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { Clock } from '../../core/ports';
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

/** `recent-folders.json` and `trust.json` of a home. An unreadable file counts as empty: then nothing is trusted. */
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
    return (await readJson(this.recentPath, recentSchema))?.folders ?? [];
  }

  noteOpened(folder: string): Promise<void> {
    return this.inTurn(async () => {
      const others = (await this.recent()).filter((entry) => entry.folder !== folder);
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
      const folders = { ...(await this.trusted()) };
      if (trusted) folders[real] = { at: this.now() };
      else delete folders[real];
      await writeFileAtomically(this.trustPath, `${JSON.stringify({ version: 1, folders }, undefined, 2)}\n`);
    });
  }

  private async trusted(): Promise<Record<string, { at: string }>> {
    return (await readJson(this.trustPath, trustSchema))?.folders ?? {};
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

async function readJson<T>(path: string, schema: z.ZodType<T>): Promise<T | undefined> {
  try {
    return schema.parse(JSON.parse(await readFile(path, 'utf8')));
  } catch {
    return undefined;
  }
}
