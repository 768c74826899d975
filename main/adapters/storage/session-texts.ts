import { type FileHandle, open } from 'node:fs/promises';
import { RecordStream } from '../../core/sessions/record-stream';
import type { SessionTexts } from '../../core/sessions/search-sessions';
import { BlobFolder } from './blob-folder';
import { readPartFrom } from './pack-file';
import type { SessionPaths } from './session-paths';
import { streamRecords } from './stored-events';

/** Opens a session for one pass over its texts: nothing is folded, watched or kept. */
export async function openSessionTexts(paths: SessionPaths): Promise<SessionTexts> {
  const log = await open(paths.log, 'r');
  let pack: FileHandle | undefined;
  try {
    pack = await open(paths.pack, 'r');
  } catch {
    // A session without parts has no texts beside its events.
  }
  const parts = pack;
  const blobs = new BlobFolder(paths.blobs);
  return {
    async *events() {
      const { size } = await log.stat();
      for await (const records of streamRecords(log, new RecordStream(), 0, size)) for (const { event } of records) yield event;
    },
    readPart: (ref) => readPartFrom(parts ?? { read: async () => ({ bytesRead: 0 }) }, ref),
    readBlob: (name) => blobs.read(name),
    async close() {
      await log.close();
      await parts?.close();
    },
  };
}
