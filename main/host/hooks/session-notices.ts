import type { SessionEvent } from '../../../shared/model/event';
import { MAIN_AGENT } from '../../../shared/model/main-agent';
import type { SessionState } from '../../../shared/model/session';
import type { Clock } from '../../core/ports';

/** How long after a turn nobody has answered when the person is told that the session waits, in milliseconds. */
export const IDLE_MS = 60_000;

export interface Notice {
  kind: 'permission_prompt' | 'agent_needs_input' | 'agent_completed' | 'idle_prompt';
  message: string;
  agent: string;
  item?: string;
}

export interface SessionNoticesOptions {
  clock: Clock;
  state(): SessionState;
  tell(notice: Notice): void;
}

/** What a session has to tell a person who is not looking at it, as its log has it. */
export interface SessionNotices {
  /** Of an event that was written just now. */
  note(event: SessionEvent): void;
  close(): void;
}

export function createSessionNotices({ clock, state, tell }: SessionNoticesOptions): SessionNotices {
  let waiting = new AbortController();

  function runsBehind(agent: string): boolean {
    return (state().agents ?? []).some((node) => node.background && (node.agent === agent || agent.startsWith(`${node.agent}/`)));
  }

  function ask({ agent, item }: { agent: string; item: string }, message: string): void {
    tell({ kind: runsBehind(agent) ? 'agent_needs_input' : 'permission_prompt', message, agent, item });
  }

  function waitForPerson(): void {
    waiting.abort();
    const mine = new AbortController();
    waiting = mine;
    void clock.sleep(IDLE_MS, mine.signal).then(() => {
      if (!mine.signal.aborted) tell({ kind: 'idle_prompt', message: 'The agent waits for your next message.', agent: MAIN_AGENT });
    });
  }

  return {
    note(event) {
      switch (event.type) {
        case 'permission/requested':
          return ask(event, event.action.summary);
        case 'question/asked':
          return ask(event, event.questions[0]?.question ?? '');
        case 'plan/proposed':
          return ask(event, 'A plan waits for your approval.');
        case 'agent/ended': {
          const node = state().agents?.find(({ agent }) => agent === event.agent);
          if (node?.background !== true) return;
          return tell({ kind: 'agent_completed', message: `${node.agentType}: ${node.task} (${event.state})`, agent: event.agent });
        }
        case 'turn/started':
          return waiting.abort();
        case 'turn/ended':
          return event.agent === MAIN_AGENT ? waitForPerson() : undefined;
        default:
      }
    },
    close: () => waiting.abort(),
  };
}
