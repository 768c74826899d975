import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, stat, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CodedError } from '../../../shared/model/failure';
import { systemCode } from './system-error';

const NAME = /^[A-Za-z0-9_][A-Za-z0-9_.-]{0,127}$/;

/** Bytes beside the log, each a file of its own. */
export class BlobFolder {
  private readonly folder: string;

  constructor(folder: string) {
    this.folder = folder;
  }

  /** Stores the bytes under a name made of their hash: equal bytes are stored once. */
  async save(bytes: Uint8Array): Promise<string> {
    const name = createHash('sha256').update(bytes).digest('hex').slice(0, 40);
    const path = this.path(name);
    if ((await stat(path).catch(() => undefined)) !== undefined) return name;
    await mkdir(this.folder, { recursive: true, mode: 0o700 });
    const draft = `${path}.${randomUUID()}.new`;
    try {
      await writeFile(draft, bytes, { mode: 0o600 });
      await rename(draft, path);
    } catch (error) {
      await unlink(draft).catch(() => undefined);
      throw error;
    }
    return name;
  }

  async read(name: string): Promise<Uint8Array> {
    try {
      return await readFile(this.path(name));
    } catch (error) {
      if (systemCode(error) === 'ENOENT') throw new CodedError('not-found', `no blob ${name}`);
      throw error;
    }
  }

  /** Rejects names that would leave the folder. */
  path(name: string): string {
    if (!NAME.test(name)) throw new CodedError('not-found', `no blob ${name}`);
    return join(this.folder, name);
  }
}
