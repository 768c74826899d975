import type { Action, Decision } from '../../../shared/model/permission';
import { decide } from './decide';
import { canonicalToolName } from './known-tools';
import type { Principal } from './principal';
import type { RuleSet } from './rule-set';
import { namesTool } from './server-names';
import { isStricter } from './verdict-rank';

/** `decide` for a principal: as its own definition and mode say, and never more than its parent may. */
export function decideAs(principal: Principal, action: Action, rules: RuleSet): Decision {
  const own = hasTool(principal, action)
    ? decide({ action, mode: principal.mode, agent: principal.agent }, rules)
    : withoutTool(principal, action);
  if (principal.parent === undefined) return own;
  const above = decideAs(principal.parent, action, rules);
  return isStricter(above.decision, own.decision) ? above : own;
}

function hasTool({ tools, without }: Principal, { tool, server }: Action): boolean {
  const named = { name: canonicalToolName(tool), server };
  return !without.some((entry) => namesTool(entry, named)) && (tools === undefined || tools.some((entry) => namesTool(entry, named)));
}

function withoutTool({ agent, mode, source }: Principal, action: Action): Decision {
  const place = source === undefined ? '' : `: ${source.file}:${source.line} says which it has`;
  return { decision: 'deny', mode, reason: `${agent} has no tool ${action.tool}${place}.`, builtin: 'agent-tools', diagnostics: [] };
}
