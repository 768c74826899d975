import type { AgentNode } from '../../../shared/model/agent-node';
import type { SessionEvent } from '../../../shared/model/event';
import { CodedError } from '../../../shared/model/failure';
import type { UserInput } from '../../../shared/model/item';
import { MAIN_AGENT } from '../../../shared/model/main-agent';
import { cutStart } from '../../../shared/text/cut-text';
import type { RunTurn, TurnInput } from '../../core/agent/turn';
import type { AgentInput } from '../../core/context/agent-input';
import type { AgentAnswer, AgentStarter, CheckedDelegation, Delegation, SpawnRefusal } from '../../core/subagents/agent-starter';
import { EXPLORER } from '../../core/subagents/built-in-types';
import { checkDelegation } from '../../core/subagents/check-delegation';
import type { AgentDefinition } from '../../core/subagents/definition';
import { type DefinitionCache, type LoadedDefinitions, loadDefinitions } from '../../core/subagents/load-definitions';
import { HOOK_NAME, idOfAgent, nameAgent } from '../../core/subagents/name-agent';
import { narrowTools } from '../../core/subagents/narrow-tools';
import { ancestryOf, depthOf, refuseRun, refuseSpawn } from '../../core/subagents/spawn-limits';
import type { RegisteredTool, ToolRegistry } from '../../core/tools/tool';
import type { ModelService } from '../model-service';
import { agentOf } from '../sessions/agent-of';
import type { SessionParts } from '../sessions/session-parts';
import { AgentPlaces } from './agent-places';
import { AgentOpener } from './agent-opener';
import { AgentRunner } from './agent-runner';
import type { Caller } from './caller';
import { findAgent } from './open-agent';
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
  /** An agent that nobody waited for was stopped. */
  onRest(): void;
}

/** How an agent that had ended goes on, or why it does not. */
type Resumed = { done: Promise<AgentAnswer> } | SpawnRefusal;

/**
 * The sub-agents of a session. Invariants:
 * 1. Limits are looked at and the place is taken in one step, by new agents and by those that go on: calls side by side never go over
 *    them together.
 * 2. Every `agent/spawned` is followed by an `agent/ended`, whatever happens in between.
 * 3. While a stop is under way nothing is started.
 */
export class AgentDesk {
  readonly worktrees: WorktreeDesk;
  readonly #options: AgentDeskOptions;
  readonly #opener: AgentOpener;
  readonly #cache: DefinitionCache = new Map();
  readonly #places = new AgentPlaces();
  readonly #runner: AgentRunner;
  readonly #names = new Set<string>();
  readonly #vcs: VcsSnapshot;
  #types: Promise<LoadedDefinitions> | undefined;
  #frame: TreeFrame | undefined;

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
      runs: (agent) => this.#places.has(agent),
    });
    this.#runner = new AgentRunner({ ...options, places: this.#places, opener: this.#opener, worktrees: this.worktrees });
  }

  /** Agents run. */
  get busy(): boolean {
    return this.#places.size > 0;
  }
  /** The main agent has yet to hear how some ended. */
  get hasResult(): boolean {
    return this.#runner.hasResult;
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
    const { files, personHome: home, managedDir } = ports;
    return loadDefinitions({ folder, home, managedDir, files, hide, readUserFiles }, this.#cache);
  }

  /** A turn of the main agent begins: what follows is counted anew. */
  beginTurn(turn: TurnFrame): TreeFrame {
    this.#frame = new TreeFrame(turn, this.#options.models);
    this.#types = undefined;
    this.#vcs.forget();
    return this.#frame;
  }

  /** Folds a stored event in, in the log's order. */
  recall(event: SessionEvent): void {
    this.#runner.note(event);
    const agent = agentOf(event);
    if (agent !== MAIN_AGENT) this.#opener.recall(agent, event);
  }

  /** Folds an event in that has just been written. */
  note(agent: string, event: SessionEvent): void {
    this.#runner.note(event);
    this.#vcs.note(event);
    if (agent !== MAIN_AGENT) this.#opener.note(agent, event);
  }

  /** What the main agent has yet to hear, the oldest first. It stays until it stands in the log. */
  readResult(): Promise<AgentInput | undefined> {
    return this.#runner.readResult();
  }

  starterFor(caller: Caller): AgentStarter {
    return {
      check: (delegation) => this.#check(delegation, caller),
      start: (delegation) => this.#start(delegation, caller),
      message: (to, text) => this.#message(to, text, caller),
      stop: (id) => this.#stopOf(id, caller),
    };
  }

  /** The person tells an agent something: one that has ended goes on with it in the background. Rejects with `not-found` or `busy`. */
  async send(path: string, input: UserInput): Promise<void> {
    const node = this.#nodeAt(path);
    const told = await this.#tell(node, 'person', input, this.#newTurn());
    if (told !== 'delivered' && 'refusal' in told) throw new CodedError('busy', told.refusal);
  }

  /** An agent that had ended goes on where it stopped, in the background. Rejects with `not-found` or `busy`. */
  async retry(path: string): Promise<void> {
    const node = this.#nodeAt(path);
    const frame = await this.#frameNow();
    if (this.#places.has(path)) throw new CodedError('busy', 'the agent is running');
    const resumed = this.#resume(node, undefined, this.#newTurn(), frame);
    if ('refusal' in resumed) throw new CodedError('busy', resumed.refusal);
  }

  /** Also while it is only about to start. */
  runs(agent: string): boolean {
    return this.#places.has(agent);
  }

  /** Stops an agent and everything below it. */
  stop(path: string): boolean {
    return this.#places.stop(path);
  }

  /** Stops all of them and starts none until they have ended. */
  stopAll(): void {
    this.#places.stopAll();
  }

  async close(): Promise<void> {
    this.stopAll();
    await this.#runner.settled();
  }

  async #check(delegation: Delegation, caller: Caller): Promise<CheckedDelegation> {
    const definition = await this.#definitionOf(delegation);
    if (definition === undefined) {
      const names = [...(await this.types()).byName.keys()].join(', ');
      return { lines: [], tools: [], refused: { refusal: `there is no type ${delegation.type}. There are: ${names}.` } };
    }
    const { tools } = this.#narrow(definition, delegation, caller);
    const frame = this.#frame?.turn;
    const checked = checkDelegation(delegation, definition, { tools, rounds: definition.maxTurns ?? frame?.limits.rounds });
    const refused = checked.refused ?? this.#refuse(definition, delegation, caller);
    return { lines: checked.lines, tools, ...(refused === undefined ? {} : { refused }) };
  }

  /** A definition of the project's that takes the name of a built-in type judges nothing for hooks. */
  async #definitionOf({ type, by }: Delegation): Promise<AgentDefinition | undefined> {
    return by === 'hook' ? EXPLORER : (await this.types()).byName.get(type);
  }

  #narrow(definition: AgentDefinition, { background }: Delegation, { agent }: Caller) {
    const limits = this.#frame?.turn.config.agents;
    return narrowTools(this.#toolsOf(agent), definition, {
      atDepthLimit: depthOf(agent) + 1 >= (limits?.depth ?? 0),
      background: (background || definition.background) && this.#frame?.turn.interactive === true,
      hash: this.#options.parts.ports.hash,
    });
  }

  #toolsOf(agent: string): RegisteredTool[] {
    const { tools, policy } = this.#options.parts;
    const registry: ToolRegistry = this.#opener.get(agent)?.services.turnDeps.tools ?? tools;
    return registry.all().filter(({ name, server }) => !policy.isRemoved(name, server));
  }

  #refuse(definition: AgentDefinition, { by }: Delegation, { agent, signal }: Caller): SpawnRefusal | undefined {
    const frame = this.#frame;
    if (frame === undefined) return { refusal: 'no turn is running.' };
    return refuseSpawn(
      definition,
      {
        parent: agent,
        ancestry: ancestryOf(agent, this.#nodes),
        started: frame.totals.agents,
        running: this.#places.size,
        stopping: this.#places.stopping || signal.aborted,
      },
      frame.turn.config.agents,
      by === 'hook' ? undefined : this.#opener.get(agent)?.spawns,
    );
  }

  async #start(delegation: Delegation, caller: Caller): Promise<AgentAnswer | SpawnRefusal> {
    const checked = await this.#check(delegation, caller);
    if (checked.refused !== undefined) return checked.refused;
    const definition = await this.#definitionOf(delegation);
    const frame = this.#frame;
    if (definition === undefined || frame === undefined) return { refusal: `there is no type ${delegation.type}.` };
    // From here to the taken place nothing is awaited (invariant 1).
    const refused = this.#refuse(definition, delegation, caller);
    if (refused !== undefined) return refused;
    const background = (delegation.background || definition.background) && frame.turn.interactive;
    const path = nameAgent(caller.agent, delegation.by === 'hook' ? HOOK_NAME : definition.name, [
      ...this.#names,
      ...this.#nodes.map(({ agent }) => agent),
    ]);
    this.#names.add(path);
    frame.totals.agents += 1;
    const place = this.#places.take(path, background ? undefined : caller.signal);
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
      .catch((error: unknown): SpawnRefusal => ({ refusal: error instanceof Error ? error.message : String(error) }));
    const opened = await started;
    if ('refusal' in opened) {
      this.#places.leave(place);
      return opened;
    }
    const input: AgentInput = { from: caller.agent, as: 'task', text: delegation.prompt };
    const done = this.#runner.run({ place, input, turn: opened.record.turn, frame, skills: definition.skills, later: background });
    if (!background) return done;
    const id = idOfAgent(path);
    const note = `[Agent ${id} runs in the background. You are told when it has ended; SendMessage reaches it and TaskStop stops it by the id "${id}".]`;
    return { agent: path, state: 'running', text: '', note, untrusted: [], foreign: [] };
  }

  async #message(to: string, text: string, caller: Caller): Promise<AgentAnswer | 'delivered' | SpawnRefusal> {
    const node = findAgent(this.#nodes, to, caller.agent);
    if (node === undefined) return { refusal: `You started no agent ${to}.` };
    if (this.#places.stopping || caller.signal.aborted) return { refusal: 'The person is stopping this work.' };
    const told = await this.#tell(node, caller.agent, { from: caller.agent, as: 'message', text }, caller.turn, caller.signal);
    return typeof told === 'object' && 'done' in told ? told.done : told;
  }

  /** To one that runs: into its inbox. To one that has ended: it goes on with it. */
  async #tell(node: AgentNode, from: string, input: TurnInput, turn: string, signal?: AbortSignal): Promise<'delivered' | Resumed> {
    const { log, hide } = this.#options.parts;
    const preview = cutStart(await hide(input.text), 500);
    const frame = await this.#frameNow();
    await this.#places.stopped(node.agent);
    // From here to the full inbox or the taken place nothing is awaited.
    const told = this.#places.deliver(node.agent, input) ? 'delivered' : this.#resume(node, input, turn, frame, signal);
    if (told === 'delivered' || 'done' in told) await log.append({ type: 'agent/messaged', agent: node.agent, from, preview });
    return told;
  }

  async #stopOf(id: string, { agent }: Caller): Promise<boolean> {
    const node = findAgent(this.#nodes, id, agent);
    if (node === undefined) return false;
    this.stop(node.agent);
    return true;
  }

  /** An agent at rest takes a place, at once and within the limits, and goes on. Without the signal of a call, nobody waits for it. */
  #resume({ agent }: AgentNode, input: TurnInput | undefined, turn: string, frame: TreeFrame, signal?: AbortSignal): Resumed {
    const { size: running, stopping } = this.#places;
    const refused = refuseRun({ running, stopping: stopping || signal?.aborted === true }, frame.turn.config.agents);
    if (refused !== undefined) return refused;
    return { done: this.#runner.run({ place: this.#places.take(agent, signal), input, turn, frame, later: signal === undefined }) };
  }

  /** Of the newest turn of the main agent; in a host that has run none, what it would be. */
  async #frameNow(): Promise<TreeFrame> {
    if (this.#frame !== undefined) return this.#frame;
    const made = new TreeFrame(await this.#options.frame(), this.#options.models);
    this.#frame ??= made;
    return this.#frame;
  }

  #nodeAt(path: string): AgentNode {
    const node = this.#nodes.find(({ agent }) => agent === path);
    if (node === undefined || path === MAIN_AGENT) throw new CodedError('not-found', `no agent ${path}`);
    return node;
  }

  #newTurn(): string {
    return this.#options.parts.ports.ids.next('turn');
  }
}
