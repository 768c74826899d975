import type { CapabilityUse, Decision } from '../../../shared/model/permission';
import { classify } from './classify';
import { decide } from './decide';
import { decideAs } from './decide-as';
import type { PermissionQuery } from './gate';
import type { RuleSet } from './rule-set';
import { withTurnRules } from './turn-rules';
import { askAfterUntrusted } from './untrusted-text';

/** The whole decision on a query: by rules and mode, for who asks, after what was read; it names the capabilities that are used. */
export function decideQuery(query: PermissionQuery, given: RuleSet): Decision {
  const { action, principal, untrusted = [], turnRules = [] } = query;
  // What a turn of a sub-agent is given would widen its parent as well: only what it is denied counts.
  const isChild = principal?.parent !== undefined;
  const rules = withTurnRules(given, isChild ? turnRules.filter(({ verdict }) => verdict === 'deny') : turnRules);
  const decision = principal === undefined ? decide(query, rules) : decideAs(principal, action, rules);
  const { uses, parts } = classify(action, rules);
  return askAfterUntrusted(withCapabilities(decision, uses, parts), action, uses, untrusted);
}

function withCapabilities(decision: Decision, uses: CapabilityUse[], byPart: CapabilityUse[][] | undefined): Decision {
  if (uses.length === 0) return decision;
  const parts = decision.parts?.map((part, index) => ({ ...part, capabilities: byPart?.[index] ?? [] }));
  return { ...decision, capabilities: uses, ...(parts === undefined ? {} : { parts }) };
}
