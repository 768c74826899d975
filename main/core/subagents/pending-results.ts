import type { SessionEvent } from '../../../shared/model/event';
import type { AgentInput } from '../context/agent-input';
import type { SessionLog } from '../sessions/session-log';
import { describeEnd } from './describe-end';
import { idOfAgent } from './name-agent';

type Spawned = Extract<SessionEvent, { type: 'agent/spawned' }>;
type Ended = Extract<SessionEvent, { type: 'agent/ended' }>;
type Started = Pick<Spawned, 'agent' | 'agentType' | 'parent' | 'task' | 'worktree'>;

/** How an agent ended that nobody waited for. */
export interface PendingResult {
  agent: string;
  /** Who is to hear of it. */
  parent: string;
  started: Started;
  ended: Ended;
}

/**
 * Ends of agents that their parents have yet to hear of, as the log tells: one is pending from its `agent/ended` on until it stands in
 * the conversation of another agent. What was not given before the host ended is given by the next one.
 */
export class PendingResults {
  readonly #started = new Map<string, Started>();
  readonly #pending = new Map<string, PendingResult>();

  /** Folds an event in, in the log's order. */
  note(event: SessionEvent): void {
    if (event.type === 'agent/spawned') this.#start(event);
    if (event.type === 'agent/ended' && event.later === true) this.#end(event);
    if (event.type === 'item/completed' && event.item.kind === 'user-text' && event.item.author === 'agent')
      this.#give(event.item.from ?? '', event.item.agent);
  }

  /** The oldest one that fits. */
  find(fits: (result: PendingResult) => boolean): PendingResult | undefined {
    return [...this.#pending.values()].find(fits);
  }

  #start({ agent, agentType, parent, task, worktree }: Spawned): void {
    this.#started.set(agent, { agent, agentType, parent, task, ...(worktree === undefined ? {} : { worktree }) });
  }

  /** A later end of the same agent takes the place of one that was not given. */
  #end(ended: Ended): void {
    const started = this.#started.get(ended.agent);
    if (started === undefined) return;
    this.#pending.delete(ended.agent);
    this.#pending.set(ended.agent, { agent: ended.agent, parent: started.parent, started, ended });
  }

  /** What an agent hears from one below it is how that one ended: tasks and messages come from above. */
  #give(from: string, to: string): void {
    if (from.startsWith(`${to}/`)) this.#pending.delete(from);
  }
}

const UNREADABLE = '[Its last message is missing in the log.]\n';

/** What the agent above is told: also that what it said is lost, where the log is damaged. */
export async function readResult({ started, ended }: PendingResult, log: Pick<SessionLog, 'readPart'>): Promise<AgentInput> {
  const { agent, agentType, task } = started;
  const part = ended.returned.text;
  const text =
    part === undefined
      ? ''
      : await log.readPart(part).then(
          (json) => String(JSON.parse(json)),
          () => undefined,
        );
  const last = text === undefined ? UNREADABLE : text === '' ? '' : 'Its last message:\n';
  const heading = `The agent ${idOfAgent(agent)} (${agentType}: ${task}) has ended. ${describeEnd(started, ended)}\n${last}`;
  return { from: agent, as: 'result', text: text ?? '', heading };
}
