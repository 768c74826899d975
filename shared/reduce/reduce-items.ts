import type { Item, ToolCallItem } from '../model/item';
import { MAIN_AGENT } from '../model/main-agent';
import type { PartRef } from '../model/part';
import type { Todo } from '../model/question';
import type { ItemSpine } from '../model/session';
import { cutCodePoints } from '../text/cut-text';
import type { Draft } from './draft';

const TITLE_CODE_POINTS = 60;

export function reduceItem(draft: Draft, item: Item, state: ItemSpine['state'], event?: string): void {
  const spine = toSpine(item, state);
  if (event !== undefined) spine.event = event;
  const index = draft.items.find(item.id);
  if (index < 0) draft.items.add(spine);
  // A late `item/started` never takes back what `item/completed` said.
  else if (state === 'done' || draft.state.items[index]?.state === 'running') draft.state.items[index] = spine;
  if (item.kind === 'user-text' && item.author === 'user' && item.command === undefined && draft.state.title === '')
    draft.state.title = titleOf(item.preview);
  if (item.kind === 'tool-call' && state === 'done') takeTodos(draft, item);
}

/** A turn that ended leaves nothing running, whatever its log lost. */
export function endItemsOfTurn(draft: Draft, turn: string, agent: string): void {
  const { items } = draft.state;
  for (let index = items.length - 1; index >= 0; index -= 1) {
    const item = items[index];
    if (item === undefined || item.agent !== agent) continue;
    if (item.turn !== turn) return;
    if (item.state === 'running')
      items[index] = { ...item, state: 'done', ...(item.tool === undefined ? {} : { toolState: 'cancelled' as const }) };
  }
}

function toSpine(item: Item, state: ItemSpine['state']): ItemSpine {
  const spine: ItemSpine = { id: item.id, kind: item.kind, turn: item.turn, agent: item.agent, state, chars: charsOf(item) };
  if (item.call !== undefined) spine.call = item.call;
  if (item.kind === 'tool-call') {
    spine.tool = item.name;
    spine.toolState = item.state;
  }
  return spine;
}

/** Part sizes are bytes of JSON: a guess of the length, good enough for a first height. */
function charsOf(item: Item): number {
  switch (item.kind) {
    case 'user-text':
      return item.preview.length;
    case 'reminder':
    case 'summary':
      return item.placed.reduce((sum, placed) => sum + placed.part.size, 0);
    case 'assistant-text':
    case 'thinking':
      return sizeOf(item.part);
    case 'tool-call':
      return sizeOf(item.part) + sizeOf(item.result);
    case 'notice':
      return 0;
  }
}

function sizeOf(part: PartRef | undefined): number {
  return part?.size ?? 0;
}

function titleOf(preview: string): string {
  return cutCodePoints(preview.replace(/\s+/g, ' ').trim(), TITLE_CODE_POINTS).trimEnd();
}

function takeTodos(draft: Draft, item: ToolCallItem): void {
  if (item.display?.type !== 'todos') return;
  const todos: Todo[] = item.display.todos.flatMap(({ content, status, activeForm }) => {
    if (status !== 'pending' && status !== 'in_progress' && status !== 'completed') return [];
    return [{ content, status, activeForm }];
  });
  if (item.agent === MAIN_AGENT) draft.state.todos = todos;
  else draft.state.agentTodos = { ...draft.state.agentTodos, [item.agent]: todos };
}
