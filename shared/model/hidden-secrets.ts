import { z } from 'zod';

/** Secrets of one kind that placeholders stand for in a text; `count` is the number of different ones. */
export const hiddenSecretsSchema = z.object({ kind: z.string(), count: z.number().int() });
export type HiddenSecrets = z.infer<typeof hiddenSecretsSchema>;
