import { open } from 'node:fs/promises';
import { RecordStream } from '../../core/sessions/record-stream';
import type { SessionTexts } from '../../core/sessions/search-sessions';
import { BlobFolder } from './blob-folder';
import { openPack, readPartFrom } from './pack-file';
import type { SessionPaths } from './session-paths';
import { streamRecords } from './stored-events';

/** Opens a session for one pass over its texts: nothing is folded, watched or kept. */
export async function openSessionTexts(paths: SessionPaths): Promise<SessionTexts> {
  const log = await open(paths.log, 'r');
  const parts = await openPack(paths).catch(() => undefined);
  const blobs = new BlobFolder(paths.blobs);
  return {
    async *events() {
      const { size } = await log.stat();
      for await (const records of streamRecords(log, new RecordStream(), 0, size)) for (const { event } of records) yield event;
    },
    readPart: (ref) => readPartFrom(parts, ref),
    readBlob: (name) => blobs.read(name),
    async close() {
      await log.close();
      await parts?.close();
    },
  };
}
