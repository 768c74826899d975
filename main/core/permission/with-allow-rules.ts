import { parseRule } from './parse-rule';
import type { Rule } from './rule';
import { createRuleIndex, joinIndexes } from './rule-index';
import type { RuleSet } from './rule-set';

/** The rule set with further allow rules, as if they were granted for the session; undefined where one of them is no rule. */
export function withAllowRules(rules: RuleSet, texts: readonly string[]): RuleSet | undefined {
  const added: Rule[] = [];
  for (const text of texts) {
    const { rule } = parseRule(text, 'allow');
    if (rule === undefined) return undefined;
    added.push({ ...rule, ref: { text, verdict: 'allow', scope: 'session' }, sourceBase: rules.folder });
  }
  return { ...rules, allow: joinIndexes(createRuleIndex(added, 'allow', rules), rules.allow) };
}
