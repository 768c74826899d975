import type { SessionEvent } from '../../../shared/model/event';
import { MAIN_AGENT } from '../../../shared/model/main-agent';
import type { Mode } from '../../../shared/model/mode';
import type { TurnDeps } from '../../core/agent/turn';
import type { AgentPrompt } from '../../core/context/context-deps';
import { createSessionContext } from '../../core/context/create-session-context';
import { escapeMarks, unescapeInput } from '../../core/context/escape-marks';
import type { SessionContext } from '../../core/context/session-context';
import type { HookDesk } from '../../core/hooks/hook-desk';
import type { PermissionPolicy } from '../../core/permission/gate';
import { createFileLedger } from '../../core/tools/create-file-ledger';
import { createWorkingDirectory } from '../../core/tools/create-working-directory';
import { SkillDesk } from '../../core/skills/skill-desk';
import type { AgentStarter } from '../../core/subagents/agent-starter';
import type { AgentDefinition } from '../../core/subagents/definition';
import type { ToolContext, ToolRegistry } from '../../core/tools/tool';
import type { SessionServers } from '../mcp/session-servers';
import { findOutsideChanges } from './outside-changes';
import type { SessionParts } from './session-parts';
import { createToolContext } from './tool-context';

/** Which agent, and what is its own. */
export interface AgentSpec {
  /** Its path, such as `main/explore-1`. */
  agent: string;
  /** Where it works, absolute and resolved. */
  folder: string;
  /** What it may call; the model is shown those of them that no rule takes away. */
  tools: ToolRegistry;
  /** The servers as they are for it; absent: as for the session. */
  servers?: SessionServers | undefined;
  /** The session's rules as they hold for this agent. */
  policy: PermissionPolicy;
  /** The session's hooks with those of its definition; the session's alone where it has none. */
  hooks?: HookDesk;
  /** The mode that holds for it, now. */
  mode(): Mode;
  /** What makes a sub-agent what it is. */
  definition?: AgentPrompt;
  /** The state of version control that it starts with, where it is known. */
  vcsSnapshot?(): Promise<string>;
  /** Types of agents that it may start. */
  agentTypes?(): Promise<readonly AgentDefinition[]>;
  /** Where a sub-agent keeps notes of its own. */
  notes?: string;
  /** How a call of it reaches other agents. */
  starter(item: string, turn: string, signal: AbortSignal): AgentStarter;
  /** When its newest turn ended, in milliseconds since the epoch; absent: there was none. */
  lastEnd?: number;
}

/** What the turns of one agent work with. */
export interface AgentServices {
  readonly agent: string;
  readonly skills: SkillDesk;
  readonly context: SessionContext;
  readonly turnDeps: Omit<TurnDeps, 'provider'>;
  /** Folds an event of this agent in, in the log's order, exactly once, stored ones first. */
  note(event: SessionEvent): void;
  /** Follows an event of this agent that has just been written, after `note`. */
  follow(event: SessionEvent): void;
  /** Files that somebody else wrote since this agent's last turn ended are told to it. */
  turnStarts(turn: string): Promise<void>;
  turnEnded(): void;
}

export function createAgentServices(parts: SessionParts, spec: AgentSpec): AgentServices {
  const { agent, folder, tools, policy, lastEnd, servers = parts.servers } = spec;
  const { ports, guarded, log, background, questions, plans, terminals, hide, gate, audit } = parts;
  const ledger = createFileLedger();
  const cwd = createWorkingDirectory([folder, ...parts.policy.loaded().additionalDirectories], (before, after) =>
    parts.hooks.folderChanged(before, after, agent),
  );
  const budget = ports.env['SLASH_COMMAND_TOOL_CHAR_BUDGET'];
  const context = createSessionContext({
    folder,
    home: ports.personHome,
    managedDir: ports.managedDir,
    agent,
    session: log.id,
    files: guarded.files,
    hide,
    process: ports.process,
    documents: ports.documents,
    clock: ports.clock,
    ids: ports.ids,
    log,
    environment: { platform: ports.platform, osVersion: ports.osVersion, shell: ports.shellName, language: parts.language },
    bundledSkills: ports.skills,
    skillUses: parts.skillUses,
    ...(budget === undefined ? {} : { skillBudget: budget }),
    tools: tools
      .all()
      .filter(({ name, late }) => late !== true && !parts.policy.isRemoved(name))
      .map(({ name, description, inputSchema }) => ({ name, description, inputSchema })),
    ...(servers === undefined ? {} : { late: servers.contextFor(tools) }),
    trusted: parts.trusted,
    ...(agent === MAIN_AGENT ? { autoMemory: parts.notes } : {}),
    ...(spec.notes === undefined ? {} : { autoMemory: { own: spec.notes, shared: spec.notes } }),
    ...(spec.definition === undefined ? {} : { definition: spec.definition }),
    ...(spec.vcsSnapshot === undefined ? {} : { vcsSnapshot: spec.vcsSnapshot }),
    ...(spec.agentTypes === undefined ? {} : { agentTypes: spec.agentTypes }),
    sha256: ports.hash,
  });
  let turn = '';
  let ended = lastEnd;
  const toolContext = (item: string, caller: string, signal: AbortSignal, onOutput: (text: string) => void): ToolContext =>
    createToolContext(
      {
        ports: guarded,
        log,
        folder,
        cwd,
        ledger,
        background,
        questions,
        plans,
        terminals,
        hide,
        skills,
        agents: spec.starter(item, turn, signal),
        hooks: parts.hooks.desk,
      },
      { item, agent: caller, turn, signal, onOutput },
    );
  const skills = new SkillDesk({
    agent,
    session: log.id,
    folder,
    home: ports.personHome,
    context,
    policy,
    mode: spec.mode,
    turn: () => turn,
    isTrusted: () => parts.policy.loaded().trusted,
    log,
    ids: ports.ids,
    audit,
    toolContext: (item, signal) => toolContext(item, agent, signal, () => undefined),
    hooks: spec.hooks ?? parts.hooks.desk,
  });
  return {
    agent,
    skills,
    context,
    turnDeps: {
      clock: ports.clock,
      ids: ports.ids,
      log,
      context,
      tools,
      policy,
      gate,
      audit,
      hooks: spec.hooks ?? parts.hooks.desk,
      skills,
      hide,
      escape: { incoming: escapeMarks, outgoing: unescapeInput },
      toolContext,
    },
    note(event) {
      context.note(event);
      if (event.type === 'item/completed' && event.item.kind === 'tool-call') ledger.noteCall(event.item);
    },
    follow(event) {
      skills.note(event).catch((error: unknown) => {
        ports.logger.log('warn', 'the refusal of a skill was not logged', { session: log.id, error: String(error) });
      });
    },
    async turnStarts(id) {
      turn = id;
      if (ended === undefined) return;
      for (const path of await findOutsideChanges(ports, ledger, ended)) {
        context.noteState('file-changed', path, outsideWords(path), path);
        parts.hooks.fileChanged(path, agent);
      }
    },
    turnEnded() {
      ended = ports.clock.now();
    },
  };
}

function outsideWords(path: string): string {
  return `${path} was changed or removed outside this session since you last saw it. Read it again before you rely on it or edit it.`;
}
