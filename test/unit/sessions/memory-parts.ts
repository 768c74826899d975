import type { PartReader } from '../../../main/core/sessions/part-text';
import { CodedError } from '../../../shared/model/failure';
import type { PartRef } from '../../../shared/model/part';

export interface MemoryParts extends PartReader {
  put(value: unknown): PartRef;
  blobs: Map<string, Uint8Array>;
}

/** Parts of a session without a disk. */
export function memoryParts(): MemoryParts {
  const texts: string[] = [];
  const blobs = new Map<string, Uint8Array>();
  return {
    blobs,
    put(value) {
      const json = JSON.stringify(value);
      texts.push(json);
      return { hash: `part_${texts.length - 1}`, at: 0, size: json.length };
    },
    async readPart(ref) {
      const json = texts[Number(ref.hash.slice(5))];
      if (json === undefined) throw new CodedError('not-found', 'damaged');
      return json;
    },
    async readBlob(name) {
      const bytes = blobs.get(name);
      if (bytes === undefined) throw new CodedError('not-found', 'no blob');
      return bytes;
    },
  };
}
