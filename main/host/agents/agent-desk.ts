import { NO_USAGE } from '../../../shared/model/add-usage';
import type { AgentNode } from '../../../shared/model/agent-node';
import type { SessionEvent } from '../../../shared/model/event';
import { CodedError } from '../../../shared/model/failure';
import type { UserInput } from '../../../shared/model/item';
import { MAIN_AGENT } from '../../../shared/model/main-agent';
import { cutStart } from '../../../shared/text/cut-text';
import type { RunTurn, TurnInput } from '../../core/agent/turn';
import type { AgentInput } from '../../core/context/agent-input';
import type { AgentAnswer, AgentStarter, CheckedDelegation, Delegation } from '../../core/subagents/agent-starter';
import { checkDelegation } from '../../core/subagents/check-delegation';
import type { AgentDefinition } from '../../core/subagents/definition';
import { type DefinitionCache, type LoadedDefinitions, loadDefinitions } from '../../core/subagents/load-definitions';
import { HOOK_NAME, idOfAgent, nameAgent } from '../../core/subagents/name-agent';
import { narrowTools } from '../../core/subagents/narrow-tools';
import { ancestryOf, depthOf, refuseSpawn } from '../../core/subagents/spawn-limits';
import type { ToolRegistry } from '../../core/tools/tool';
import type { ModelService } from '../model-service';
import type { SessionParts } from '../sessions/session-parts';
import { AgentOpener } from './agent-opener';
import { runAgent } from './agent-runs';
import type { Caller } from './caller';
import { findAgent, type OpenAgent } from './open-agent';
import { TreeFrame, type TurnFrame } from './tree-frame';
import { VcsSnapshot } from './vcs-snapshot';
import { WorktreeDesk } from './worktree-desk';

export interface AgentDeskOptions {
  parts: SessionParts;
  models: ModelService;
  runTurn(): Promise<RunTurn>;
  /** What a turn would be started with now: for an agent that goes on while the main one rests. */
  frame(): Promise<TurnFrame>;
  /** Untrusted text that the main agent has read in a turn. */
  foreignOfMain(turn: string): string[];
  /** Something waits for the main agent, which may be at rest. */
  onResult(): void;
}

interface Running {
  agent: string;
  controller: AbortController;
  open?: OpenAgent;
}

/**
 * The sub-agents of a session. Invariants:
 * 1. Limits are looked at and the place is taken in one step: calls side by side never go over them together.
 * 2. Every `agent/spawned` is followed by an `agent/ended`, whatever happens in between.
 * 3. While a stop is under way nothing is started.
 */
export class AgentDesk {
  readonly worktrees: WorktreeDesk;
  readonly #options: AgentDeskOptions;
  readonly #opener: AgentOpener;
  readonly #cache: DefinitionCache = new Map();
  readonly #running = new Map<string, Running>();
  readonly #runs = new Set<Promise<unknown>>();
  readonly #names = new Set<string>();
  readonly #results: AgentInput[] = [];
  readonly #vcs: VcsSnapshot;
  #types: Promise<LoadedDefinitions> | undefined;
  #frame: TreeFrame | undefined;
  #stopping = false;

  constructor(options: AgentDeskOptions) {
    const { parts } = options;
    this.#options = options;
    this.worktrees = new WorktreeDesk(parts.ports, parts.folder);
    this.#vcs = new VcsSnapshot(parts.ports.process, parts.folder, parts.trusted);
    this.#opener = new AgentOpener(parts, {
      starterFor: (caller) => this.starterFor(caller),
      types: () => this.types(),
      foreignOfMain: options.foreignOfMain,
      vcsSnapshot: () => this.#vcs.take(),
    });
  }

  get busy(): boolean {
    return this.#running.size > 0;
  }
  get #nodes(): readonly AgentNode[] {
    return this.#options.parts.log.state.agents ?? [];
  }

  /** Definitions as they were on the disk when they were first asked for in the turn. */
  types(): Promise<LoadedDefinitions> {
    this.#types ??= this.#loadTypes();
    return this.#types;
  }

  async #loadTypes(): Promise<LoadedDefinitions> {
    const { ports, folder, hide } = this.#options.parts;
    const { readUserFiles } = this.#frame?.turn.config ?? (await ports.config.read()).config;
    return loadDefinitions({ folder, home: ports.personHome, files: ports.files, hide, readUserFiles }, this.#cache);
  }

  /** A turn of the main agent begins: what follows is counted anew. */
  beginTurn(turn: TurnFrame): TreeFrame {
    this.#frame = new TreeFrame(turn, this.#options.models);
    this.#types = undefined;
    this.#vcs.forget();
    return this.#frame;
  }

  /** Folds an event in, in the log's order. */
  note(agent: string, event: SessionEvent): void {
    this.#vcs.note(event);
    if (agent !== MAIN_AGENT) this.#opener.note(agent, event);
  }

  /** What agents in the background have for the main one. */
  takeResult(): AgentInput | undefined {
    return this.#results.shift();
  }

  starterFor(caller: Caller): AgentStarter {
    return {
      check: (delegation) => this.#check(delegation, caller),
      start: (delegation) => this.#start(delegation, caller),
      message: (to, text) => this.#message(to, text, caller),
      stop: (id) => this.#stopOf(id, caller),
    };
  }

  /** The person tells an agent something: one that has ended goes on with it in the background. Rejects with `not-found`. */
  async send(path: string, input: UserInput): Promise<void> {
    const node = this.#nodeAt(path);
    await this.#logMessage(path, 'person', input.text);
    const open = this.#running.get(path)?.open;
    if (open !== undefined) open.inbox.push(input);
    else this.#inBackground(this.#resume(node, input, this.#newTurn()), node);
  }

  /** An agent that had ended goes on where it stopped, in the background. */
  async retry(path: string): Promise<void> {
    const node = this.#nodeAt(path);
    if (this.#running.has(path)) throw new CodedError('busy', 'the agent is running');
    this.#inBackground(this.#resume(node, undefined, this.#newTurn()), node);
  }

  /** Stops an agent and everything below it. */
  stop(path: string): boolean {
    const hit = [...this.#running.values()].filter(({ agent }) => agent === path || agent.startsWith(`${path}/`));
    for (const { controller } of hit) controller.abort();
    return hit.length > 0;
  }

  /** Stops all of them and starts none until they have ended. */
  stopAll(): void {
    if (this.#running.size === 0) return;
    this.#stopping = true;
    for (const { controller } of this.#running.values()) controller.abort();
  }

  async close(): Promise<void> {
    this.stopAll();
    await Promise.allSettled(this.#runs);
  }

  async #check(delegation: Delegation, caller: Caller): Promise<CheckedDelegation> {
    const { byName } = await this.types();
    const definition = byName.get(delegation.type);
    if (definition === undefined)
      return { lines: [], tools: [], refusal: `there is no type ${delegation.type}. There are: ${[...byName.keys()].join(', ')}.` };
    const { tools } = this.#narrow(definition, delegation, caller);
    const frame = this.#frame?.turn;
    const { lines, refusal } = checkDelegation(delegation, definition, { tools, rounds: definition.maxTurns ?? frame?.limits.rounds });
    const refused = refusal ?? this.#refuse(definition, caller);
    return { lines, tools, ...(refused === undefined ? {} : { refusal: refused }) };
  }

  #narrow(definition: AgentDefinition, { background }: Delegation, { agent }: Caller) {
    const limits = this.#frame?.turn.config.agents;
    return narrowTools(this.#toolsOf(agent), definition, {
      atDepthLimit: depthOf(agent) + 1 >= (limits?.depth ?? 0),
      background: (background || definition.background) && this.#frame?.turn.interactive === true,
    });
  }

  #toolsOf(agent: string): string[] {
    const { tools, policy } = this.#options.parts;
    const registry: ToolRegistry = this.#opener.get(agent)?.services.turnDeps.tools ?? tools;
    return registry.all().flatMap(({ name }) => (policy.isRemoved(name) ? [] : [name]));
  }

  #refuse(definition: AgentDefinition, { agent, signal }: Caller): string | undefined {
    const frame = this.#frame;
    if (frame === undefined) return 'no turn is running.';
    return refuseSpawn(
      definition,
      {
        parent: agent,
        ancestry: ancestryOf(agent, this.#nodes),
        started: frame.totals.agents,
        running: this.#running.size,
        stopping: this.#stopping || signal.aborted,
      },
      frame.turn.config.agents,
      this.#opener.get(agent)?.spawns,
    );
  }

  async #start(delegation: Delegation, caller: Caller): Promise<AgentAnswer | string> {
    const checked = await this.#check(delegation, caller);
    if (checked.refusal !== undefined) return checked.refusal;
    const definition = (await this.types()).byName.get(delegation.type);
    const frame = this.#frame;
    if (definition === undefined || frame === undefined) return `there is no type ${delegation.type}.`;
    // From here to the taken place nothing is awaited (invariant 1).
    const refusal = this.#refuse(definition, caller);
    if (refusal !== undefined) return refusal;
    const background = (delegation.background || definition.background) && frame.turn.interactive;
    const path = nameAgent(caller.agent, delegation.by === 'hook' ? HOOK_NAME : definition.name, [
      ...this.#names,
      ...this.#nodes.map(({ agent }) => agent),
    ]);
    this.#names.add(path);
    frame.totals.agents += 1;
    const place = this.#takePlace(path, background ? undefined : caller.signal);
    const narrowed = this.#narrow(definition, delegation, caller);
    const started = this.#opener
      .spawn({
        path,
        definition,
        delegation,
        caller,
        frame,
        background,
        narrowed,
        lines: checked.lines,
        turn: background ? this.#newTurn() : caller.turn,
        worktrees: this.worktrees,
      })
      .catch((error: unknown) => (error instanceof Error ? error.message : String(error)));
    const opened = await started;
    if (typeof opened === 'string') {
      this.#leavePlace(path);
      return opened;
    }
    place.open = opened;
    const input: AgentInput = { from: caller.agent, as: 'task', text: delegation.prompt };
    const done = this.#run(opened, input, opened.record.turn, frame, place, definition.skills);
    if (!background) return done;
    this.#inBackground(done, { agent: path, parent: caller.agent, agentType: definition.name, task: delegation.description });
    const id = idOfAgent(path);
    const note = `[Agent ${id} runs in the background. You are told when it has ended; SendMessage reaches it and TaskStop stops it by the id "${id}".]`;
    return { agent: path, state: 'running', text: '', note, untrusted: [], foreign: [] };
  }

  async #message(to: string, text: string, caller: Caller): Promise<AgentAnswer | 'delivered' | { refusal: string }> {
    const node = findAgent(this.#nodes, to, caller.agent);
    if (node === undefined) return { refusal: `You started no agent ${to}.` };
    if (this.#stopping || caller.signal.aborted) return { refusal: 'The person is stopping this work.' };
    await this.#logMessage(node.agent, caller.agent, text);
    const input: AgentInput = { from: caller.agent, as: 'message', text };
    const open = this.#running.get(node.agent)?.open;
    if (open !== undefined) {
      open.inbox.push(input);
      return 'delivered';
    }
    return this.#resume(node, input, caller.turn, caller.signal);
  }

  async #stopOf(id: string, { agent }: Caller): Promise<boolean> {
    const node = findAgent(this.#nodes, id, agent);
    if (node === undefined) return false;
    this.stop(node.agent);
    return true;
  }

  async #resume(node: AgentNode, input: TurnInput | undefined, turn: string, signal?: AbortSignal): Promise<AgentAnswer> {
    const place = this.#takePlace(node.agent, signal);
    try {
      const frame = this.#frame ?? new TreeFrame(await this.#options.frame(), this.#options.models);
      place.open = await this.#opener.reopen(node.agent);
      return this.#run(place.open, input, turn, frame, place);
    } catch (error) {
      this.#leavePlace(node.agent);
      throw error;
    }
  }

  #run(
    agent: OpenAgent,
    input: TurnInput | undefined,
    turn: string,
    frame: TreeFrame,
    { controller }: Running,
    preload: readonly string[] = [],
  ): Promise<AgentAnswer> {
    const { parts, runTurn } = this.#options;
    const run = async (): Promise<AgentAnswer> => {
      const { model, provider } = await frame.model(agent.record.model);
      return runAgent(
        { parts, worktrees: this.worktrees, runTurn },
        {
          agent,
          turn,
          input,
          frame,
          model,
          provider,
          principal: () => this.#opener.principal(agent.record),
          signal: controller.signal,
          preload,
        },
      );
    };
    const done = run()
      .catch((error: unknown) => this.#failed(agent, turn, error))
      .finally(() => this.#leavePlace(agent.path));
    this.#runs.add(done);
    void done.catch(() => undefined).finally(() => this.#runs.delete(done));
    return done;
  }

  /** What could not even begin to run ends on record all the same (invariant 2). */
  async #failed({ path }: OpenAgent, turn: string, error: unknown): Promise<AgentAnswer> {
    const message = error instanceof Error ? error.message : String(error);
    await this.#options.parts.log.append({
      type: 'agent/ended',
      agent: path,
      turn,
      state: 'failed',
      reason: 'error',
      rounds: 0,
      usage: NO_USAGE,
      durationMs: 0,
      returned: { tokens: 0 },
      error: message,
    });
    return { agent: path, state: 'failed', text: '', note: `[Agent ${idOfAgent(path)} failed: ${message}]`, untrusted: [], foreign: [] };
  }

  /** Its end is told to the agent that started it, or to the main one where that has ended. */
  #inBackground(done: Promise<AgentAnswer>, node: Pick<AgentNode, 'agent' | 'parent' | 'agentType' | 'task'>): void {
    void done.then(
      ({ text, note, state }) => {
        const heading = `The agent ${idOfAgent(node.agent)} (${node.agentType}: ${node.task}) has ended. ${note}\n${text === '' ? '' : 'Its last message:\n'}`;
        const result: AgentInput = { from: node.agent, as: 'result', text, heading };
        const parent = this.#running.get(node.parent)?.open;
        if (parent !== undefined) return void parent.inbox.push(result);
        this.#results.push(result);
        if (state !== 'stopped') this.#options.onResult();
      },
      (error: unknown) => this.#options.parts.ports.logger.log('error', 'an agent failed', { agent: node.agent, error: String(error) }),
    );
  }

  #takePlace(agent: string, signal: AbortSignal | undefined): Running {
    const controller = new AbortController();
    const place: Running = { agent, controller };
    if (signal?.aborted === true) controller.abort();
    signal?.addEventListener('abort', () => controller.abort(), { once: true, signal: controller.signal });
    this.#running.set(agent, place);
    return place;
  }

  #leavePlace(agent: string): void {
    this.#running.delete(agent);
    if (this.#running.size === 0) this.#stopping = false;
  }

  #nodeAt(path: string): AgentNode {
    const node = this.#nodes.find(({ agent }) => agent === path);
    if (node === undefined || path === MAIN_AGENT) throw new CodedError('not-found', `no agent ${path}`);
    return node;
  }

  #newTurn(): string {
    return this.#options.parts.ports.ids.next('turn');
  }

  async #logMessage(agent: string, from: string, text: string): Promise<void> {
    const { log, hide } = this.#options.parts;
    await log.append({ type: 'agent/messaged', agent, from, preview: cutStart(await hide(text), 500) });
  }
}
