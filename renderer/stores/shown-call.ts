import type { CallSpine, ItemSpine } from '../../shared/model/session';
import { MAIN_AGENT_PATH } from './agents';
import type { Selection } from './selection-hash';
import { selectAgent, selectCall, useSelection } from './selection';
import { useSession } from './session';

export interface ShownCall {
  spine: CallSpine;
  /** Its neighbours of the same agent. */
  before: CallSpine | undefined;
  after: CallSpine | undefined;
  /** Chosen by the selection: it stays while newer calls come. */
  pinned: boolean;
}

/** The call that the selection means: the selected one, else that of the selected item, else the newest of the selected agent. */
export function shownCall(
  calls: readonly CallSpine[],
  items: readonly ItemSpine[],
  { call, item, agent = MAIN_AGENT_PATH }: Pick<Selection, 'call' | 'item' | 'agent'>,
): ShownCall | undefined {
  const wanted = call ?? (item === undefined ? undefined : items.find((entry) => entry.id === item)?.call);
  const chosen = calls.find((entry) => entry.call === wanted);
  const spine = chosen ?? calls.findLast((entry) => entry.agent === agent);
  if (!spine) return undefined;
  const own = calls.filter((entry) => entry.agent === spine.agent);
  const at = own.indexOf(spine);
  return { spine, before: own[at - 1], after: own[at + 1], pinned: chosen !== undefined };
}

/** Selects the call before (-1) or after (1) the one that is shown, of the same agent. */
export function stepCall(by: -1 | 1): void {
  const { state } = useSession.getState();
  const shown = state && shownCall(state.calls, state.items, useSelection.getState().current);
  const next = by < 0 ? shown?.before : shown?.after;
  if (next) selectCall(next.call, next.agent === MAIN_AGENT_PATH ? {} : { agent: next.agent });
}

/** Shows the newest call, and each that comes after it. */
export function followNewestCall(): void {
  selectAgent(useSelection.getState().current.agent);
}
