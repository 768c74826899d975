import type { Usage } from '../../../shared/model/usage';
import { addUsage, NO_USAGE, promptTokens } from '../../../shared/model/add-usage';

/** What one turn has used so far. */
export class TurnTotals {
  rounds = 0;
  usage: Usage = NO_USAGE;
  /** Undefined once the price of any call was unknown. */
  costUsd: number | undefined = 0;

  add(usage: Usage | undefined, costUsd: number | undefined): void {
    if (usage === undefined) return;
    this.usage = addUsage(this.usage, usage);
    this.costUsd = this.costUsd === undefined || costUsd === undefined ? undefined : this.costUsd + costUsd;
  }

  tokens(): number {
    return promptTokens(this.usage) + this.usage.output;
  }
}
