import { z } from 'zod';

/** What words of the host say, by a key below `diagnostics:detail`, for a client to say it in the language of the person. */
export const saidDetailSchema = z.object({ key: z.string(), params: z.record(z.string(), z.string()) });
export type SaidDetail = z.infer<typeof saidDetailSchema>;
