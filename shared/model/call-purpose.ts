import { z } from 'zod';

/** What a call is for that answers no person: a question of a server during a call of one of its tools, or a hook's prompt. */
export const callPurposeSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('server'), server: z.string() }),
  z.object({ type: z.literal('hook') }),
]);
