import type { CallEnd, CallStart } from '../../../shared/model/call';
import type { NewEvent, SessionEvent } from '../../../shared/model/event';
import type { ToolCallItem } from '../../../shared/model/item';
import type { PartRef, PlacedPart } from '../../../shared/model/part';
import { NO_USAGE } from '../../../shared/model/add-usage';

export const SOME_PART: PartRef = { hash: 'a'.repeat(32), at: 0, size: 10 };

export function placed(part: PartRef, kind: 'user-text' | 'instructions' = 'user-text'): PlacedPart {
  const origin = kind === 'user-text' ? 8 : 5;
  return {
    part,
    segments: [
      {
        id: 'seg_1',
        origin,
        kind,
        pointer: '/text',
        start: 0,
        end: 5,
        source: { type: 'user' },
        why: { trigger: 'user-sent' },
        tokens: 2,
        event: 'evt_1',
      },
    ],
  };
}

export function created(session = 's_1'): Extract<NewEvent, { type: 'session/created' }> {
  return { ...CREATED, session };
}

const CREATED = {
  type: 'session/created' as const,
  session: 's_1',
  folder: '/code/project',
  model: 'scripted/tour',
  mode: 'default' as const,
  pinned: { system: [placed(SOME_PART, 'instructions')], tools: [] },
  app: '0.1.0',
};

export function turnStarted(turn: string): NewEvent {
  return { type: 'turn/started', turn, agent: 'main', mode: 'default', model: 'scripted/tour', limits: { rounds: 100 } };
}

export function turnEnded(turn: string, reason = 'end_turn'): NewEvent {
  return {
    type: 'turn/ended',
    turn,
    agent: 'main',
    reason,
    rounds: 1,
    usage: { ...NO_USAGE, input: 10, output: 5 },
    durationMs: 12,
    costUsd: 0.01,
  };
}

export function userText(id: string, turn: string, preview: string, part = SOME_PART): NewEvent {
  return {
    type: 'item/completed',
    item: { id, turn, agent: 'main', kind: 'user-text', preview, placed: [placed(part)], author: 'user' },
  };
}

export function assistantText(id: string, turn: string, call: string, part = SOME_PART): NewEvent {
  return { type: 'item/completed', item: { id, turn, agent: 'main', call, kind: 'assistant-text', part } };
}

export function toolItem(
  id: string,
  turn: string,
  call: string,
  state: ToolCallItem['state'],
  more: Partial<ToolCallItem> = {},
): ToolCallItem {
  return { id, turn, agent: 'main', call, kind: 'tool-call', toolUseId: `toolu_${id}`, name: 'Read', state, part: SOME_PART, ...more };
}

export function callStarted(call: string, turn: string, more: Partial<CallStart> = {}): NewEvent {
  return {
    type: 'call/started',
    call,
    turn,
    agent: 'main',
    number: 1,
    provider: 'scripted',
    model: 'scripted/tour',
    endpoint: 'scripted:',
    recipe: {
      head: { model: 'tour', max_tokens: 100 },
      system: [],
      tools: [],
      messages: [{ role: 'user', blocks: [placed(SOME_PART)] }],
      marks: [],
    },
    bytes: 100,
    bodyHash: 'b'.repeat(64),
    estimate: { system: 1, tools: 2, messages: 3, overhead: 4 },
    lint: [],
    comparison: { segments: 0, bytes: 0, tokens: 0, brokenBy: 'first-call' },
    ...more,
  };
}

export function callEnded(call: string, more: Partial<CallEnd> = {}): NewEvent {
  return {
    type: 'call/ended',
    call,
    agent: 'main',
    blocks: [SOME_PART],
    stopReason: 'end_turn',
    usage: { input: 10, cacheRead: 20, cacheWrite: 30, output: 5 },
    costUsd: 0.01,
    durationMs: 40,
    attempts: [],
    ...more,
  };
}

/** Gives new events their place, as a log would. */
export function stored(events: readonly NewEvent[]): SessionEvent[] {
  return events.map((event, index): SessionEvent => ({ v: 1, seq: index + 1, id: `evt_${index + 1}`, at: atSecond(index), ...event }));
}

export function toLines(events: readonly unknown[]): string {
  return events.map((event) => `${JSON.stringify(event)}\n`).join('');
}

function atSecond(second: number): string {
  return new Date(Date.UTC(2026, 0, 1) + second * 1000).toISOString();
}

/** A plausible session of `turns` turns, five events of items and calls each. */
export function sampleSession(turns: number, session = 's_1'): NewEvent[] {
  const events: NewEvent[] = [created(session)];
  for (let index = 1; index <= turns; index += 1) {
    const turn = `turn_${index}`;
    const call = `call_${index}`;
    const tool = toolItem(`tool_${index}`, turn, call, 'success', { result: SOME_PART, durationMs: 3 });
    events.push(
      turnStarted(turn),
      userText(`user_${index}`, turn, `request ${index}`),
      callStarted(call, turn, { number: index }),
      { type: 'item/started', item: toolItem(`tool_${index}`, turn, call, 'validating') },
      callEnded(call),
      { type: 'item/completed', item: tool },
      assistantText(`text_${index}`, turn, call),
      turnEnded(turn),
    );
  }
  return events;
}
