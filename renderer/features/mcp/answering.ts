import type { ServerAnswer } from '../../../shared/model/mcp';

/** How a card gives its answer. `sent`: it is on its way, or has arrived. */
export interface Answering {
  sent: boolean;
  answer: (answer: ServerAnswer) => void;
}
