import { type ContentBlock, isTextBlock, isToolUseBlock } from '../../../shared/model/block';
import type { NewEvent } from '../../../shared/model/event';
import type { Item } from '../../../shared/model/item';
import type { AssembledCall } from '../context/session-context';
import type { ProviderEvent } from '../providers/provider';
import type { TurnScope } from './turn-scope';

/** A block of the answer with the item that shows it; blocks of types that nobody draws have none. */
export interface ReceivedBlock {
  block: ContentBlock;
  item?: Item;
  /** The text of a tool input that was not valid JSON. */
  unparsed?: string;
}

/** A block that was begun and not ended, with what came of it. */
export interface PartialBlock {
  block: ContentBlock;
  item?: Item;
  text: string;
}

export interface AttemptResult {
  blocks: ReceivedBlock[];
  partial: PartialBlock[];
  end: Extract<ProviderEvent, { type: 'ended' | 'failed' }>;
  /** The server began to answer. */
  opened: boolean;
  requestId?: string;
  firstByteMs?: number;
}

/** Reads one attempt to its end and shows it as items while it comes. */
export async function readStream(scope: TurnScope, call: AssembledCall): Promise<AttemptResult> {
  const { deps, writer } = scope;
  const from = deps.clock.monotonic();
  const blocks: ReceivedBlock[] = [];
  const open = new Map<number, PartialBlock>();
  const attempt: Pick<AttemptResult, 'opened' | 'requestId' | 'firstByteMs'> = { opened: false };
  const finish = (end: AttemptResult['end']): AttemptResult => ({ ...attempt, blocks, partial: [...open.values()], end });

  for await (const event of deps.provider.stream({ body: call.body, headers: call.headers }, scope.signal)) {
    attempt.firstByteMs ??= deps.clock.monotonic() - from;
    switch (event.type) {
      case 'opened':
        attempt.opened = true;
        if (event.requestId !== undefined) attempt.requestId = event.requestId;
        break;
      case 'block-started': {
        const item = itemOf(scope, call, event.block);
        open.set(event.index, { block: event.block, text: '', ...(item === undefined ? {} : { item }) });
        if (item !== undefined) writer.write({ type: 'item/started', item });
        break;
      }
      case 'block-delta': {
        const growing = open.get(event.index);
        if (growing === undefined) break;
        growing.text += event.text;
        if (growing.item !== undefined) writer.delta({ item: growing.item.id, channel: event.channel, text: event.text });
        break;
      }
      case 'block-ended': {
        const item = open.get(event.index)?.item;
        open.delete(event.index);
        blocks.push(received(scope, event, item));
        break;
      }
      case 'ended':
      case 'failed':
        return finish(event);
    }
  }
  return finish({ type: 'failed', failure: { kind: 'protocol', message: 'The stream ended without saying how.' } });
}

function received(scope: TurnScope, event: Extract<ProviderEvent, { type: 'block-ended' }>, started: Item | undefined): ReceivedBlock {
  const { block, unparsed } = event;
  if (started === undefined) return { block };
  const item = completeItem(scope, started, block);
  if (item.kind !== 'tool-call') scope.writer.write({ type: 'item/completed', item });
  return { block, item, ...(unparsed === undefined ? {} : { unparsed }) };
}

/** The item with its body; an empty one keeps none. */
function completeItem(scope: TurnScope, item: Item, block: ContentBlock): Item {
  const empty = isTextBlock(block) && block.text === '';
  if (empty || (item.kind !== 'assistant-text' && item.kind !== 'thinking' && item.kind !== 'tool-call')) return item;
  return { ...item, part: scope.deps.log.putPart(JSON.stringify(block)) };
}

function itemOf(scope: TurnScope, call: AssembledCall, block: ContentBlock): Item | undefined {
  const { turn, agent } = scope.options;
  const base = { id: scope.deps.ids.next('item'), turn, agent, call: call.start.call };
  if (block.type === 'text') return { ...base, kind: 'assistant-text' };
  if (block.type === 'thinking') return { ...base, kind: 'thinking' };
  if (block.type === 'redacted_thinking') return { ...base, kind: 'thinking', redacted: true };
  if (isToolUseBlock(block)) return { ...base, kind: 'tool-call', toolUseId: block.id, name: block.name, state: 'validating' };
  return undefined;
}

/** Marks everything that an attempt had shown as replaced: the next attempt shows it again. */
export function replacedEvents(attempt: AttemptResult): NewEvent[] {
  return [...attempt.blocks, ...attempt.partial].flatMap(({ item }): NewEvent[] => {
    if (item === undefined) return [];
    const state = item.kind === 'tool-call' ? { state: 'cancelled' as const, errorKind: 'interrupted' as const } : {};
    return [{ type: 'item/completed', item: { ...item, ...state, replaced: true } }];
  });
}

/**
 * What of an attempt becomes history (invariant 7): whole blocks, and cut-off text that the person has seen. Cut-off thinking and calls are
 * dropped (their items end), and so is thinking at the end of a broken answer: no answer may end with it.
 */
export function keepOfAttempt(scope: TurnScope, attempt: AttemptResult): { blocks: ReceivedBlock[]; incomplete: number } {
  const kept = [...attempt.blocks];
  let incomplete = 0;
  for (const { block, item, text } of attempt.partial) {
    if (block.type === 'text' && text.trim() !== '') {
      const shown: ContentBlock = { type: 'text', text };
      const whole = item === undefined ? undefined : completeItem(scope, item, shown);
      if (whole !== undefined) scope.writer.write({ type: 'item/completed', item: whole });
      kept.push({ block: shown, ...(whole === undefined ? {} : { item: whole }) });
      continue;
    }
    incomplete += 1;
    if (item !== undefined) scope.writer.write({ type: 'item/completed', item: endedItem(scope, item, text) });
  }
  if (attempt.end.type === 'ended') return { blocks: kept, incomplete };
  const whole = kept.slice(0, kept.findLastIndex(({ block }) => saysSomething(block)) + 1);
  return { blocks: whole, incomplete: incomplete + kept.length - whole.length };
}

function endedItem(scope: TurnScope, item: Item, text: string): Item {
  if (item.kind === 'tool-call') return { ...item, state: 'cancelled', errorKind: 'interrupted', synthesised: true };
  if (item.kind === 'thinking' && text !== '') return completeItem(scope, item, { type: 'thinking', thinking: text });
  return item;
}

/** Whether a block is more than thinking and blank text. */
export function saysSomething(block: ContentBlock): boolean {
  if (block.type === 'thinking' || block.type === 'redacted_thinking') return false;
  return !isTextBlock(block) || block.text.trim() !== '';
}
