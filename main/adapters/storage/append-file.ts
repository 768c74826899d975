import { fstatSync } from 'node:fs';
import { open } from 'node:fs/promises';

/** What reading at a place needs of an open file. */
export interface ByteSource {
  read(bytes: Uint8Array, offset: number, length: number, position: number): Promise<{ bytesRead: number }>;
}

/** What appending needs of an open file. */
export interface AppendHandle extends ByteSource {
  write(bytes: Uint8Array, offset: number, length: number, position: number): Promise<{ bytesWritten: number }>;
  /** `nlink`: names that lead to the file. */
  stat(): Promise<{ size: number; nlink: number }>;
  truncate(size: number): Promise<void>;
  datasync(): Promise<void>;
  close(): Promise<void>;
}

/** Opens an existing file for reading and writing, or makes it. */
export type OpenHandle = (path: string) => Promise<AppendHandle>;

export const openHandle: OpenHandle = async (path) => {
  const handle = await open(path, 'r+').catch(() => open(path, 'wx+', 0o600));
  // Asked after each write, and known to the system without a look at the disk: a thread for it would cost more than the answer.
  return Object.assign(handle, { stat: async () => fstatSync(handle.fd) });
};

/** A file that only grows. Its one writer knows how long it is: what a failed write left behind is cut off again. */
export class AppendFile {
  readonly handle: AppendHandle;
  size: number;

  private constructor(handle: AppendHandle, size: number) {
    this.handle = handle;
    this.size = size;
  }

  static async open(path: string, openFile: OpenHandle): Promise<AppendFile> {
    const handle = await openFile(path);
    return new AppendFile(handle, (await handle.stat()).size);
  }

  /** Rejects with the system's error; then nothing of `bytes` is in the file, as far as the system lets us take it back. */
  async append(bytes: Uint8Array): Promise<void> {
    let done = 0;
    try {
      while (done < bytes.length) {
        const { bytesWritten } = await this.handle.write(bytes, done, bytes.length - done, this.size + done);
        done += bytesWritten;
      }
      // A deleted file takes every byte and keeps none.
      if ((await this.handle.stat()).nlink === 0) throw Object.assign(new Error('the file was deleted'), { code: 'ENOENT' });
    } catch (error) {
      await this.handle.truncate(this.size).catch(() => undefined);
      throw error;
    }
    this.size += bytes.length;
  }

  async readAt(at: number, size: number): Promise<Uint8Array> {
    return readRange(this.handle, at, size);
  }
}

/** The bytes of a range; fewer where the file ends before. */
export async function readRange(handle: ByteSource, at: number, size: number): Promise<Uint8Array> {
  const bytes = Buffer.alloc(size);
  let done = 0;
  while (done < size) {
    const { bytesRead } = await handle.read(bytes, done, size - done, at + done);
    if (bytesRead === 0) break;
    done += bytesRead;
  }
  return bytes.subarray(0, done);
}
