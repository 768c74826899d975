import type { PlacedMessage, PlacedPart, Recipe } from '../../../shared/model/part';
import type { StoredSegment } from '../../../shared/model/segment';
import { KIND_TRAITS } from '../../../shared/model/kind-traits';
import type { SessionLog } from '../sessions/session-log';
import { isRecord } from '../kernel/is-record';
import { textMember } from './block-draft';
import { placeOf } from './lost-parts';
import type { ReminderCopy } from './reminder-policy';
import { reminderKey } from './reminder-policy';
import type { RenderedMessage } from './render-body';
import { renderMessage } from './render-body';

export interface HistoryEntry {
  message: PlacedMessage;
  /** Absent until the texts of its parts have been loaded. */
  rendered?: RenderedMessage;
}

/** Running totals of what was sent, so that a call costs what it adds and not what came before. */
export interface Totals {
  system: number;
  tools: number;
  messages: number;
  segments: number;
  bytes: number;
  images: number;
}

const NOTHING: Totals = { system: 0, tools: 0, messages: 0, segments: 0, bytes: 0, images: 0 };

export function countTokens(segments: readonly StoredSegment[]): number {
  return segments.reduce((sum, segment) => sum + segment.tokens, 0);
}

/** The request of an agent's newest call: what the next one must begin with. Changed by `commit` alone. */
export class History {
  system: PlacedPart[] = [];
  tools: PlacedPart[] = [];
  entries: HistoryEntry[] = [];
  totals: Totals = { ...NOTHING };
  /** Newest copy of each reminder, by `reminderKey`. */
  copies = new Map<string, ReminderCopy>();
  toolUseIds = new Set<string>();
  /** Newest text of each skill, by name: the hash of its part. */
  bodies = new Map<string, string>();
  #texts = new Map<string, string>();
  #read: SessionLog['readPart'];

  constructor(read: SessionLog['readPart']) {
    this.#read = read;
  }

  /** Takes over what a started call sent. A recipe without a base replaces everything. */
  commit(recipe: Recipe, turn: string, rendered: readonly RenderedMessage[] = []): void {
    if (recipe.base === undefined) {
      this.entries = [];
      this.totals = { ...NOTHING };
      this.copies = new Map();
      this.toolUseIds = new Set();
      this.bodies = new Map();
      this.system = [];
      this.tools = [];
    }
    for (const placed of recipe.system) this.#count(placed, 'system');
    for (const placed of recipe.tools) this.#count(placed, 'tools');
    this.system = [...this.system, ...recipe.system];
    this.tools = [...this.tools, ...recipe.tools];
    recipe.messages.forEach((message, index) => {
      for (const placed of message.blocks) {
        noteCopy(this.copies, placed, this.totals.messages, turn);
        const skill = bodyOf(placed);
        if (skill !== undefined) this.bodies.set(skill, placed.part.hash);
        this.#count(placed, 'messages');
      }
      const text = rendered[index];
      this.entries.push(text === undefined ? { message } : { message, rendered: text });
    });
  }

  /** Loads and renders what a restart left unrendered. */
  async load(): Promise<void> {
    const missing = this.entries.filter((entry) => entry.rendered === undefined);
    await Promise.all([
      ...[...this.system, ...this.tools].map((placed) => this.textOf(placed)),
      ...missing.map(async (entry) => {
        const blocks = await Promise.all(entry.message.blocks.map((placed) => this.#read(placed.part)));
        if (entry.message.role === 'assistant') for (const block of blocks) this.noteToolUse(block);
        entry.rendered = renderMessage(entry.message.role, blocks, partBytes(entry.message.blocks));
      }),
    ]);
  }

  /** Remembers the id of a `tool_use` block that was sent: ids are unique in a request. */
  noteToolUse(json: string): void {
    if (!json.includes('"tool_use"')) return;
    const block: unknown = JSON.parse(json);
    if (isRecord(block) && block['type'] === 'tool_use') this.toolUseIds.add(textMember(block, 'id'));
  }

  /** Text of a system or tool part; kept. */
  async textOf(placed: PlacedPart): Promise<string> {
    const place = placeOf(placed.part);
    const known = this.#texts.get(place);
    if (known !== undefined) return known;
    const text = await this.#read(placed.part);
    this.#texts.set(place, text);
    return text;
  }

  #count(placed: PlacedPart, field: 'system' | 'tools' | 'messages'): void {
    this.totals[field] += countTokens(placed.segments);
    this.totals.segments += placed.segments.length;
    this.totals.bytes += placed.part.size;
    if (placed.segments.some((segment) => segment.kind === 'image' || /^\/content\/\d+$/.test(segment.pointer))) this.totals.images += 1;
  }
}

export function partBytes(blocks: readonly PlacedPart[]): number {
  return blocks.reduce((sum, placed) => sum + placed.part.size, 0);
}

/** Notes a block as the newest copy of its reminder, when it is one. */
export function noteCopy(copies: Map<string, ReminderCopy>, placed: PlacedPart, position: number, turn: string): void {
  const first = placed.segments[0];
  if (first === undefined || KIND_TRAITS[first.kind].reminder === undefined) return;
  copies.set(reminderKey(first.kind, first.source), { position, hash: placed.part.hash, turn });
}

/** The skill whose text a part is. */
export function bodyOf({ segments }: PlacedPart): string | undefined {
  const first = segments[0];
  return first?.kind === 'skill-body' && first.source.type === 'skill' ? first.source.name : undefined;
}
