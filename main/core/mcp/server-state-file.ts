import { z } from 'zod';
import { serverOptionsSchema } from '../../../shared/model/mcp';

/** What the host keeps of the servers of one folder. */
const folderStateSchema = z.looseObject({
  /** Hashes of the entries that the person has approved, or has rejected, by the servers' names. */
  approved: z.record(z.string(), z.string()).default({}),
  rejected: z.record(z.string(), z.string()).default({}),
  disabled: z.array(z.string()).default([]),
  options: z.record(z.string(), serverOptionsSchema).default({}),
  /** The tools of each server when it was last used: their names with a hash of what they say. */
  tools: z.record(z.string(), z.record(z.string(), z.string())).default({}),
});

export const serverStateFileSchema = z.looseObject({
  version: z.literal(1).default(1),
  folders: z.record(z.string(), folderStateSchema).default({}),
});
