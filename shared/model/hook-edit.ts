import { z } from 'zod';

const path = z.array(z.union([z.string(), z.number()]));
/** A handler as a settings file has it; what is wrong with it is told, not refused. */
const handler = z.record(z.string(), z.unknown());

/** A change of the hooks in a settings file. `path` leads to a handler inside `hooks`. */
export const hookChangeSchema = z.discriminatedUnion('op', [
  z.object({ op: z.literal('add'), event: z.string(), matcher: z.string(), handler }),
  z.object({ op: z.literal('replace'), path, event: z.string(), matcher: z.string(), handler }),
  z.object({ op: z.literal('remove'), path }),
  /** A command that the sandbox cannot hold, for `sandbox.excludedCommands`. */
  z.object({ op: z.literal('exclude'), command: z.string() }),
]);
export type HookChange = z.infer<typeof hookChangeSchema>;
