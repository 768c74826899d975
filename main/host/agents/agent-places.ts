import type { TurnInput } from '../../core/agent/turn';

/** What an agent occupies from the moment that it is to run until nothing is left for it to do. */
export interface AgentPlace {
  readonly agent: string;
  readonly signal: AbortSignal;
  /** What it has yet to read: it may fill while the agent's context is still being opened. */
  readonly inbox: TurnInput[];
}

interface Held extends AgentPlace {
  controller: AbortController;
  left: Promise<void>;
  leave(): void;
}

/**
 * The agents of a session that run. Invariants:
 * 1. An agent holds one place at most, and takes it without waiting for anything: nobody else can believe it at rest.
 * 2. The inbox closes in the step in which the place is left: what was put into it is read, unless the agent is stopped.
 * 3. A stop of all lasts until every place is left.
 */
export class AgentPlaces {
  readonly #held = new Map<string, Held>();
  #stopping = false;

  get size(): number {
    return this.#held.size;
  }
  get stopping(): boolean {
    return this.#stopping;
  }

  has(agent: string): boolean {
    return this.#held.has(agent);
  }

  /** Puts it where the agent reads it. False where it does not run, or is being stopped. */
  deliver(agent: string, input: TurnInput): boolean {
    const place = this.#held.get(agent);
    if (place === undefined || place.signal.aborted) return false;
    place.inbox.push(input);
    return true;
  }

  /** The agent must be at rest. */
  take(agent: string, above: AbortSignal | undefined): AgentPlace {
    const controller = new AbortController();
    let leave = (): void => undefined;
    const left = new Promise<void>((resolve) => {
      leave = resolve;
    });
    const { signal } = controller;
    if (above?.aborted === true) controller.abort();
    above?.addEventListener('abort', () => controller.abort(), { once: true, signal });
    const place: Held = { agent, signal, inbox: [], controller, left, leave };
    this.#held.set(agent, place);
    return place;
  }

  /** Runs the agent until its inbox is empty and leaves the place. Gives the last answer. */
  async occupy<T>(place: AgentPlace, input: TurnInput | undefined, run: (input: TurnInput | undefined) => Promise<T>): Promise<T> {
    try {
      let answer = await run(input);
      while (place.inbox.length > 0 && !place.signal.aborted) answer = await run(place.inbox.shift());
      return answer;
    } finally {
      this.leave(place);
    }
  }

  leave({ agent }: AgentPlace): void {
    this.#held.get(agent)?.leave();
    this.#held.delete(agent);
    if (this.#held.size === 0) this.#stopping = false;
  }

  /** Waits until an agent that is being stopped is at rest. */
  async stopped(agent: string): Promise<void> {
    for (let place = this.#held.get(agent); place?.signal.aborted === true; place = this.#held.get(agent)) await place.left;
  }

  /** Stops an agent and everything below it. False where nothing of that runs. */
  stop(agent: string): boolean {
    const hit = [...this.#held.values()].filter((place) => place.agent === agent || place.agent.startsWith(`${agent}/`));
    for (const { controller } of hit) controller.abort();
    return hit.length > 0;
  }

  stopAll(): void {
    this.#stopping = this.#held.size > 0;
    for (const { controller } of this.#held.values()) controller.abort();
  }
}
