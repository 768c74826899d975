import type { RuleRef } from '../../../shared/model/permission';
import { parseRule } from './parse-rule';
import type { Rule } from './rule';
import { createRuleIndex, joinIndexes } from './rule-index';
import type { RuleSet } from './rule-set';

/** A rule that holds for one turn of one agent, with the file that says it: a skill's `allowed-tools` and `disallowed-tools`. */
export type TurnRule = Required<Pick<RuleRef, 'text' | 'verdict' | 'file' | 'line'>>;

const joined = new WeakMap<RuleSet, { turnRules: readonly TurnRule[]; rules: RuleSet }>();

/** The rule set with the rules of a turn, which count as granted for the session. They lift no deny, no ask, no protection. */
export function withTurnRules(rules: RuleSet, turnRules: readonly TurnRule[] = []): RuleSet {
  if (turnRules.length === 0) return rules;
  const known = joined.get(rules);
  if (known?.turnRules === turnRules) return known.rules;
  const added = turnRules.flatMap((ref): Rule[] => {
    const { rule } = parseRule(ref.text, ref.verdict);
    return rule === undefined ? [] : [{ ...rule, ref: { ...ref, scope: 'session' }, sourceBase: rules.folder }];
  });
  const all = {
    ...rules,
    allow: joinIndexes(createRuleIndex(added, 'allow', rules), rules.allow),
    deny: joinIndexes(createRuleIndex(added, 'deny', rules), rules.deny),
  };
  joined.set(rules, { turnRules, rules: all });
  return all;
}
