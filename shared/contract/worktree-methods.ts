import { z } from 'zod';
import { method } from './method-row';

const worktreeSchema = z.object({
  path: z.string(),
  branch: z.string(),
  files: z.number().int(),
  commits: z.number().int(),
  /** Files and folders in it that git ignores, caches aside: the first of them. */
  ignored: z.array(z.string()).optional(),
  /** Other repositories in it: the first of them. */
  repositories: z.array(z.string()).optional(),
  /** Its agent runs: nothing is decided about it now. */
  inUse: z.boolean(),
});

/** Worktrees of agents. */
export const worktreeMethods = {
  /** Those that are there, whichever session they are from; none in a folder that is not trusted. */
  'worktrees.list': method('none', z.object({ folder: z.string() }), z.object({ worktrees: z.array(worktreeSchema) })),
  /**
   * `problem`: in words why it could not be done; then it is as it was. `left`: the work is merged, and the worktree stays for these
   * files and repositories, which no merge takes along. Rejects with `busy` while its agent runs.
   */
  'worktrees.settle': method(
    'config',
    z.object({ folder: z.string(), path: z.string(), how: z.enum(['merge', 'keep', 'discard']) }),
    z.object({ problem: z.string().optional(), left: z.array(z.string()).optional() }),
  ),
} as const;
