import type { SessionEvent } from '../../../shared/model/event';
import type { ToolCallItem, UserTextItem } from '../../../shared/model/item';
import { MAIN_AGENT } from '../../../shared/model/main-agent';
import type { PartRef, PlacedPart } from '../../../shared/model/part';
import { bodyOf, History } from './history';
import type { LostParts } from './lost-parts';
import type { RenderedMessage } from './render-body';

/** A tool result that waits for the next request. */
export interface PendingResult {
  part: PartRef;
  name: string;
  toolUseId: string;
  synthesised: boolean;
  /** The agent whose words the result begins with. */
  agent?: string;
  event: string;
}

/** What happened since the newest call started: the next request brings it in. */
export interface Pending {
  answer?: { blocks: PartRef[]; event: string; stopReason: string | undefined };
  results: PendingResult[];
  inputs: PlacedPart[];
  /** Reminders in the log whose call never started (a crash in between). */
  reminders: PlacedPart[];
  /** Refused blocks, with the event that set them aside. */
  quarantined: Array<{ pointer: string; event: string }>;
  touched: Map<string, 'read' | 'write'>;
}

export interface LastCall {
  call: string;
  number: number;
  model: string;
  provider: string;
  /** Milliseconds since the epoch when the provider's cache was last used, as far as the log says. */
  usedAt: number;
}

function nothingPending(): Pending {
  return { results: [], inputs: [], reminders: [], quarantined: [], touched: new Map() };
}

/** The state of one agent's context as a fold over the session's events: the same events give the same state. */
export class ContextFold {
  readonly history: History;
  pending: Pending = nothingPending();
  pinned: { system: PlacedPart[]; tools: PlacedPart[] } = { system: [], tools: [] };
  last: LastCall | undefined;
  firstModel: string | undefined;
  startedAt: string | undefined;
  /** Tool calls without a result, by item. */
  open = new Map<string, ToolCallItem>();
  /** Finished tool calls of the newest turns, for what they read. */
  turnCalls = new Map<string, ToolCallItem[]>();
  /** Servers whose texts the person put into messages of the newest turn. */
  turnMentions: { turn: string; servers: string[] } = { turn: '', servers: [] };
  /** Every file that a tool of this agent read or wrote. */
  readonly files = new Set<string>();
  /** Deferred tools that the model has asked for. */
  readonly loaded = new Set<string>();
  #agent: string;
  #lost: LostParts;
  #segments = 0;

  constructor(agent: string, lost: LostParts) {
    this.#agent = agent;
    this.#lost = lost;
    this.history = new History(lost.read);
  }

  /** Hash of the newest copy of a skill's text, sent or about to be. */
  readonly heldBody = (skill: string): string | undefined => {
    const waiting = this.pending.inputs.findLast((placed) => bodyOf(placed) === skill);
    return waiting?.part.hash ?? this.history.bodies.get(skill);
  };

  /** A segment id that this agent's request has not used. */
  nextSegment(): string {
    this.#segments += 1;
    return `s${this.#segments}`;
  }

  note(event: SessionEvent, rendered?: readonly RenderedMessage[]): void {
    switch (event.type) {
      case 'session/created':
        if (this.#agent === MAIN_AGENT) this.#pin(event);
        return;
      case 'agent/spawned':
        if (event.agent === this.#agent) this.#pin(event);
        return;
      case 'item/started':
        if (event.item.agent === this.#agent && event.item.kind === 'tool-call') this.open.set(event.item.id, event.item);
        return;
      case 'item/completed':
        if (event.item.agent === this.#agent) this.#noteItem(event);
        return;
      case 'call/started':
        if (event.agent !== this.#agent) return;
        for (const placed of [...event.recipe.system, ...event.recipe.tools, ...event.recipe.messages.flatMap((message) => message.blocks)])
          this.#count(placed);
        this.history.commit(event.recipe, event.turn, rendered);
        this.pending = nothingPending();
        this.firstModel ??= event.model;
        this.last = { call: event.call, number: event.number, model: event.model, provider: event.provider, usedAt: Date.parse(event.at) };
        return;
      case 'call/ended':
        if (event.agent !== this.#agent || this.last?.call !== event.call) return;
        this.pending.answer = { blocks: event.blocks, event: event.id, stopReason: event.stopReason };
        this.last.usedAt = Date.parse(event.at);
        return;
      case 'prefix/broken':
        if (event.agent === this.#agent && event.reason === 'quarantine')
          this.pending.quarantined.push({ pointer: quarantinePointer(event.detail), event: event.id });
        return;
      default:
        return;
    }
  }

  #pin({ at, id, pinned }: Extract<SessionEvent, { type: 'session/created' | 'agent/spawned' }>): void {
    this.startedAt = at;
    this.pinned = {
      system: pinned.system.map((placed) => this.#adopt(placed, id)),
      tools: pinned.tools.map((placed) => this.#adopt(placed, id)),
    };
  }

  #noteItem(event: Extract<SessionEvent, { type: 'item/completed' }>): void {
    const { item } = event;
    if (item.kind === 'user-text' || item.kind === 'summary')
      this.pending.inputs.push(...item.placed.map((placed) => this.#adopt(placed, event.id)));
    if (item.kind === 'user-text') this.#noteServers(item);
    if (item.kind === 'reminder') this.pending.reminders.push(...item.placed.map((placed) => this.#adopt(placed, event.id)));
    if (item.kind !== 'tool-call') return;
    this.open.delete(item.id);
    this.#lost.noteCall(item);
    const calls = this.turnCalls.get(item.turn) ?? [];
    this.turnCalls = new Map([[item.turn, [...calls, item]]]);
    if (item.display?.type === 'file') this.#touch(item.display.path, 'read');
    if (item.display?.type === 'change') this.#touch(item.display.change.path, 'write');
    if (item.display?.type === 'tools') for (const name of item.display.names) this.loaded.add(name);
    if (item.result !== undefined) {
      this.pending.results.push({
        part: item.result,
        name: item.name,
        toolUseId: item.toolUseId,
        synthesised: item.synthesised ?? false,
        ...(item.display?.type === 'agent' ? { agent: item.display.agent } : {}),
        event: event.id,
      });
    }
  }

  #noteServers({ turn, placed }: UserTextItem): void {
    const known = this.turnMentions.turn === turn ? this.turnMentions.servers : [];
    const servers = placed.flatMap(({ segments }) =>
      segments.flatMap(({ source, why }) => (source.type === 'server' ? [why.detail ?? `@${source.server}`] : [])),
    );
    this.turnMentions = { turn, servers: [...known, ...servers] };
  }

  #touch(path: string, how: 'read' | 'write'): void {
    this.pending.touched.set(path, how);
    this.files.add(path);
  }

  /** A placed part whose segments name the event that brought it, now that the event has its id. */
  #adopt(placed: PlacedPart, event: string): PlacedPart {
    this.#count(placed);
    return { part: placed.part, segments: placed.segments.map((segment) => ({ ...segment, event })) };
  }

  #count(placed: PlacedPart): void {
    for (const segment of placed.segments) {
      const number = Number(segment.id.slice(1));
      if (number > this.#segments) this.#segments = number;
    }
  }
}

/** `detail` of a quarantine: `<pointer>: <what>`. */
export function quarantineDetail(pointer: string, what: string): string {
  return `${pointer}: ${what}`;
}

export function quarantinePointer(detail: string): string {
  return detail.split(': ')[0] ?? '';
}
