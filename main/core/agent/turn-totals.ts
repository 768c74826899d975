import type { Usage } from '../../../shared/model/usage';
import { addUsage, NO_USAGE } from '../../../shared/model/add-usage';
import { TreeTotals } from '../subagents/tree-totals';

/** What one turn has used so far. */
export class TurnTotals {
  rounds = 0;
  usage: Usage = NO_USAGE;
  /** Undefined once the price of any call was unknown. */
  costUsd: number | undefined = 0;

  /** Some of it was estimated: nobody counted it. */
  estimated = false;

  /** Of this agent and all others of its tree: limits of tokens and money count these. */
  readonly tree: TreeTotals;

  constructor(tree = new TreeTotals()) {
    this.tree = tree;
  }

  add({ usage, estimatedUsage, costUsd }: { usage?: Usage; estimatedUsage?: Usage; costUsd?: number }): void {
    if (usage === undefined && estimatedUsage === undefined) return;
    this.estimated ||= estimatedUsage !== undefined;
    const used = addUsage(usage ?? NO_USAGE, estimatedUsage ?? NO_USAGE);
    this.usage = addUsage(this.usage, used);
    this.costUsd = this.costUsd === undefined || costUsd === undefined ? undefined : this.costUsd + costUsd;
    this.tree.add(used, costUsd);
  }
}
