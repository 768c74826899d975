import type { Config, ModelInfo } from '../../../shared/model/config';
import { MAIN_AGENT } from '../../../shared/model/main-agent';
import type { Mode } from '../../../shared/model/mode';
import type { Todo } from '../../../shared/model/question';
import { isKnownEvent } from '../../../shared/reduce/session-reducer';
import type { PinnedContext } from '../../core/context/session-context';
import { AgentDesk, type AgentDeskOptions } from '../agents/agent-desk';
import { agentOf } from './agent-of';
import { type AgentServices, createAgentServices } from './agent-services';
import { countSkillUse } from '../skills/skill-counts';
import { openSessionParts, type SessionParts, type SessionPartsOptions } from './session-parts';

/** What the turns of one session work with, for as long as this process writes it. */
export interface SessionServices extends Pick<SessionParts, 'policy' | 'gate' | 'questions' | 'plans' | 'background' | 'hooks'> {
  agents: AgentDesk;
  /** Of the main agent. */
  turnDeps: AgentServices['turnDeps'];
  /** The context of a new session, and the mode that it starts in. */
  pin(options: { model: ModelInfo; mode: Mode | undefined; config: Config }): Promise<{ pinned: PinnedContext; mode: Mode }>;
  /** Looks at what changed since the last turn: rules, trust, and files that somebody else wrote. */
  turnStarts(turn: string): Promise<void>;
  turnEnded(): void;
  close(): Promise<void>;
}

/** What starting an agent needs of whoever runs the session. */
type RunningParts = Omit<AgentDeskOptions, 'parts' | 'foreignOfMain'>;

/** Of that, what one session's runner gives. */
export type RunnerParts = Pick<RunningParts, 'frame' | 'onResult' | 'onRest'>;

/** Folds the session's whole log: afterwards a resumed session stands where it stood. */
export async function openSessionServices(options: SessionPartsOptions, running: RunningParts): Promise<SessionServices> {
  const parts = await openSessionParts(options);
  try {
    return await foldSession(parts, running);
  } catch (error) {
    parts.release();
    throw error;
  }
}

async function foldSession(parts: SessionParts, running: RunningParts): Promise<SessionServices> {
  const { ports, log, policy, gate, questions, plans, background, audit } = parts;
  const agents = new AgentDesk({ ...running, parts, foreignOfMain: (turn) => main.context.foreignSources(turn) });
  const main: AgentServices = createAgentServices(parts, {
    agent: MAIN_AGENT,
    folder: parts.folder,
    tools: parts.tools,
    policy,
    mode: () => log.state.mode,
    agentTypes: async () => [...(await agents.types()).byName.values()],
    starter: (item, turn, signal) => agents.starterFor({ agent: MAIN_AGENT, turn, item, signal }),
    ...(log.state.turns.length === 0 ? {} : { lastEnd: Date.parse(log.state.updatedAt) }),
  });

  for await (const event of log.read(0)) {
    if (!isKnownEvent(event)) continue;
    if (agentOf(event) === MAIN_AGENT) main.note(event);
    agents.recall(event);
    audit.recall(event);
  }
  const unsubscribe = log.subscribe((events) => {
    for (const event of events) {
      const agent = agentOf(event);
      if (agent === MAIN_AGENT) {
        main.note(event);
        main.follow(event);
      }
      agents.note(agent, event);
      if (event.type === 'skill/used' && event.outcome !== 'refused') void countSkillUse(ports, event.skill);
      audit.note(event);
    }
  });

  return {
    agents,
    policy,
    gate,
    questions,
    plans,
    background,
    hooks: parts.hooks,
    turnDeps: main.turnDeps,
    async pin({ model, mode, config }) {
      const start = mode ?? policy.loaded().defaultMode ?? config.mode ?? 'default';
      return { pinned: await main.context.pin({ model, mode: start, config }), mode: start };
    },
    async turnStarts(turn) {
      const { todos } = log.state;
      if (todos.length > 0) main.context.noteState('todo', 'todos', todoWords(todos));
      await parts.hooks.turnStarts();
      await Promise.all([main.turnStarts(turn), log.state.turns.length === 0 ? undefined : policy.reload()]);
    },
    turnEnded: main.turnEnded,
    async close() {
      await agents.close();
      await parts.hooks.close();
      unsubscribe();
      await gate.expireAll();
      await background.stopAll();
      await ports.shell.closeSession(log.id);
      parts.release();
    },
  };
}

function todoWords(todos: readonly Todo[]): string {
  return `Your list of tasks as it stands:\n${todos.map(({ status, content }) => `- [${status}] ${content}`).join('\n')}`;
}
