import type { Config, Limits, ModelInfo } from '../../../shared/model/config';
import { TreeTotals } from '../../core/subagents/tree-totals';

/** A turn of the main agent as everything below it needs to know it. */
export interface TurnFrame {
  turn: string;
  model: ModelInfo;
  config: Config;
  limits: Limits;
  interactive: boolean;
}

/** The same with what its tree has used. */
export class TreeFrame {
  readonly totals = new TreeTotals();
  readonly turn: TurnFrame;

  constructor(turn: TurnFrame) {
    this.turn = turn;
  }
}
