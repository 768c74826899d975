import { z } from 'zod';
import { hiddenSecretsSchema } from '../model/hidden-secrets';
import { hookChangeSchema } from '../model/hook-edit';
import { hookFiringSchema, hookPlaceSchema, hookSkipSchema, hookTypeSchema } from '../model/hook-run';
import { partRefSchema } from '../model/part';
import { modeSchema } from '../model/mode';
import { diagnosticSchema } from '../model/permission';
import { method } from './method-row';

const ground = z.object({ folder: z.string() });
const text = z.string().max(4_000_000);

export const hookViewSchema = z.object({
  id: z.string(),
  event: z.string(),
  /** Keys and indexes inside `hooks`. */
  path: z.array(z.union([z.string(), z.number()])),
  place: hookPlaceSchema,
  matcher: z.string(),
  type: hookTypeSchema,
  label: z.string(),
  /** The handler as it is written. */
  handler: z.record(z.string(), z.unknown()),
  /** Why it is off, whatever happens. */
  off: hookSkipSchema.optional(),
});
export type HookView = z.infer<typeof hookViewSchema>;

export const hookEventViewSchema = z.object({
  name: z.string(),
  /** What matchers are compared with, and the values where they are a closed list. */
  matches: z.string().optional(),
  values: z.array(z.string()).optional(),
  /** Those of them that this host never has. */
  silent: z.array(z.string()).optional(),
  types: z.array(hookTypeSchema),
  block: z.string(),
  /** `if` is evaluated. */
  tests: z.boolean(),
  /** False: this host never has the moment. */
  fires: z.boolean(),
});
export type HookEventView = z.infer<typeof hookEventViewSchema>;

/** A firing as the ledger shows it. */
export const firingRecordSchema = hookFiringSchema.extend({ seq: z.number().int(), at: z.string() });
export type FiringRecord = z.infer<typeof firingRecordSchema>;

/** Texts of a run of the test bench, by the hashes of their parts. */
const texts = z.record(z.string(), z.unknown());

/** Hooks of a folder: what they are, what they did, what they would do. */
export const hookMethods = {
  'hooks.list': method(
    'none',
    ground,
    z.object({
      hooks: z.array(hookViewSchema),
      events: z.array(hookEventViewSchema),
      files: z.array(z.object({ path: z.string(), scope: hookPlaceSchema.shape.scope, exists: z.boolean() })),
      disabled: z.object({ file: z.string(), line: z.number().int() }).optional(),
      trusted: z.boolean(),
      diagnostics: z.array(diagnosticSchema),
    }),
  ),
  /** The hooks of a text that nobody has written yet, for a settings file of a folder, and what is wrong with it. */
  'hooks.check': method(
    'none',
    ground.extend({ path: z.string(), text }),
    z.object({ hooks: z.array(hookViewSchema), diagnostics: z.array(diagnosticSchema) }),
  ),
  /** A settings file's text after changes; nothing is written. `conflict` where it is not JSON. */
  'hooks.edit': method('none', z.object({ text, changes: z.array(hookChangeSchema).max(50) }), z.object({ text })),
  /** Examples that can be enabled, for a file of one scope. */
  'hooks.examples': method(
    'none',
    ground,
    z.object({
      examples: z.array(
        z.object({
          id: z.string(),
          changes: z.array(hookChangeSchema),
          /**
           * The script that goes with it, with its place below the folder. Where there is one of this name already, that one stays and its
           * text is given; no text: it cannot be shown. `differs`: it is not the example's.
           */
          script: z.object({ path: z.string(), text: z.string().optional(), exists: z.boolean(), differs: z.boolean() }).optional(),
        }),
      ),
    }),
  ),
  /** Firings of a session, newest first. `before`: where the next page begins, which may be empty; absent: there is none. */
  'hooks.log': method(
    'none',
    z.object({ session: z.string(), before: z.number().int().optional(), limit: z.number().int().min(1).max(200).default(100) }),
    z.object({ firings: z.array(firingRecordSchema), before: z.number().int().optional() }),
  ),
  /** The JSON values of parts of a session, by their hashes. */
  'hooks.parts': method('none', z.object({ session: z.string(), parts: z.array(partRefSchema).max(50) }), z.object({ texts })),
  /** An input of an event as the host would make one. */
  'hooks.sample': method('none', ground.extend({ event: z.string() }), z.object({ about: z.string().optional(), input: z.unknown() })),
  /**
   * Runs the hooks of an event on an input, outside any session: nothing is logged and no session is changed. What the hooks themselves do
   * is done. `only`: one hook of the list, whether its conditions fit or not is still told. `text`: settings that nobody has written yet.
   */
  'hooks.test': method(
    'none',
    ground.extend({
      event: z.string(),
      input: z.record(z.string(), z.unknown()),
      only: z.string().optional(),
      draft: z.object({ path: z.string(), text }).optional(),
      mode: modeSchema.optional(),
    }),
    z.object({
      firing: hookFiringSchema,
      texts,
      /** What all of them want together, as the loop would take it. */
      effect: z.object({
        reason: z.string().optional(),
        block: z.string().optional(),
        stop: z.string().optional(),
        toModel: z.array(z.string()),
        toPerson: z.array(z.string()),
      }),
      /** What the placeholders in the input stand for: a hook that looks for secrets would see those, and did not here. */
      hidden: z.array(hiddenSecretsSchema),
    }),
  ),
} as const;
