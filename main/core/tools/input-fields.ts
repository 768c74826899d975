import { z } from 'zod';

/** A path as the model gives it. */
export function pathField(description: string) {
  return z
    .string()
    .min(1)
    .refine((path) => !path.includes('\0'), 'a path cannot contain a NUL character')
    .describe(description);
}

export function countField(description: string, least = 0) {
  return z.int().min(least).describe(description);
}
