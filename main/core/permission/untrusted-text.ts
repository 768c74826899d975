import type { Action, Capability, CapabilityUse, Decision } from '../../../shared/model/permission';

/** What may act beyond the project, where nobody can take it back. A fetch only reads, and only what a rule lists. */
const LEAVES: ReadonlySet<Capability> = new Set(['write-outside', 'run-other', 'network', 'git-publish', 'deploy', 'mcp']);

/**
 * The decision after untrusted text was read in the turn: what would be allowed but may act outside the project is asked for
 * again, and the question names the source. Holds in every mode but bypassPermissions, whatever rule allows it.
 */
export function askAfterUntrusted(
  decision: Decision,
  action: Action,
  uses: readonly CapabilityUse[],
  sources: readonly string[],
): Decision {
  if (sources.length === 0 || decision.decision !== 'allow' || decision.mode === 'bypassPermissions') return decision;
  const fetches = action.capability === 'network' && action.command === undefined;
  // What an isolated command could do outside shows as a use of its own: a host that is reached, a write elsewhere.
  const held = decision.sandbox?.isolated === true;
  if (fetches || !uses.some(({ capability }) => LEAVES.has(capability) && !(held && capability === 'run-other'))) return decision;
  const { rule: _rule, ...rest } = decision;
  const quiet = decision.mode === 'dontAsk';
  const words = `It may act outside the project, and this turn has read text that nobody vouches for: ${sources.join(', ')}.`;
  return {
    ...rest,
    decision: quiet ? 'deny' : 'ask',
    builtin: 'untrusted-text',
    reason: quiet ? `${words} The mode dontAsk denies what would have to be asked.` : words,
  };
}
