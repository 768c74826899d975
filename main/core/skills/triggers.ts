import { z } from 'zod';
import type { Diagnostic } from '../../../shared/model/permission';
import type { SaidByKey } from '../kernel/say-words';
import { saySkill } from './skill-words';

export interface Triggers {
  /** Prompts for which the model should load the skill, and for which it should not. */
  should: string[];
  shouldNot: string[];
  diagnostics: Diagnostic[];
}

const prompts = z.array(z.string().trim().min(1)).max(200).default([]);
const triggersSchema = z.strictObject({ should: prompts, 'should-not': prompts });

/** Where the prompts of a skill are kept. */
export const TRIGGERS_FILE = 'evals/triggers.yaml';

/** Reads the prompts of a trigger test. What is wrong is said; what is right is used. */
export async function parseTriggers(text: string, file: string): Promise<Triggers> {
  const { parse } = await import('yaml');
  const refuse = (said: SaidByKey): Triggers => ({
    should: [],
    shouldNot: [],
    diagnostics: [{ code: 'skill-triggers', severity: 'error', ...said, file }],
  });
  try {
    const parsed = triggersSchema.safeParse(parse(text) ?? {});
    if (parsed.success) return { should: parsed.data.should, shouldNot: parsed.data['should-not'], diagnostics: [] };
    const [issue] = parsed.error.issues;
    return refuse(issue === undefined ? saySkill('triggers-shape') : sayIssue(issue));
  } catch (error) {
    return refuse(saySkill('triggers-yaml', { said: error instanceof Error ? error.message : String(error) }));
  }
}

function sayIssue(issue: z.core.$ZodIssue): SaidByKey {
  if (issue.code === 'unrecognized_keys') return saySkill('triggers-key', { key: issue.keys.join(', ') });
  return issue.path.length === 0 ? saySkill('triggers-shape') : saySkill('triggers-list', { place: issue.path.map(String).join('.') });
}
