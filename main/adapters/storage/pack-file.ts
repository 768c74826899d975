import { createHash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { CodedError } from '../../../shared/model/failure';
import type { PartRef } from '../../../shared/model/part';
import { AppendFile, type ByteSource, type OpenHandle, readRange } from './append-file';
import type { SessionPaths } from './session-paths';
import { systemCode } from './system-error';

/** Characters of written texts that are held: the next request is made of what was just written. */
const HELD_CHARS = 1_000_000;

const NEWLINE = Buffer.from('\n');

export function hashPart(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest().subarray(0, 24).toString('base64url');
}

/** The pack of a session for reading; undefined where there is none. */
export async function openPack({ pack }: Pick<SessionPaths, 'pack'>): Promise<FileHandle | undefined> {
  try {
    return await open(pack, 'r');
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/** Reads a part and checks its hash; rejects with `not-found` when the bytes are not what they were, or there is no pack. */
export async function readPartFrom(handle: ByteSource | undefined, ref: PartRef): Promise<string> {
  const bytes = handle === undefined ? new Uint8Array() : await readRange(handle, ref.at, ref.size);
  if (hashPart(bytes) !== ref.hash) throw new CodedError('not-found', `part ${ref.hash} is missing or damaged`, { hash: ref.hash });
  return Buffer.from(bytes).toString('utf8');
}

/**
 * The pack of a session that is open for writing. Equal texts are stored once per opening: parts from before are not looked at,
 * so that a damaged one is never referred to again.
 */
export class PackFile {
  private readonly file: AppendFile;
  private readonly known = new Map<string, PartRef>();
  private staged: Uint8Array[] = [];
  /** Texts that are not in the file yet, by hash. */
  private readonly unwritten = new Map<string, string>();
  /** The newest texts that are, oldest first. */
  private readonly held = new Map<string, string>();
  private heldChars = 0;
  private end: number;

  private constructor(file: AppendFile) {
    this.file = file;
    this.end = file.size;
  }

  static async open(path: string, openFile: OpenHandle): Promise<PackFile> {
    const file = await AppendFile.open(path, openFile);
    // A torn part stays where it is, unused; the next one begins on a line of its own.
    if (file.size > 0 && !NEWLINE.equals(await file.readAt(file.size - 1, 1))) await file.append(NEWLINE);
    return new PackFile(file);
  }

  /** Gives the part its place at once; its bytes are written by the next `flush`. */
  put(json: string): PartRef {
    const bytes = Buffer.from(json, 'utf8');
    const hash = hashPart(bytes);
    const known = this.known.get(hash);
    if (known !== undefined) return known;
    const ref: PartRef = { hash, at: this.end, size: bytes.length };
    this.known.set(hash, ref);
    this.unwritten.set(hash, json);
    this.staged.push(bytes, NEWLINE);
    this.end += bytes.length + 1;
    return ref;
  }

  /** Writes what was staged before the call. Rejects with the system's error. */
  async flush(): Promise<void> {
    if (this.staged.length === 0) return;
    const pieces = this.staged;
    const texts = [...this.unwritten];
    this.staged = [];
    await this.file.append(Buffer.concat(pieces));
    for (const [hash, text] of texts) {
      this.unwritten.delete(hash);
      this.hold(hash, text);
    }
  }

  private hold(hash: string, text: string): void {
    this.held.set(hash, text);
    this.heldChars += text.length;
    for (const [oldest, { length }] of this.held) {
      if (this.heldChars <= HELD_CHARS) return;
      this.held.delete(oldest);
      this.heldChars -= length;
    }
  }

  async read(ref: PartRef): Promise<string> {
    // The same text at another place, from an earlier opening, may be damaged there.
    const own = this.known.get(ref.hash)?.at === ref.at ? (this.unwritten.get(ref.hash) ?? this.held.get(ref.hash)) : undefined;
    return own ?? (await readPartFrom(this.file.handle, ref));
  }

  async sync(): Promise<void> {
    await this.file.handle.datasync();
  }

  async close(): Promise<void> {
    await this.file.handle.close();
  }
}
