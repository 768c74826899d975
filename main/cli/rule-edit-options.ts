import type { Command } from 'commander';
import { z } from 'zod';
import type { RuleEdit } from '../../shared/model/matrix';
import type { RuleRef } from '../../shared/model/permission';
import { collect, oneOf } from './parse-options';
import { UsageError } from './usage-error';

const SCOPES = ['user', 'project', 'local', 'session'] as const;
const VERDICTS = ['allow', 'ask', 'deny'] as const;

export const ruleEditOptions = z.object({
  allow: z.array(z.string()),
  ask: z.array(z.string()),
  deny: z.array(z.string()),
  remove: z.array(z.string()),
  scope: z.enum(SCOPES),
});

/** Options that name a change of the rules: `--allow RULE`, `--ask RULE`, `--deny RULE`, `--remove RULE`, `--scope`. */
export function addRuleEditOptions(command: Command): Command {
  return command
    .option('--allow <rule>', 'add an allow rule (may be repeated)', collect, [])
    .option('--ask <rule>', 'add an ask rule', collect, [])
    .option('--deny <rule>', 'add a deny rule', collect, [])
    .option('--remove <rule>', 'take this rule away', collect, [])
    .option('--scope <scope>', `whose rules: ${SCOPES.join(', ')}`, oneOf(...SCOPES), 'local');
}

/** The edits that options name; `rules` are those that there are. */
export function ruleEditsOf(given: z.infer<typeof ruleEditOptions>, rules: readonly RuleRef[]): RuleEdit[] {
  const { scope } = given;
  const removed = given.remove.flatMap((text) => {
    const found = rules.filter((rule) => rule.scope === scope && rule.text === text);
    if (found.length === 0) throw new UsageError(`the ${scope} rules have no rule ${text}`);
    return found.map(
      ({ verdict, file }): RuleEdit => ({ type: 'remove', scope, verdict, rule: text, ...(file === undefined ? {} : { file }) }),
    );
  });
  const added = VERDICTS.flatMap((verdict) => given[verdict].map((rule): RuleEdit => ({ type: 'add', scope, verdict, rule })));
  return [...removed, ...added];
}
