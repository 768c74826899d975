import type { Action } from '../../../shared/model/permission';
import { decide } from '../permission/decide';
import type { Rule } from '../permission/rule';
import type { RuleSet } from '../permission/rule-set';
import type { Hook } from './hook';

/**
 * Whether the permission rule of a hook's `if` fits what a call would do, as a deny rule would: any part of a command is enough. A command
 * that cannot be read fits. The policy must be prepared for the action.
 */
export function matchRule(
  { rule, place }: Hook,
  action: Action | undefined,
  { ruleSet }: { ruleSet(own: readonly Rule[]): RuleSet },
): boolean {
  if (rule === undefined) return true;
  if (action === undefined) return false;
  const scope = place.scope === 'skill' || place.scope === 'agent' ? 'project' : place.scope;
  const rules = ruleSet([]);
  const own: Rule = { ...rule.parsed, ref: { text: rule.text, verdict: 'deny', scope }, sourceBase: rules.folder };
  const set = ruleSet([own]);
  const decision = decide({ action, mode: 'default', agent: 'main' }, set);
  if (decision.decision === 'deny' && decision.rule?.text === rule.text) return true;
  return action.command !== undefined && rule.parsed.tool === action.tool && set.parse(action.command).unknown !== undefined;
}
