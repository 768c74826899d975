import type { NewEvent } from '../../../shared/model/event';
import type { SaidDetail } from '../../../shared/model/said-detail';
import type { EventWriter } from '../kernel/event-writer';
import type { TurnDeps, TurnOptions } from './turn';
import type { TurnTotals } from './turn-totals';

/** What every step of one turn shares. */
export interface TurnScope {
  deps: TurnDeps;
  options: TurnOptions;
  writer: EventWriter;
  /** What the turn has used so far. */
  totals: TurnTotals;
  /** Aborts on the person's stop and on the time limit. */
  signal: AbortSignal;
  /** Calls back when `signal` aborts. Gives the way to take it back. One listener on the signal serves all calls that run. */
  onAbort(listener: () => void): () => void;
}

/** For calls that run side by side: none of them counts what another one has read meanwhile, whichever ends first. */
export interface CallScope extends TurnScope {
  /** Sources of foreign text that was read before them. */
  foreign: string[];
}

export interface NoticeText {
  level: 'info' | 'warning' | 'error';
  code: string;
  params?: Record<string, string | number>;
}

/** Words of the host among the parameters of a notice: the client says them by their key. */
export function saidParams(detail: SaidDetail | undefined): Record<string, string> {
  return detail === undefined ? {} : { ...detail.params, detail: detail.key };
}

/** An item that tells the person something about the turn; the interface translates it by its code. */
export function noticeEvent(scope: TurnScope, notice: NoticeText, call?: string): NewEvent {
  const { turn, agent } = scope.options;
  const id = scope.deps.ids.next('item');
  return {
    type: 'item/completed',
    item: {
      id,
      turn,
      agent,
      ...(call === undefined ? {} : { call }),
      kind: 'notice',
      level: notice.level,
      code: notice.code,
      params: notice.params ?? {},
    },
  };
}
