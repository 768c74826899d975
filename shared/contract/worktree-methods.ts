import { z } from 'zod';
import { method } from './method-row';

const worktreeSchema = z.object({
  path: z.string(),
  branch: z.string(),
  files: z.number().int(),
  commits: z.number().int(),
  /** Its agent runs: nothing is decided about it now. */
  inUse: z.boolean(),
});

/** Worktrees of agents. */
export const worktreeMethods = {
  /** Those that are there, whichever session they are from; none in a folder that is not trusted. */
  'worktrees.list': method('none', z.object({ folder: z.string() }), z.object({ worktrees: z.array(worktreeSchema) })),
  /** `problem`: in git's words why it could not be done; then it is as it was. Rejects with `busy` while its agent runs. */
  'worktrees.settle': method(
    'config',
    z.object({ folder: z.string(), path: z.string(), how: z.enum(['merge', 'keep', 'discard']) }),
    z.object({ problem: z.string().optional() }),
  ),
} as const;
