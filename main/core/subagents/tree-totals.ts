import { addUsage, NO_USAGE, promptTokens } from '../../../shared/model/add-usage';
import type { Usage } from '../../../shared/model/usage';

/** What a turn of the main agent and everything below it have used: the caps of the turn count all of it. */
export class TreeTotals {
  usage: Usage = NO_USAGE;
  /** Undefined once the price of any call was unknown. */
  costUsd: number | undefined = 0;
  /** Agents that were started in it. */
  agents = 0;
  /** Expected cost of calls that are on their way. */
  #expectedUsd = 0;

  add(usage: Usage, costUsd: number | undefined): void {
    this.usage = addUsage(this.usage, usage);
    this.costUsd = this.costUsd === undefined || costUsd === undefined ? undefined : this.costUsd + costUsd;
  }

  /** Counts a call before it is made, so that calls side by side do not go over a limit together. Gives the way to take it back. */
  expect(usd: number): () => void {
    this.#expectedUsd += usd;
    return () => {
      this.#expectedUsd -= usd;
    };
  }

  tokens(): number {
    return promptTokens(this.usage) + this.usage.output;
  }

  /** Spent, and about to be. */
  money(): number {
    return (this.costUsd ?? 0) + this.#expectedUsd;
  }
}
