import type { LintFinding } from '../../../shared/model/call';
import type { PlacedPart } from '../../../shared/model/part';
import { History } from './history';
import { rewriteMessages } from './rewrite-history';
import type { Workshop } from './workshop';

/** A history for a request without a base: the first one, or one after an operation that breaks the prefix (invariant 4). */
export async function startOver(
  shop: Workshop,
  turn: string,
  dropThinking: boolean,
  { system, tools }: { system: PlacedPart[]; tools: PlacedPart[] },
  plainReferences: boolean,
): Promise<{ history: History; findings: LintFinding[] }> {
  const { deps, fold, lost, maker } = shop;
  const old = fold.history;
  const history = new History(deps.log.readPart.bind(deps.log));
  const rewritten = await rewriteMessages(
    old,
    { dropThinking, plainReferences, quarantined: fold.pending.quarantined, lost },
    (placed) => deps.log.readPart(placed.part),
    maker,
  );
  history.commit({ head: {}, system, tools, messages: rewritten.messages, marks: [] }, turn);
  await history.load();
  return { history, findings: rewritten.findings };
}
