import type { CallSpine, ItemSpine, SessionState, TurnSpine } from '../../../shared/model/session';

/** A line of the timeline: an item, the place where a model call begins, or the end of a turn. */
export type Row =
  | { type: 'item'; key: string; item: ItemSpine }
  | { type: 'call'; key: string; call: CallSpine }
  | { type: 'turn-end'; key: string; turn: TurnSpine };

type Spine = Pick<SessionState, 'items' | 'calls' | 'turns'>;

/**
 * Puts items, calls and turns in order. A call's line stands before its first item, but after the reminders that it
 * sent along; a call that brought no item stands before
 * the next call of its turn, or at the turn's end. A turn ends once, after its last item: what the person ran since
 * then has a turn of its own. No two rows have one key.
 */
export function buildRows({ items, calls, turns }: Spine): Row[] {
  const rows: Row[] = [];
  const turnById = new Map(turns.map((turn) => [turn.turn, turn]));
  const callsOfTurn = new Map<string, CallSpine[]>();
  for (const call of calls) {
    const list = callsOfTurn.get(call.turn);
    if (list) list.push(call);
    else callsOfTurn.set(call.turn, [call]);
  }
  const shown = new Set<string>();
  const showCalls = (turn: string, until?: string) => {
    const list = callsOfTurn.get(turn) ?? [];
    const last = until === undefined ? list.length - 1 : list.findIndex((call) => call.call === until);
    for (const call of list.slice(0, last + 1)) {
      if (shown.has(call.call)) continue;
      shown.add(call.call);
      rows.push({ type: 'call', key: `call ${call.call}`, call });
    }
  };
  const endTurn = (id: string) => {
    showCalls(id);
    const turn = turnById.get(id);
    if (turn?.state === 'done') rows.push({ type: 'turn-end', key: `end ${id}`, turn });
  };
  const lastOfTurn = new Map(items.map((item) => [item.turn, item]));
  for (const item of items) {
    if (item.call !== undefined && item.kind !== 'reminder' && !shown.has(item.call)) showCalls(item.turn, item.call);
    rows.push({ type: 'item', key: item.id, item });
    if (lastOfTurn.get(item.turn) === item) endTurn(item.turn);
  }
  for (const { turn } of turns.slice(-1)) if (!lastOfTurn.has(turn)) endTurn(turn);
  return rows;
}

/** What of a session is the conversation of one agent. */
export function spineOf(agent: string, { items, calls, turns }: Spine): Spine {
  const isOwn = (entry: { agent: string }) => entry.agent === agent;
  if (turns.every(isOwn)) return { items, calls, turns };
  return { items: items.filter(isOwn), calls: calls.filter(isOwn), turns: turns.filter(isOwn) };
}

const LINE_CHARS = 90;
const LINE_PX = 21;

/** A first guess of a row's height in pixels, until it is measured. */
export function estimateHeight(row: Row): number {
  if (row.type === 'call') return 26;
  if (row.type === 'turn-end') return 60;
  const { kind, chars } = row.item;
  if (kind === 'reminder' || kind === 'thinking' || kind === 'notice') return 26;
  if (kind === 'tool-call') return row.item.tool === 'Edit' || row.item.tool === 'Write' ? 200 : 36;
  return 24 + Math.min(60, Math.ceil(chars / LINE_CHARS)) * LINE_PX;
}
