import { z } from 'zod';
import { sessionSummarySchema } from '../../../shared/model/session';
import { readOwnText } from './read-own-file';

const entrySchema = z.object({ size: z.number(), modifiedMs: z.number(), summary: sessionSummarySchema.optional() });
const indexSchema = z.object({ version: z.literal(1), sessions: z.record(z.string(), entrySchema) });
export type IndexEntry = z.infer<typeof entrySchema>;
export type StoredIndex = z.infer<typeof indexSchema>;

/** The entries of an `index.json`, by session. One that is missing, damaged or of another version holds nothing. */
export async function readIndex(path: string): Promise<Map<string, IndexEntry>> {
  try {
    const { sessions } = indexSchema.parse(JSON.parse(await readOwnText(path)));
    return new Map(Object.entries(sessions));
  } catch {
    return new Map();
  }
}
