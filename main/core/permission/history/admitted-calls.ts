import type { AdmittedCalls } from '../../../../shared/model/permission';
import { decideQuery } from '../decide-query';
import type { RuleSet } from '../rule-set';
import { withAllowRules } from '../with-allow-rules';
import type { RecordedCall } from './recorded-calls';
import { showCall } from './show-call';

const MOST_EXAMPLES = 8;

/**
 * What allow rules would admit of all that was ever called and is not allowed now: how many calls, and the commonest of them.
 * `except` names calls that need no mention, such as the one that is asked about.
 */
export async function findAdmitted(
  texts: readonly string[],
  calls: readonly RecordedCall[],
  rules: RuleSet,
  { except = new Set(), pace }: { except?: ReadonlySet<string>; pace(): Promise<void> },
): Promise<AdmittedCalls> {
  const widened = withAllowRules(rules, texts) ?? rules;
  const counts = new Map<string, number>();
  let total = 0;
  for (const { action } of calls) {
    const query = { action, mode: 'default', agent: '' } as const;
    const call = showCall(action, rules.folder);
    if (!except.has(call) && decideQuery(query, widened).decision === 'allow' && decideQuery(query, rules).decision !== 'allow') {
      counts.set(call, (counts.get(call) ?? 0) + 1);
      total += 1;
    }
    await pace();
  }
  const examples = [...counts].sort(([, a], [, b]) => b - a).map(([call, count]) => ({ call, count }));
  return { calls: total, kinds: examples.length, examples: examples.slice(0, MOST_EXAMPLES) };
}
