import type { Config, Limits, ModelInfo } from '../../../shared/model/config';
import type { ModelProvider } from '../../core/providers/provider';
import { TreeTotals } from '../../core/subagents/tree-totals';
import type { ModelService } from '../model-service';

/** A turn of the main agent as everything below it needs to know it. */
export interface TurnFrame {
  turn: string;
  model: ModelInfo;
  config: Config;
  limits: Limits;
  interactive: boolean;
}

export interface ChosenModel {
  model: ModelInfo;
  provider: ModelProvider;
}

/** The same with what its tree has used. */
export class TreeFrame {
  readonly totals = new TreeTotals();
  readonly turn: TurnFrame;
  readonly #models: ModelService;
  readonly #chosen = new Map<string, Promise<ChosenModel>>();

  constructor(turn: TurnFrame, models: ModelService) {
    this.turn = turn;
    this.#models = models;
  }

  /** A model by its name, and what talks to it. Rejects as the model service does. */
  model(name: string): Promise<ChosenModel> {
    const known = this.#chosen.get(name);
    if (known !== undefined) return known;
    const { config } = this.turn;
    const chosen = this.#models
      .choose(name, config)
      .then(async (model) => ({ model, provider: await this.#models.provider(model, config) }));
    this.#chosen.set(name, chosen);
    return chosen;
  }
}
