import { NO_USAGE } from '../../../shared/model/add-usage';
import type { SessionEvent } from '../../../shared/model/event';
import { MAIN_AGENT } from '../../../shared/model/main-agent';
import type { RunTurn, TurnInput } from '../../core/agent/turn';
import type { AgentInput } from '../../core/context/agent-input';
import type { AgentAnswer } from '../../core/subagents/agent-starter';
import { describeEnd } from '../../core/subagents/describe-end';
import { type PendingResult, PendingResults, readResult } from '../../core/subagents/pending-results';
import type { SessionParts } from '../sessions/session-parts';
import type { AgentOpener } from './agent-opener';
import type { AgentPlace, AgentPlaces } from './agent-places';
import { runAgent } from './agent-runs';
import type { TreeFrame } from './tree-frame';
import type { WorktreeDesk } from './worktree-desk';

export interface AgentRunnerOptions {
  parts: SessionParts;
  places: AgentPlaces;
  opener: AgentOpener;
  worktrees: WorktreeDesk;
  runTurn(): Promise<RunTurn>;
  /** Something waits for the main agent, which may be at rest. */
  onResult(): void;
  /** An agent that nobody waited for was stopped: the main one is not asked to go on. */
  onRest(): void;
}

/** What an agent that holds a place is to do. */
export interface AgentStart {
  place: AgentPlace;
  /** Absent: it goes on where it stopped. */
  input?: TurnInput | undefined;
  turn: string;
  frame: TreeFrame;
  /** Whose texts come before its task. */
  skills?: readonly string[];
  /** No call waits for it: its parent is told how it ended. */
  later: boolean;
}

/** Runs the agents of a session, and hands on how those ended that nobody waited for. */
export class AgentRunner {
  readonly #options: AgentRunnerOptions;
  readonly #runs = new Set<Promise<unknown>>();
  readonly #results = new PendingResults();

  constructor(options: AgentRunnerOptions) {
    this.#options = options;
  }

  /** Folds an event in, in the log's order, stored ones first. */
  note(event: SessionEvent): void {
    this.#results.note(event);
  }

  /** The main agent has yet to hear how an agent ended. */
  get hasResult(): boolean {
    return this.#resultForMain() !== undefined;
  }

  /** The oldest of what the main agent has yet to hear. It stays the same until it stands in the log. */
  async readResult(): Promise<AgentInput | undefined> {
    const result = this.#resultForMain();
    return result === undefined ? undefined : readResult(result, this.#options.parts.log);
  }

  /** Of an agent whose parent has ended, the main one hears. */
  #resultForMain(): PendingResult | undefined {
    const { places } = this.#options;
    return this.#results.find(({ agent, parent }) => !places.has(agent) && (parent === MAIN_AGENT || !places.has(parent)));
  }

  /** Runs it for as long as something is in its inbox. What could not even begin to run ends on record all the same. */
  run(start: AgentStart): Promise<AgentAnswer> {
    const { place, input } = start;
    let { skills = [] } = start;
    const done = this.#options.places.occupy(place, input, (given) => {
      const preload = skills;
      skills = [];
      return this.#runOnce(start, given, preload).catch((error: unknown) => this.#failed(start, error));
    });
    this.#runs.add(done);
    void done.catch(() => undefined).finally(() => this.#runs.delete(done));
    if (start.later) this.#handOn(done);
    return done;
  }

  /** Waits until none runs. */
  async settled(): Promise<void> {
    await Promise.allSettled(this.#runs);
  }

  async #runOnce(
    { place, turn, frame, later }: AgentStart,
    input: TurnInput | undefined,
    preload: readonly string[],
  ): Promise<AgentAnswer> {
    const { parts, opener, worktrees, runTurn } = this.#options;
    const agent = await opener.reopen(place.agent);
    const { model, provider } = await frame.model(agent.record.model);
    const principal = () => opener.principal(agent.record);
    return runAgent({ parts, worktrees, runTurn }, { agent, turn, input, frame, model, provider, principal, place, preload, later });
  }

  async #failed({ place, turn, later }: AgentStart, cause: unknown): Promise<AgentAnswer> {
    const { agent } = place;
    const { log } = this.#options.parts;
    const error = cause instanceof Error ? cause.message : String(cause);
    const end = { agent, turn, state: 'failed' as const, reason: 'error', rounds: 0, usage: NO_USAGE, durationMs: 0, error };
    const known = log.state.agents?.find((node) => node.agent === agent);
    const note = describeEnd({ agent, agentType: known?.agentType ?? 'agent' }, end);
    await log.append({ type: 'agent/ended', ...end, returned: { tokens: 0 }, ...(later ? { later } : {}) });
    return { agent, state: 'failed', text: '', note, untrusted: [], foreign: [] };
  }

  /** Its parent reads it where that runs; else it waits in the log for the main agent. */
  #handOn(done: Promise<AgentAnswer>): void {
    const { parts, places, onResult, onRest } = this.#options;
    const told = async ({ agent, state }: AgentAnswer): Promise<void> => {
      const result = this.#results.find((pending) => pending.agent === agent);
      const isForParent = result !== undefined && result.parent !== MAIN_AGENT && places.has(result.parent);
      if (isForParent && places.deliver(result.parent, await readResult(result, parts.log))) return;
      if (state === 'stopped') onRest();
      else onResult();
    };
    void done.then(told).catch((error: unknown) => parts.ports.logger.log('error', 'an agent failed', { error: String(error) }));
  }
}
