import type { Usage } from '../../../shared/model/usage';
import { addUsage, NO_USAGE } from '../../../shared/model/add-usage';
import { TreeTotals } from '../subagents/tree-totals';

/** What one turn has used so far. */
export class TurnTotals {
  rounds = 0;
  usage: Usage = NO_USAGE;
  #spent: number | undefined = 0;
  #counted = false;

  /** Some of it was estimated: nobody counted it. */
  estimated = false;

  /** Of this agent and all others of its tree: limits of tokens and money count these. */
  readonly tree: TreeTotals;

  constructor(tree = new TreeTotals()) {
    this.tree = tree;
  }

  /** Undefined once the price of any call was unknown, and while calls were made of which nobody knows what they used. */
  get costUsd(): number | undefined {
    return this.rounds > 0 && !this.#counted ? undefined : this.#spent;
  }

  add({ usage, estimatedUsage, costUsd }: { usage?: Usage; estimatedUsage?: Usage; costUsd?: number }): void {
    if (usage === undefined && estimatedUsage === undefined) return;
    this.#counted = true;
    this.estimated ||= estimatedUsage !== undefined;
    const used = addUsage(usage ?? NO_USAGE, estimatedUsage ?? NO_USAGE);
    this.usage = addUsage(this.usage, used);
    this.#spent = this.#spent === undefined || costUsd === undefined ? undefined : this.#spent + costUsd;
    this.tree.add(used, costUsd);
  }
}
