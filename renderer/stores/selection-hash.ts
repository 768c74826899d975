export type View = 'sessions' | 'permissions' | 'skills' | 'hooks' | 'agents' | 'mcp' | 'audit' | 'settings';

/** The one selection that every pane follows. A narrower field is only meaningful with the wider ones before it. */
export interface Selection {
  view: View;
  session?: string;
  agent?: string;
  turn?: string;
  call?: string;
  item?: string;
  segment?: string;
  /** The run of a hook: the ledger shows the event that it was considered for. */
  event?: string;
  /** What a view has chosen: a rule, a skill, a settings section; of a session, `tree` for its agents. */
  detail?: string;
}

const VIEWS: readonly View[] = ['sessions', 'permissions', 'skills', 'hooks', 'agents', 'mcp', 'audit', 'settings'];
const FIELDS = ['session', 'agent', 'turn', 'call', 'item', 'segment', 'event', 'detail'] as const;

/** `#/sessions?session=…&call=…`: a selection as a deep link. Ids only, so nothing private is in it. */
export function encodeHash(selection: Selection): string {
  const query = new URLSearchParams();
  for (const field of FIELDS) {
    const value = selection[field];
    if (value) query.set(field, value);
  }
  const text = query.toString();
  return `#/${selection.view}${text ? `?${text}` : ''}`;
}

/** Reads a deep link; whatever is not one is the sessions view. */
export function decodeHash(hash: string): Selection {
  const [path = '', text = ''] = hash.replace(/^#\/?/, '').split('?', 2);
  const selection: Selection = { view: VIEWS.find((view) => view === path) ?? 'sessions' };
  const query = new URLSearchParams(text);
  for (const field of FIELDS) {
    const value = query.get(field);
    if (value) selection[field] = value;
  }
  return selection;
}
