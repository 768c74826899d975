import { join } from 'node:path';
import type { DelegationLine } from '../../../shared/model/delegation-line';
import type { AgentWorktree } from '../../../shared/model/agent-worktree';
import type { ModelInfo } from '../../../shared/model/config';
import type { SessionEvent } from '../../../shared/model/event';
import { CodedError } from '../../../shared/model/failure';
import { plainLine } from '../../../shared/text/plain-line';
import { isKnownEvent } from '../../../shared/reduce/session-reducer';
import type { AgentPrompt } from '../../core/context/context-deps';
import type { HookDesk } from '../../core/hooks/hook-desk';
import { readText } from '../../core/kernel/read-text';
import type { Principal } from '../../core/permission/principal';
import type { AgentStarter, Delegation, SpawnRefusal } from '../../core/subagents/agent-starter';
import { BUILT_IN_TYPES } from '../../core/subagents/built-in-types';
import { chooseAgentModel } from '../../core/subagents/choose-model';
import type { AgentDefinition } from '../../core/subagents/definition';
import { effectiveMode } from '../../core/subagents/effective-mode';
import type { LoadedDefinitions } from '../../core/subagents/load-definitions';
import { listedTools, type NarrowedTools } from '../../core/subagents/narrow-tools';
import { idOfAgent } from '../../core/subagents/name-agent';
import { depthOf } from '../../core/subagents/spawn-limits';
import { narrowRegistry } from '../mcp/session-servers';
import { agentOf } from '../sessions/agent-of';
import { createAgentServices } from '../sessions/agent-services';

import type { SessionParts } from '../sessions/session-parts';
import type { Caller } from './caller';
import { createAgentPolicy } from './agent-policy';
import { settleWorktree } from './agent-runs';
import { type AgentRecord, OpenAgent, principalOf } from './open-agent';
import type { TreeFrame } from './tree-frame';
import type { WorktreeDesk } from './worktree-desk';

/** Contexts of agents that have ended stay open up to this number, the latest used ones; others are read from the log again. */
const MOST_RESTING = 16;
/** Of a definition whose hooks are read. */
const LARGEST = 512 * 1024;

export interface SpawnRequest {
  path: string;
  definition: AgentDefinition;
  delegation: Delegation;
  caller: Caller;
  frame: TreeFrame;
  background: boolean;
  turn: string;
  narrowed: NarrowedTools;
  lines: DelegationLine[];
  worktrees: WorktreeDesk;
}

/** Makes what an agent works with: for a new one, and for one that the log knows. */
export class AgentOpener {
  readonly #parts: SessionParts;
  readonly #starterFor: (caller: Caller) => AgentStarter;
  readonly #types: () => Promise<LoadedDefinitions>;
  readonly #foreignOfMain: (turn: string) => string[];
  readonly #vcsSnapshot: () => Promise<string>;
  readonly #runs: (agent: string) => boolean;
  readonly #open = new Map<string, OpenAgent>();
  /** Of all agents that were started or opened here: rights go on above an agent whose context is closed. */
  readonly #records = new Map<string, AgentRecord>();
  /** Where the log tells of each agent: one that is opened again needs no more of it than that. */
  readonly #extents = new Map<string, { first: number; last: number }>();

  constructor(
    parts: SessionParts,
    asked: {
      starterFor(caller: Caller): AgentStarter;
      types(): Promise<LoadedDefinitions>;
      /** Untrusted text that the main agent has read in a turn. */
      foreignOfMain(turn: string): string[];
      vcsSnapshot(): Promise<string>;
      runs(agent: string): boolean;
    },
  ) {
    this.#parts = parts;
    this.#starterFor = asked.starterFor;
    this.#types = asked.types;
    this.#foreignOfMain = asked.foreignOfMain;
    this.#vcsSnapshot = asked.vcsSnapshot;
    this.#runs = asked.runs;
  }

  get(agent: string): OpenAgent | undefined {
    return this.#open.get(agent);
  }

  /** Folds a stored event in, in the log's order. */
  recall(agent: string, event: SessionEvent): void {
    const { seq } = event;
    if (event.type === 'agent/spawned') {
      if (!this.#records.has(agent)) this.#records.set(agent, event);
      this.#extents.set(agent, { first: seq, last: seq });
    } else {
      const extent = this.#extents.get(agent);
      if (extent !== undefined) extent.last = seq;
    }
  }

  /** Folds an event in that has just been written. */
  note(agent: string, event: SessionEvent): void {
    this.recall(agent, event);
    const open = this.#open.get(agent);
    open?.note(event);
    open?.services.follow(event);
  }

  principal(record: AgentRecord): Principal {
    return principalOf(record, this.#parts.log.state.mode, (agent) => this.#records.get(agent));
  }

  /** Puts a new agent on record with all that it starts with. */
  async spawn(request: SpawnRequest): Promise<OpenAgent | SpawnRefusal> {
    const { definition, delegation, caller, frame } = request;
    const { model: parentModel } = frame.turn;
    const above = this.#records.get(caller.agent)?.model;
    const parent = above === undefined ? parentModel : (await frame.model(above)).model;
    const name = chooseAgentModel(delegation.model, definition.model, parent);
    const { model } = await frame.model(name);
    const worktree = await this.#worktreeFor(request);
    if (worktree !== undefined && 'refusal' in worktree) return worktree;
    try {
      return await this.#begin(request, name, model, worktree);
    } catch (error) {
      if (worktree !== undefined) await settleWorktree({ parts: this.#parts, worktrees: request.worktrees }, worktree);
      throw error;
    }
  }

  async #begin(request: SpawnRequest, name: string, model: ModelInfo, worktree: AgentWorktree | undefined): Promise<OpenAgent> {
    const { path, definition, delegation, caller, frame, narrowed, lines } = request;
    const { log, hide } = this.#parts;
    const record: AgentRecord = {
      agent: path,
      parent: caller.agent,
      turn: request.turn,
      ...(caller.item === undefined ? {} : { item: caller.item }),
      by: delegation.by ?? 'model',
      agentType: definition.name,
      ...(delegation.name === undefined ? {} : { name: plainLine(delegation.name) }),
      task: plainLine(await hide(delegation.description)),
      source: {
        scope: definition.source.scope,
        ...(definition.source.file === undefined ? {} : { file: definition.source.file, line: definition.source.line }),
      },
      rights: {
        mode: 'default',
        tools: narrowed.tools,
        dropped: narrowed.dropped,
        ...this.#serversOf(definition, caller),
        ...(worktree === undefined ? {} : { onlyIn: worktree.path }),
      },
      asked: {
        ...(definition.tools === undefined ? {} : { tools: listedTools(definition, this.#parts.ports.hash) }),
        without: definition.disallowedTools,
        ...(definition.mode === undefined ? {} : { mode: definition.mode }),
      },
      model: name,
      ...roundsOf(definition, delegation),
      depth: depthOf(path),
      background: request.background,
      ...(worktree === undefined ? {} : { worktree }),
      ...(definition.effort === undefined ? {} : { effort: definition.effort.level }),
      ...(definition.color === undefined ? {} : { color: definition.color }),
      omits: definition.omits,
      untrusted: this.#foreignOf(caller),
    };
    const mode = effectiveMode(this.principal(record));
    record.rights = {
      ...record.rights,
      mode,
      ...(definition.mode === undefined || definition.mode === mode ? {} : { askedMode: definition.mode }),
    };
    const agent = await this.#make(record, promptOf(definition), definition.memory);
    agent.spawns = definition.spawns;
    const pinned = await agent.services.context.pin({ model, mode, config: frame.turn.config });
    this.#keep(agent);
    await log.append({
      type: 'agent/spawned',
      ...record,
      prompt: log.putPart(JSON.stringify(await hide(delegation.prompt))),
      delegation: lines,
      pinned,
    });
    return agent;
  }

  /** An agent that the log knows, as it stood when it last ended. Rejects with `not-found`. */
  async reopen(path: string): Promise<OpenAgent> {
    const known = this.#open.get(path);
    if (known !== undefined) return known;
    const extent = this.#extents.get(path);
    if (extent === undefined) throw new CodedError('not-found', `no agent ${path}`);
    let agent: OpenAgent | undefined;
    for await (const event of this.#parts.log.read(extent.first - 1)) {
      if (event.seq > extent.last) break;
      if (!isKnownEvent(event)) continue;
      if (event.type === 'agent/spawned' && event.agent === path) {
        const definition = await this.#definitionOf(event);
        const prompt = {
          text: '',
          source: { type: 'host' as const, part: 'agent-definition' },
          trust: 'host' as const,
          omits: event.omits,
        };
        agent = await this.#make(event, prompt, definition?.memory);
        agent.spawns = definition?.spawns;
      }
      if (agentOf(event) === path) agent?.note(event);
    }
    if (agent === undefined) throw new CodedError('not-found', `no agent ${path}`);
    this.#keep(agent);
    return agent;
  }

  /** The definition that it was started by, as it is now. */
  async #definitionOf({ agentType, source }: AgentRecord): Promise<AgentDefinition | undefined> {
    if (source.file === undefined) return BUILT_IN_TYPES.find(({ name }) => name === agentType);
    return (await this.#types()).byName.get(agentType);
  }

  async #make(record: AgentRecord, definition: AgentPrompt, memory: AgentDefinition['memory']): Promise<OpenAgent> {
    const { policy } = this.#parts;
    const has = new Set(record.rights.tools);
    const servers = this.#parts.servers?.narrowTo(has, record.rights.servers);
    const tools = servers?.tools ?? this.#parts.tools;
    this.#records.set(record.agent, record);
    const notes = memory === undefined ? undefined : memoryFolder(memory, record.agentType, this.#parts);
    const services = createAgentServices(this.#parts, {
      agent: record.agent,
      folder: record.worktree?.path ?? this.#parts.folder,
      tools: narrowRegistry(tools, has),
      servers,
      policy: createAgentPolicy({
        policy,
        principal: () => this.principal(record),
        untrusted: record.untrusted,
        onlyIn: record.rights.onlyIn,
        notes,
      }),
      mode: () => effectiveMode(this.principal(record)),
      definition,
      ...(record.worktree === undefined ? { vcsSnapshot: this.#vcsSnapshot } : {}),
      ...(await this.#hooksOf(record)),
      ...(notes === undefined ? {} : { notes }),
      ...(has.has('Agent') ? { agentTypes: async () => [...(await this.#types()).byName.values()] } : {}),
      starter: (item, turn, signal) => this.#starterFor({ agent: record.agent, turn, item, signal }),
    });
    return new OpenAgent(record, services);
  }

  /** The session's hooks with those of its definition, for as long as it runs. */
  async #hooksOf({ agentType, source }: AgentRecord): Promise<{ hooks?: HookDesk }> {
    const { ports, hooks, policy } = this.#parts;
    const { file, scope } = source;
    const read = file === undefined ? undefined : await readText(ports.files, file, LARGEST);
    if (file === undefined || read === undefined || 'problem' in read) return {};
    const trusted = scope !== 'project' || policy.loaded().trusted;
    const own = { scope: 'agent' as const, name: agentType, file, text: read.text, trusted, managed: scope === 'managed' };
    return { hooks: await hooks.desk.withAgent(own) };
  }

  #keep(agent: OpenAgent): void {
    this.#open.delete(agent.path);
    this.#open.set(agent.path, agent);
    const resting = [...this.#open.keys()].filter((path) => path !== agent.path && !this.#runs(path));
    for (const path of resting.slice(0, Math.max(0, resting.length - MOST_RESTING))) this.#open.delete(path);
  }

  /** Those that its definition names, of those that its parent has. */
  #serversOf({ mcpServers }: AgentDefinition, { agent }: Caller): { servers?: string[] } {
    const above = this.#records.get(agent)?.rights.servers;
    const named = mcpServers?.map(({ name }) => name);
    const servers = named === undefined ? above : named.filter((name) => above?.includes(name) !== false);
    return servers === undefined ? {} : { servers };
  }

  #foreignOf({ agent, turn }: Caller): string[] {
    const open = this.#open.get(agent);
    if (open === undefined) return this.#foreignOfMain(turn);
    return [...new Set([...open.record.untrusted, ...open.services.context.foreignSources(turn)])];
  }

  /** A hook may make it in the product's place. */
  async #worktreeFor({
    path,
    definition,
    delegation,
    caller,
    worktrees,
  }: SpawnRequest): Promise<AgentWorktree | { refusal: string } | undefined> {
    if ((delegation.isolation ?? definition.isolation) !== 'worktree') return undefined;
    if (!this.#parts.policy.loaded().trusted)
      return { refusal: 'a worktree is only made in a folder that the person trusts: its git settings could start programs.' };
    const { desk } = this.#parts.hooks;
    const owner = { agent: path, session: this.#parts.log.id };
    if (!desk.has('WorktreeCreate')) return worktrees.add(owner);
    const name = idOfAgent(path);
    const moment = { event: 'WorktreeCreate' as const, agent: caller.agent, turn: caller.turn, input: { name } };
    const { block, stop, worktreePath } = await desk.fire(moment, caller.signal);
    const refusal = block?.text ?? stop;
    if (refusal !== undefined) return { refusal: `a hook made no worktree: ${refusal}` };
    return worktreePath === undefined ? worktrees.add(owner) : worktrees.adopt(worktreePath, owner);
  }
}

function roundsOf({ maxTurns }: AgentDefinition, { rounds }: Delegation): { rounds?: number } {
  const least = Math.min(maxTurns ?? Number.POSITIVE_INFINITY, rounds ?? Number.POSITIVE_INFINITY);
  return Number.isFinite(least) ? { rounds: least } : {};
}

/** Where an agent of a type keeps its notes. */
function memoryFolder(memory: NonNullable<AgentDefinition['memory']>, type: string, { ports, folder }: SessionParts): string {
  if (memory === 'user') return join(ports.personHome, '.claude/agent-memory', type);
  return join(folder, memory === 'project' ? '.claude/agent-memory' : '.claude/agent-memory-local', type);
}

export function promptOf({ prompt, source, omits }: AgentDefinition): AgentPrompt {
  const { file, scope, bodyLine } = source;
  if (file === undefined) return { text: prompt, source: { type: 'host', part: 'agent-definition' }, trust: 'host', omits };
  const endLine = bodyLine + prompt.split('\n').length - 1;
  return {
    text: prompt,
    source: { type: 'file', path: file, startLine: bodyLine, endLine },
    trust: scope === 'project' ? 'project' : 'user',
    omits,
  };
}
