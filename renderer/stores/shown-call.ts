import type { CallSpine, ItemSpine } from '../../shared/model/session';
import { MAIN_AGENT_PATH } from './agents';
import type { Selection } from './selection-hash';
import { selectCall, useSelection } from './selection';
import { useSession } from './session';

export interface ShownCall {
  spine: CallSpine;
  /** Its neighbours of the same agent. */
  before: CallSpine | undefined;
  after: CallSpine | undefined;
}

/** The call that the selection means: the selected one, else that of the selected item, else the newest. */
export function shownCall(
  calls: readonly CallSpine[],
  items: readonly ItemSpine[],
  { call, item }: Pick<Selection, 'call' | 'item'>,
): ShownCall | undefined {
  const wanted = call ?? (item === undefined ? undefined : items.find((entry) => entry.id === item)?.call);
  const spine = calls.find((entry) => entry.call === wanted) ?? calls.at(-1);
  if (!spine) return undefined;
  const own = calls.filter((entry) => entry.agent === spine.agent);
  const at = own.indexOf(spine);
  return { spine, before: own[at - 1], after: own[at + 1] };
}

/** Selects the call before (-1) or after (1) the one that is shown, of the same agent. */
export function stepCall(by: -1 | 1): void {
  const { state } = useSession.getState();
  const shown = state && shownCall(state.calls, state.items, useSelection.getState().current);
  const next = by < 0 ? shown?.before : shown?.after;
  if (next) selectCall(next.call, next.agent === MAIN_AGENT_PATH ? {} : { agent: next.agent });
}
