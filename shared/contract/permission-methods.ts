import { z } from 'zod';
import { editPlanSchema, matrixSchema, ruleEditSchema } from '../model/matrix';
import { modeSchema } from '../model/mode';
import {
  admittedCallsSchema,
  answerSchema,
  decisionSchema,
  diagnosticSchema,
  replayReportSchema,
  ruleRefSchema,
  ruleScopeSchema,
  ruleSuggestionSchema,
  ruleUseSchema,
} from '../model/permission';
import { method } from './method-row';

/** A folder, and a session of it whose grants count too. */
const ground = z.object({ folder: z.string(), session: z.string().optional() });
const edits = z.array(ruleEditSchema).max(200);
/** How much of the history was looked at. */
const looked = z.object({ calls: z.number().int(), sessions: z.number().int(), partial: z.boolean() });
const done = z.object({});

/** Rules of a folder: what they are, what they decide, what they would decide, and how they are changed. */
export const permissionMethods = {
  'permission.answer': method(
    'session',
    z.object({ session: z.string(), request: z.string(), answer: answerSchema }),
    z.object({ accepted: z.boolean() }),
  ),
  'permission.check': method(
    'none',
    ground.extend({ tool: z.string(), input: z.unknown(), mode: modeSchema.optional(), agent: z.string().optional() }),
    decisionSchema,
  ),
  /** Whether commands of a folder run isolated. `detail` is in English: by what, or why not. `byRules`: where not, rules decide all the same. */
  'permission.isolation': method(
    'none',
    z.object({ folder: z.string() }),
    z.object({ isolated: z.boolean(), why: z.enum(['off', 'unavailable']).optional(), detail: z.string(), byRules: z.boolean() }),
  ),
  'permission.rules': method(
    'none',
    ground,
    z.object({
      /** In the order in which they are listed. `off` says why one is not in force. */
      rules: z.array(ruleRefSchema.extend({ off: z.string().optional() })),
      files: z.array(z.object({ path: z.string(), scope: ruleScopeSchema, exists: z.boolean() })),
      /** Mode that the settings files ask for, and the folders that they add. */
      defaultMode: modeSchema.optional(),
      directories: z.array(z.string()).optional(),
      /** Paths that are never written without a person's word: folders end in `/`. */
      protected: z.array(z.string()).optional(),
      /** Sub-agents that the project defines. */
      agents: z.array(z.string()).optional(),
      diagnostics: z.array(diagnosticSchema),
      trusted: z.boolean(),
    }),
  ),
  'permission.matrix': method(
    'none',
    ground.extend({ mode: modeSchema.optional() }),
    matrixSchema.extend({ diagnostics: z.array(diagnosticSchema) }),
  ),
  /** What edits would do. Nothing is written. */
  'permission.plan': method('none', ground.extend({ edits: edits.min(1) }), editPlanSchema),
  /** Does what was planned; `conflict` where a file is not what it was then. `undo` names the change. */
  'permission.apply': method(
    'config',
    ground.extend({ edits: edits.min(1), hashes: z.record(z.string(), z.string()) }),
    z.object({ undo: z.string() }),
  ),
  /** Puts files and session rules back; `conflict` where they were changed since. */
  'permission.undo': method('config', z.object({ undo: z.string() }), done),
  'permission.uses': method('none', z.object({ folder: z.string() }), z.object({ uses: z.array(ruleUseSchema), looked })),
  /** Decides recorded calls anew under unsaved edits. Without `sessions`: those of the folder, newest first. */
  'permission.replay': method(
    'none',
    ground.extend({ edits: edits.default([]), sessions: z.array(z.string()).max(200).optional() }),
    replayReportSchema.extend({ looked }),
  ),
  'permission.suggest': method('none', ground, z.object({ suggestions: z.array(ruleSuggestionSchema), looked })),
  /** What allow rules would admit of the calls on record that are not allowed now; `except` is a call as lists show it. */
  'permission.admits': method(
    'none',
    ground.extend({ rules: z.array(z.string()).min(1).max(20), except: z.string().optional() }),
    admittedCallsSchema.extend({ looked }),
  ),
} as const;
