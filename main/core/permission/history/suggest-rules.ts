import type { RuleOffer, RuleSuggestion } from '../../../../shared/model/permission';
import { decideQuery } from '../decide-query';
import { offerRules } from '../offers';
import type { RuleSet } from '../rule-set';
import { findAdmitted } from './admitted-calls';
import type { RecordedCall } from './recorded-calls';
import { showCall } from './show-call';

/** Fewer answers than that are no habit. */
const LEAST_ANSWERS = 3;
const MOST_SUGGESTIONS = 20;
const MOST_EXAMPLES = 5;

interface Candidate {
  verdict: 'allow' | 'deny';
  rules: string[];
  /** Its place among what was offered: the narrowest comes first. */
  width: number;
  /** The calls that were answered so, as shown, with their numbers. */
  answered: Map<string, number>;
}

/**
 * Rules that answers of the person suggest: what was approved again and again and is asked for still, and what was rejected again
 * and again. The narrowest rule for one call that came often; the next wider where several like it came.
 */
export async function suggestRules(
  calls: readonly RecordedCall[],
  rules: RuleSet,
  options: { localFile: string | undefined; pace(): Promise<void> },
): Promise<RuleSuggestion[]> {
  const candidates = new Map<string, Candidate>();
  for (const call of calls) {
    await options.pace();
    const verdict = verdictOf(call);
    if (verdict === undefined || decideQuery({ action: call.action, mode: 'default', agent: '' }, rules).decision !== 'ask') continue;
    for (const [width, offer] of offerRules(call.action, { rules, localFile: options.localFile }).entries())
      note(candidates, verdict, { offer, width }, showCall(call.action, rules.folder));
  }
  const suggestions: RuleSuggestion[] = [];
  for (const { verdict, rules: texts, answered } of pick([...candidates.values()])) {
    const count = countOf(answered);
    const examples = [...answered].map(([call, times]) => ({ call, count: times })).sort((a, b) => b.count - a.count);
    const admits = await findAdmitted(texts, calls, rules, { except: new Set(answered.keys()), pace: options.pace });
    suggestions.push({ verdict, rules: texts, count, examples: examples.slice(0, MOST_EXAMPLES), admits });
  }
  return suggestions;
}

function verdictOf({ answer }: RecordedCall): Candidate['verdict'] | undefined {
  if (answer === 'allow-once') return 'allow';
  return answer === 'reject' || answer === 'reject-with-words' ? 'deny' : undefined;
}

function note(
  candidates: Map<string, Candidate>,
  verdict: Candidate['verdict'],
  { offer, width }: { offer: RuleOffer; width: number },
  call: string,
): void {
  const rules = [offer.rule, ...(offer.also ?? [])];
  const key = `${verdict} ${rules.join('\n')}`;
  const known = candidates.get(key) ?? { verdict, rules, width, answered: new Map<string, number>() };
  known.answered.set(call, (known.answered.get(call) ?? 0) + 1);
  candidates.set(key, known);
}

/** Of rules that the same answers suggest, the one that says no more than them. Both verdicts for one rule suggest neither. */
function pick(candidates: readonly Candidate[]): Candidate[] {
  const often = candidates.filter(({ answered }) => countOf(answered) >= LEAST_ANSWERS);
  const clear = often.filter(
    (one) => !candidates.some((other) => other.verdict !== one.verdict && other.rules.join('\n') === one.rules.join('\n')),
  );
  const ordered = [...clear].sort(
    (a, b) => a.answered.size - b.answered.size || countOf(b.answered) - countOf(a.answered) || a.width - b.width,
  );
  const taken: Candidate[] = [];
  const covered = new Set<string>();
  for (const one of ordered) {
    const fresh = [...one.answered.keys()].filter((call) => !covered.has(`${one.verdict} ${call}`));
    const freshCount = fresh.reduce((sum, call) => sum + (one.answered.get(call) ?? 0), 0);
    if (freshCount < LEAST_ANSWERS) continue;
    for (const call of one.answered.keys()) covered.add(`${one.verdict} ${call}`);
    taken.push(one);
  }
  return taken.sort((a, b) => countOf(b.answered) - countOf(a.answered)).slice(0, MOST_SUGGESTIONS);
}

function countOf(answered: ReadonlyMap<string, number>): number {
  return [...answered.values()].reduce((sum, count) => sum + count, 0);
}
