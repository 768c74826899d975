import { isTextBlock, otherBlockSchema } from '../../shared/model/block';
import type { SessionEvent } from '../../shared/model/event';
import type { CodedError } from '../../shared/model/failure';
import type { PartRef } from '../../shared/model/part';
import type { RuleRef } from '../../shared/model/permission';
import type { Usage } from '../../shared/model/usage';
import { addUsage, NO_USAGE } from '../../shared/model/add-usage';
import { MAIN_AGENT } from '../../shared/model/main-agent';
import type { TurnOutcome } from '../core/agent/turn';
import type { SessionStore } from '../core/sessions/session-store';
import type { Output } from './output';

/** The shape of `run --output json` (docs/command-line.md). */
export interface RunReport {
  session?: string;
  /** The newest text that the model wrote in the turn; where it wrote none, the last words of an agent that the turn waited for. */
  result: string;
  stopReason: string;
  /** Of the main agent. */
  rounds: number;
  /** Of all agents of the turn, like the cost. */
  usage: Usage;
  /** Sub-agents that the turn started, with their part of usage and cost. */
  agents?: { count: number; usage: Usage; costUsd?: number };
  /** Some of the usage, and of the cost that follows from it, was estimated: the provider did not count it. */
  estimated?: true;
  costUsd?: number;
  denials: Array<{ tool: string; reason: string; rule?: RuleRef }>;
  error?: { code: string; message: string };
}

export function failedReport(error: CodedError): RunReport {
  return { result: '', stopReason: 'error', rounds: 0, usage: NO_USAGE, denials: [], error: { code: error.code, message: error.message } };
}

/** Follows the events of one turn: passes them on where they are wanted, and keeps what the report needs. */
export class TurnRecorder {
  readonly #output: Output;
  readonly #stream: boolean;
  readonly #denials: RunReport['denials'] = [];
  /** `provider/model` that answered. */
  model: string | undefined;
  #answer: { call: string | undefined; parts: Map<string, PartRef> } = { call: undefined, parts: new Map() };
  #returned: PartRef | undefined;
  #written: Promise<void> = Promise.resolve();

  constructor(output: Output, stream: boolean) {
    this.#output = output;
    this.#stream = stream;
  }

  add(events: readonly SessionEvent[]): void {
    if (this.#stream) {
      const lines = events.map((event) => `${JSON.stringify(event)}\n`).join('');
      this.#written = this.#written.then(() => this.#output.data(lines));
    }
    for (const event of events) this.#note(event);
  }

  /** Resolves when everything that was passed on has been taken. */
  drained(): Promise<void> {
    return this.#written;
  }

  async report(session: string, outcome: TurnOutcome, store: SessionStore): Promise<RunReport> {
    return {
      session,
      result: await this.#readAnswer(session, store),
      stopReason: outcome.reason,
      rounds: outcome.rounds,
      ...totalsOf(outcome),
      ...(outcome.estimated === undefined ? {} : { estimated: outcome.estimated }),
      denials: this.#denials,
      ...(outcome.error === undefined ? {} : { error: outcome.error }),
    };
  }

  #note(event: SessionEvent): void {
    if (event.type === 'turn/started' && event.agent === MAIN_AGENT) this.model ??= event.model;
    if (event.type === 'agent/ended') this.#returned = event.returned.text ?? this.#returned;
    if (event.type !== 'item/completed') return;
    const { item } = event;
    if (item.kind === 'assistant-text' && item.agent === MAIN_AGENT && item.part !== undefined) {
      if (item.call !== this.#answer.call) this.#answer = { call: item.call, parts: new Map() };
      // What another attempt said again is no part of the answer.
      if (item.replaced === true) this.#answer.parts.delete(item.id);
      else this.#answer.parts.set(item.id, item.part);
    }
    if (item.kind !== 'tool-call' || item.state !== 'denied' || item.decision === undefined) return;
    const { name, decision } = item;
    const reason =
      decision.decision === 'ask' ? `${decision.reason} It would have to be asked, and nobody can answer here.` : decision.reason;
    this.#denials.push({ tool: name, reason, ...(decision.rule === undefined ? {} : { rule: decision.rule }) });
  }

  async #readAnswer(session: string, store: SessionStore): Promise<string> {
    const reader = await store.openForReading(session);
    try {
      const texts = await Promise.all([...this.#answer.parts.values()].map((part) => reader.readPart(part)));
      const blocks = texts.map((text) => otherBlockSchema.parse(JSON.parse(text)));
      const answer = blocks.flatMap((block) => (isTextBlock(block) ? [block.text] : [])).join('\n\n');
      return answer !== '' || this.#returned === undefined ? answer : String(JSON.parse(await reader.readPart(this.#returned)));
    } finally {
      await reader.close();
    }
  }
}

/** Of the turn with everything below it; an unknown price anywhere makes the sum unknown. */
function totalsOf({ usage, costUsd, below }: TurnOutcome): Pick<RunReport, 'usage' | 'costUsd' | 'agents'> {
  if (below === undefined) return { usage, ...(costUsd === undefined ? {} : { costUsd }) };
  const { agents: count, usage: used, costUsd: spent } = below;
  const sum = costUsd === undefined || spent === undefined ? undefined : costUsd + spent;
  return {
    usage: addUsage(usage, used),
    ...(sum === undefined ? {} : { costUsd: sum }),
    agents: { count, usage: used, ...(spent === undefined ? {} : { costUsd: spent }) },
  };
}
