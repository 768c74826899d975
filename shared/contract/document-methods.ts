import { z } from 'zod';
import { method } from './method-row';

/**
 * Files in which the agent's behaviour is written: instructions, rules, skills, commands, sub-agents, settings, auto memory.
 * `folder` is the project that they are looked at from; any other file is refused with `denied`.
 */
const document = z.object({ folder: z.string(), path: z.string() });
const text = z.string().max(4_000_000);
const done = z.object({});

export const documentScopeSchema = z.enum(['project', 'local', 'user', 'memory', 'bundled', 'managed']);
export type DocumentScope = z.infer<typeof documentScopeSchema>;

/** A file as it is on the disk, edited by a person and written only by this explicit act. `hash` is of its bytes. */
export const documentMethods = {
  'document.read': method(
    'none',
    document,
    z.object({
      text: z.string(),
      hash: z.string(),
      size: z.number().int(),
      scope: documentScopeSchema,
      writable: z.boolean(),
      /** It is a skill of the project that a link leads to, and lies elsewhere: it is not written by that link. */
      linked: z.literal(true).optional(),
    }),
  ),
  /** `base`: the hash of what the text was made from. `conflict` carries the present `text` and `hash`; without them the file is gone. */
  'document.write': method('none', document.extend({ text, base: z.string() }), z.object({ hash: z.string() })),
  /** `conflict`, with the present `text` and `hash`, where there is a file already. */
  'document.create': method('none', document.extend({ text }), z.object({ hash: z.string() })),
  /** Of a file, or of a folder such as that of a skill. `conflict` where something stands at the new place. */
  'document.rename': method('none', document.extend({ to: z.string() }), done),
  /** Of a file, or of a folder with all that lies in it. `conflict` where something stands at the new place. */
  'document.copy': method('none', document.extend({ to: z.string() }), done),
  /** Moves a file or a folder to the trash of the home. `undo` brings it back. */
  'document.trash': method('none', document, z.object({ undo: z.string() })),
  /** `conflict` where something stands at its old place by now. */
  'document.restore': method('none', z.object({ undo: z.string() }), z.object({ path: z.string() })),
  /** Hears of changes of the file by `document/changed`, until `document.unwatch` or the end of the connection. `hash`: of what stands there now. */
  'document.watch': method('none', document, z.object({ hash: z.string().optional() })),
  'document.unwatch': method('none', document, done),
} as const;
