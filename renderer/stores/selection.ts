import { create } from 'zustand';
import { decodeHash, encodeHash, type Selection, type View } from './selection-hash';

interface SelectionState {
  current: Selection;
  past: Selection[];
  future: Selection[];
}

const MAX_HISTORY = 200;
/** `detail` of a session whose agents are shown as a tree. */
export const TREE = 'tree';

export const useSelection = create<SelectionState>(() => ({ current: decodeHash(globalThis.location?.hash ?? ''), past: [], future: [] }));

/** Moves the selection and remembers where it was. Selecting what is selected does nothing. */
export function select(next: Selection): void {
  const { current, past } = useSelection.getState();
  if (encodeHash(next) === encodeHash(current)) return;
  useSelection.setState({ current: next, past: [...past.slice(-MAX_HISTORY), current], future: [] });
}

export function selectView(view: View): void {
  const { current, past } = useSelection.getState();
  const last = [...past].reverse().find((entry) => entry.view === view);
  if (current.view !== view) select(last ?? { view });
}

export function selectSession(session: string | undefined): void {
  select(session ? { view: 'sessions', session } : { view: 'sessions' });
}

/** Selects a call of the session in hand; the inspector follows. */
export function selectCall(call: string, at?: { agent?: string; item?: string; segment?: string }): void {
  const { session } = useSelection.getState().current;
  if (session) select({ view: 'sessions', session, call, ...at });
}

export function selectItem(item: string, call: string | undefined): void {
  const { session, agent } = useSelection.getState().current;
  if (session) select({ view: 'sessions', session, item, ...(agent ? { agent } : {}), ...(call ? { call } : {}) });
}

/** Shows the conversation of an agent of the session in hand; without one, that of the main agent. */
export function selectAgent(agent: string | undefined): void {
  const { session } = useSelection.getState().current;
  if (session) select({ view: 'sessions', session, ...(agent ? { agent } : {}) });
}

/** Shows the agents of the session in hand as a tree. */
export function selectTree(agent?: string): void {
  const { session } = useSelection.getState().current;
  if (session) select({ view: 'sessions', session, detail: TREE, ...(agent ? { agent } : {}) });
}

/** Lets go of the event that a link named: the same link leads there again. */
export function dropEvent(): void {
  const { current } = useSelection.getState();
  const { event: _gone, ...rest } = current;
  select(rest);
}

export function selectSegment(segment: string | undefined): void {
  const { current } = useSelection.getState();
  const { segment: _gone, ...rest } = current;
  select(segment ? { ...rest, segment } : rest);
}

/** Chooses within the view in hand: a rule, a skill, a section. */
export function selectDetail(detail: string): void {
  select({ ...useSelection.getState().current, detail });
}

export function goBack(): void {
  const { current, past, future } = useSelection.getState();
  const last = past.at(-1);
  if (last) useSelection.setState({ current: last, past: past.slice(0, -1), future: [current, ...future] });
}

export function goForward(): void {
  const { current, past, future } = useSelection.getState();
  const next = future[0];
  if (next) useSelection.setState({ current: next, past: [...past, current], future: future.slice(1) });
}

/** Keeps the address's hash and the selection the same, both ways. Returns the function that ends it. */
export function followHash(): () => void {
  const onHash = () => {
    const next = decodeHash(location.hash);
    if (encodeHash(next) !== encodeHash(useSelection.getState().current)) select(next);
  };
  const off = useSelection.subscribe(({ current }) => {
    const hash = encodeHash(current);
    if (location.hash !== hash) history.replaceState(history.state, '', hash);
  });
  addEventListener('hashchange', onHash);
  // An address that changed while the page was starting.
  onHash();
  return () => {
    off();
    removeEventListener('hashchange', onHash);
  };
}
