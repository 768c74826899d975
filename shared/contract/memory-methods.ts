import { z } from 'zod';
import { memoryFindingSchema } from '../model/memory';
import { method } from './method-row';

const folder = z.object({ folder: z.string() });

/** What the instruction files of a folder say, what their authors would want to know, and adding to them. */
export const memoryMethods = {
  'memory.lint': method('none', folder, z.object({ findings: z.array(memoryFindingSchema) })),
  /** The text of each file as the model gets it, in load order; with `path`, of that one. */
  'memory.show': method(
    'none',
    folder.extend({ path: z.string().optional() }),
    z.object({ files: z.array(z.object({ path: z.string(), text: z.string() })) }),
  ),
  /** Files to which a line can be added by `#`, the likeliest first. */
  'memory.targets': method(
    'none',
    folder,
    z.object({
      targets: z.array(z.object({ target: z.enum(['project', 'local', 'user', 'auto']), path: z.string(), exists: z.boolean() })),
    }),
  ),
  /**
   * What adding a line to a document would write. Nothing is written: `document.write` with `base`, or `document.create` without one,
   * writes `text`. `before` is what stands there now.
   */
  'memory.planLine': method(
    'none',
    folder.extend({ path: z.string(), line: z.string().min(1).max(10_000) }),
    z.object({ text: z.string(), before: z.string(), base: z.string().optional(), patch: z.string() }),
  ),
  /** Turns notes for later sessions on or off for this project, in its local settings. */
  'memory.keepNotes': method('config', folder.extend({ on: z.boolean() }), z.object({ path: z.string() })),
} as const;
