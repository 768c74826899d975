import { createHash } from 'node:crypto';
import { CodedError } from '../../shared/model/failure';
import type { PartRef } from '../../shared/model/part';
import type { SessionLog } from '../../main/core/sessions/session-log';

export function sha256(data: string | Uint8Array): string {
  return createHash('sha256').update(data).digest('hex');
}

/** Parts in memory, addressed as the pack file addresses them. */
export class ContextPartStore implements Pick<SessionLog, 'putPart' | 'readPart'> {
  readonly texts = new Map<string, string>();
  readonly #refs = new Map<string, PartRef>();
  #at = 0;

  putPart(json: string): PartRef {
    const hash = createHash('sha256').update(json).digest().subarray(0, 24).toString('base64url');
    const known = this.#refs.get(hash);
    if (known !== undefined) return known;
    const ref = { hash, at: this.#at, size: Buffer.byteLength(json) };
    this.#at += ref.size + 1;
    this.#refs.set(hash, ref);
    this.texts.set(hash, json);
    return ref;
  }

  /** The stored bytes of a part are gone: a text that is put again lies at another place. */
  lose(hash: string): void {
    this.texts.delete(hash);
    this.#refs.delete(hash);
  }

  async readPart(ref: PartRef): Promise<string> {
    return this.text(ref);
  }

  text(ref: PartRef): string {
    const text = this.#refs.get(ref.hash)?.at === ref.at ? this.texts.get(ref.hash) : undefined;
    if (text === undefined) throw new CodedError('not-found', `no part ${ref.hash}`);
    return text;
  }
}
