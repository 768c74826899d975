import type { RuleRef, RuleUse } from '../../../../shared/model/permission';
import type { RecordedCall } from './recorded-calls';
import { showCall } from './show-call';

/** How often each rule decided about a call or a part of one, when last, and about what. */
export function countRuleUses(calls: readonly RecordedCall[], folder: string): RuleUse[] {
  const uses = new Map<string, RuleUse>();
  for (const call of calls) {
    const spoke = new Map(
      [call.decision, ...(call.decision.parts ?? [])].flatMap(({ rule }) => (rule === undefined ? [] : [[keyOf(rule), rule]])),
    );
    for (const [key, { text, verdict, scope, file }] of spoke) {
      const known = uses.get(key);
      const example = { session: call.session, item: call.item, call: showCall(call.action, folder) };
      const place = { text, verdict, scope, ...(file === undefined ? {} : { file }) };
      if (known === undefined) uses.set(key, { ...place, hits: 1, lastAt: call.at, last: example });
      else uses.set(key, { ...known, hits: known.hits + 1, ...(call.at > known.lastAt ? { lastAt: call.at, last: example } : {}) });
    }
  }
  return [...uses.values()].sort((a, b) => b.hits - a.hits);
}

/** A rule stays the same one when its line moves. */
function keyOf({ text, verdict, scope, file }: RuleRef): string {
  return JSON.stringify([text, verdict, scope, file]);
}
