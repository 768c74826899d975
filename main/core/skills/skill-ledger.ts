import { addUsage, NO_USAGE, promptTokens } from '../../../shared/model/add-usage';
import type { SessionEvent } from '../../../shared/model/event';
import type { ReminderItem, ToolCallItem } from '../../../shared/model/item';
import type { SkillTurn } from '../../../shared/model/skill-report';
import type { SkillUse } from '../../../shared/model/skill-use';
import { isRecord } from '../kernel/is-record';
import type { SessionLog } from '../sessions/session-log';
import { traceLayers } from './skill-layers';

interface OpenUse {
  use: SkillUse;
  calls: ToolCallItem[];
}

interface TurnEntry {
  turn: string;
  agent: string;
  lists: ReminderItem[];
  /** The newest list so far, of this turn or an earlier one. */
  current?: ReminderItem | undefined;
  uses: OpenUse[];
}

type CallEnded = Extract<SessionEvent, { type: 'call/ended' }>;

/** What a session's log says of skills, per turn of each agent, the newest turn first. Turns of agents that were offered none are left out. */
export class SkillLedger {
  readonly #turns = new Map<string, TurnEntry>();
  readonly #lists = new Map<string, ReminderItem>();
  readonly #callOf = new Map<string, string>();
  readonly #ended = new Map<string, CallEnded>();

  note(event: SessionEvent): void {
    switch (event.type) {
      case 'turn/started':
        this.#entry(event.turn, event.agent);
        return;
      case 'call/ended':
        this.#ended.set(event.call, event);
        return;
      case 'skill/used': {
        const { v: _v, seq: _seq, id: _id, at: _at, type: _type, ...use } = event;
        this.#entry(use.turn, use.agent).uses.push({ use, calls: [] });
        return;
      }
      case 'item/completed':
        this.#noteItem(event.item);
        return;
      default:
        return;
    }
  }

  async read(log: Pick<SessionLog, 'readPart'>): Promise<SkillTurn[]> {
    const turns = await Promise.all([...this.#turns.values()].map((entry) => this.#describe(entry, log)));
    return turns.filter(({ offered, uses }) => offered.length + uses.length > 0).reverse();
  }

  #noteItem(item: Extract<SessionEvent, { type: 'item/completed' }>['item']): void {
    const entry = this.#entry(item.turn, item.agent);
    if (item.kind === 'reminder' && item.segment === 'skill-list') {
      this.#lists.set(item.agent, item);
      entry.current = item;
      entry.lists.push(item);
    }
    if (item.kind !== 'tool-call') return;
    if (item.call !== undefined) this.#callOf.set(item.id, item.call);
    if (item.name === 'Skill') return;
    entry.uses.findLast(({ use }) => use.outcome === 'loaded')?.calls.push(item);
  }

  #entry(turn: string, agent: string): TurnEntry {
    const key = `${agent} ${turn}`;
    const known = this.#turns.get(key);
    if (known !== undefined) return known;
    const entry: TurnEntry = { turn, agent, lists: [], uses: [], current: this.#lists.get(agent) };
    this.#turns.set(key, entry);
    return entry;
  }

  async #describe({ turn, agent, lists, current, uses }: TurnEntry, log: Pick<SessionLog, 'readPart'>): Promise<SkillTurn> {
    return {
      turn,
      agent,
      offered: current === undefined ? [] : await readOffered(current, log),
      lists: await Promise.all(
        lists.map(async (item) => ({ item: item.id, text: await readList(item, log), tokens: item.tokens, trigger: item.why.trigger })),
      ),
      uses: uses.map(({ use, calls }) => ({
        ...use,
        ...(use.outcome === 'loaded' ? { layers: traceLayers(use, calls) } : {}),
        ...this.#extraOf(use),
      })),
    };
  }

  #extraOf(use: SkillUse): Pick<SkillTurn['uses'][number], 'extra'> {
    const call = use.by === 'model' && use.item !== undefined ? this.#callOf.get(use.item) : undefined;
    const ended = call === undefined ? undefined : this.#ended.get(call);
    if (call === undefined || ended === undefined) return {};
    const usage = addUsage(ended.usage ?? NO_USAGE, ended.estimatedUsage ?? NO_USAGE);
    const { durationMs, costUsd } = ended;
    return { extra: { call, tokens: promptTokens(usage) + usage.output, durationMs, ...(costUsd === undefined ? {} : { costUsd }) } };
  }
}

async function readList({ placed }: ReminderItem, log: Pick<SessionLog, 'readPart'>): Promise<string> {
  const [first] = placed;
  const block: unknown = first === undefined ? undefined : JSON.parse(await log.readPart(first.part));
  return isRecord(block) && typeof block['text'] === 'string' ? block['text'] : '';
}

/** The skills of a list by their segments; one whose line is its name alone was cut. */
async function readOffered(item: ReminderItem, log: Pick<SessionLog, 'readPart'>): Promise<SkillTurn['offered']> {
  const text = await readList(item, log);
  return item.placed.flatMap(({ segments }) =>
    segments.flatMap(({ source, start, end }) =>
      source.type === 'skill' ? [{ name: source.name, cut: !text.slice(start, end).includes(`- ${source.name}: `) }] : [],
    ),
  );
}
