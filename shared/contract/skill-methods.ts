import { z } from 'zod';
import { diagnosticSchema } from '../model/permission';
import { skillEntrySchema, skillListingSchema, skillPreviewSchema, skillTurnSchema, triggerOutcomeSchema } from '../model/skill-report';
import { skillScopeSchema } from '../model/skill-use';
import { method } from './method-row';

const folder = z.object({ folder: z.string() });

/** Skills and commands of a folder, and what sessions did with them. */
export const skillMethods = {
  /** Everything that is there, in force or not. `places`: where a new one can be put. */
  'skills.tree': method(
    'none',
    folder.extend({ model: z.string().optional() }),
    z.object({
      skills: z.array(skillEntrySchema),
      listing: skillListingSchema,
      places: z.array(z.object({ scope: skillScopeSchema, form: z.enum(['skill', 'command']), folder: z.string() })),
      diagnostics: z.array(diagnosticSchema),
    }),
  ),
  /** A file of the tree with a text that may not be saved; without `text`, as it is on the disk. Nothing is run. */
  'skills.preview': method(
    'none',
    folder.extend({ path: z.string(), text: z.string().max(2_000_000).optional(), args: z.string().max(100_000).default('') }),
    skillPreviewSchema,
  ),
  /** Per turn, the newest first: what was offered, and what became of each use. */
  'skills.ledger': method('none', z.object({ session: z.string() }), z.object({ turns: z.array(skillTurnSchema) })),
  /** The prompts kept beside a skill, in `evals/triggers.yaml`. */
  'skills.triggers': method(
    'none',
    folder.extend({ name: z.string() }),
    z.object({
      path: z.string(),
      should: z.array(z.string()),
      shouldNot: z.array(z.string()),
      diagnostics: z.array(diagnosticSchema),
    }),
  ),
  /** One prompt, assembled as a new session would send it. `model`: the default one where absent. */
  'skills.tryTrigger': method(
    'none',
    folder.extend({ name: z.string(), prompt: z.string().min(1).max(100_000), model: z.string().optional() }),
    triggerOutcomeSchema,
  ),
} as const;
