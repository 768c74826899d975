import { createHash, type Hash } from 'node:crypto';
import { z } from 'zod';
import { type SessionState, sessionStateSchema } from '../../../shared/model/session';
import type { ByteSource } from './append-file';
import { readOwnText } from './read-own-file';
import { RecordIndex, type RecordPlaces } from './record-index';
import { writeFileAtomically } from './write-file-atomically';

const CHUNK = 1024 * 1024;
/** Far more than the state of a session takes. */
const MOST_BYTES = 512 * 1024 * 1024;

const headerSchema = z.object({
  vitrineCheckpoint: z.literal(1),
  app: z.string(),
  log: z.object({ size: z.number().int().nonnegative(), sha256: z.string() }),
  /** Of the second line. */
  sha256: z.string(),
});
const placeSchema = z.object({ at: z.number(), size: z.number() });
const recordPlacesSchema: z.ZodType<RecordPlaces> = z.object({
  items: z.array(placeSchema.extend({ id: z.string() })),
  calls: z.array(z.object({ id: z.string(), started: placeSchema.optional(), ended: placeSchema.optional() })),
  marks: z.array(z.object({ seq: z.number(), at: z.number() })),
  count: z.number(),
  end: z.number(),
});
const bodySchema = z.object({ state: sessionStateSchema, places: recordPlacesSchema });

/** What folding the first `size` bytes of a log gave; the log is read on from there. */
export interface Checkpoint {
  size: number;
  state: SessionState;
  index: RecordIndex;
}

/**
 * The checkpoint of a log. Undefined when there is none, when it is torn or written by another version `app` (which may fold
 * otherwise), or when the log's first bytes are not those that were folded: then the log is read from its beginning.
 */
export async function readCheckpoint(path: string, log: ByteSource, app: string): Promise<Checkpoint | undefined> {
  try {
    const text = await readOwnText(path, MOST_BYTES);
    const [head = '', body = ''] = text.split('\n', 2);
    const header = headerSchema.parse(JSON.parse(head));
    if (header.app !== app || sha256(body) !== header.sha256) return undefined;
    if ((await hashStart(log, header.log.size)) !== header.log.sha256) return undefined;
    const { state, places } = bodySchema.parse(JSON.parse(body));
    return { size: header.log.size, state, index: RecordIndex.from(places) };
  } catch {
    return undefined;
  }
}

/** Keeps what was folded. Only of a log whose first `size` bytes hold whole events of this version and nothing else. */
export async function writeCheckpoint(path: string, log: ByteSource, app: string, { size, state, index }: Checkpoint): Promise<void> {
  const body = JSON.stringify({ state, places: index.places() });
  const header: z.infer<typeof headerSchema> = {
    vitrineCheckpoint: 1,
    app,
    log: { size, sha256: await hashStart(log, size) },
    sha256: sha256(body),
  };
  await writeFileAtomically(path, `${JSON.stringify(header)}\n${body}\n`, false);
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** Hash of the first `size` bytes, or of all where there are fewer. */
async function hashStart(log: ByteSource, size: number): Promise<string> {
  const hash: Hash = createHash('sha256');
  const bytes = Buffer.allocUnsafe(Math.min(size, CHUNK));
  for (let at = 0; at < size; ) {
    const { bytesRead } = await log.read(bytes, 0, Math.min(bytes.length, size - at), at);
    if (bytesRead === 0) break;
    hash.update(bytes.subarray(0, bytesRead));
    at += bytesRead;
  }
  return hash.digest('hex');
}
