import type { Usage } from '../../../shared/model/usage';
import { addUsage, NO_USAGE, promptTokens } from '../../../shared/model/add-usage';

/** What one turn has used so far. */
export class TurnTotals {
  rounds = 0;
  usage: Usage = NO_USAGE;
  /** Undefined once the price of any call was unknown. */
  costUsd: number | undefined = 0;

  /** Some of it was estimated: nobody counted it. */
  estimated = false;

  add({ usage, estimatedUsage, costUsd }: { usage?: Usage; estimatedUsage?: Usage; costUsd?: number }): void {
    if (usage === undefined && estimatedUsage === undefined) return;
    this.estimated ||= estimatedUsage !== undefined;
    this.usage = addUsage(addUsage(this.usage, usage ?? NO_USAGE), estimatedUsage ?? NO_USAGE);
    this.costUsd = this.costUsd === undefined || costUsd === undefined ? undefined : this.costUsd + costUsd;
  }

  tokens(): number {
    return promptTokens(this.usage) + this.usage.output;
  }
}
