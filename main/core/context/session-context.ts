import type { CallStart } from '../../../shared/model/call';
import type { Config, ModelInfo } from '../../../shared/model/config';
import type { Effort } from '../../../shared/model/effort';
import type { NewEvent, SessionEvent } from '../../../shared/model/event';
import type { Item, UserInput } from '../../../shared/model/item';
import type { PlacedPart } from '../../../shared/model/part';
import type { Mode } from '../../../shared/model/mode';
import type { Diagnostic } from '../../../shared/model/permission';
import type { LoadedSkills } from '../skills/load-skills';
import type { SkillRun } from '../skills/skill-run';
import type { AgentInput } from './agent-input';
import type { HookContext } from '../hooks/hook-desk';
import type { SingleQuestion } from './single-question';
import type { PersonCommand } from './place-command';

/** What is pinned when a session starts: origins 1 to 4 and 9. */
export interface PinnedContext {
  system: PlacedPart[];
  tools: PlacedPart[];
}

export interface PlacedInput {
  placed: PlacedPart[];
  preview: string;
  skill?: string;
  /** What became of each skill that was run with it, in their order. */
  skills: Array<{ outcome: 'loaded' | 'already-loaded'; tokens: number }>;
  /** Files that mentions pulled in, so that the ledger and nested instructions know of them. */
  filesRead: Array<{ path: string; hash: string }>;
  diagnostics: Diagnostic[];
}

/** A skill that the model asked for, as it goes into the conversation. */
export interface PlacedSkill {
  placed: PlacedPart[];
  outcome: 'loaded' | 'already-loaded';
  /** Of its text, estimated. */
  tokens: number;
  filesRead: PlacedInput['filesRead'];
}

/** A block that the provider refused: its type on the wire, and which message holds it, from 1. */
export type RefusedBlock = { block: string; place: number };

export interface AssembledCall {
  start: CallStart;
  /** The exact body. `start.bodyHash` is its SHA-256. */
  body: string;
  headers: Record<string, string>;
  /** Reminders that this call brings in and named prefix breaks: appended to the log, in this order, before `call/started`. */
  events: NewEvent[];
}

export interface AssembleOptions {
  turn: string;
  model: ModelInfo;
  mode: Mode;
  config: Config;
  endpoint: string;
  /** `max_tokens` of the request; the model's own limit counts where it is lower. */
  maxOutputTokens: number;
  /** Absent: as the model does by itself. */
  effort?: Effort;
}

/**
 * The model-read context of one agent of one session. It is a fold over the session's events (`note`), so that a restart comes
 * to the same state; it holds the texts of the parts that the next body needs.
 */
export interface SessionContext {
  /** Assembles origins 1 to 4 and 9 for `session/created`. */
  pin(options: { model: ModelInfo; mode: Mode; config: Config }): Promise<PinnedContext>;
  /**
   * Places text, mentions, images and the skills that the text runs. `event` is the id of the event that will carry them. With `signal`
   * aborted nothing of a server is waited for.
   */
  placeInput(input: UserInput, event: string, skills?: readonly SkillRun[], signal?: AbortSignal): Promise<PlacedInput>;
  /** Skills and commands as they are on the disk now. */
  skills(): Promise<LoadedSkills>;
  /** Begins the look at the skills of the call that comes. No tool and no hook runs between this and `assemble`. */
  lookAhead(): void;
  /** Places a skill that the model asked for. */
  placeSkill(run: SkillRun, event: string, signal?: AbortSignal): Promise<PlacedSkill>;
  /** Places what another agent says: a task, a message, a result. */
  placeAgentInput(input: AgentInput, event: string): Promise<PlacedInput>;
  /** Places what a hook says, as a reminder. */
  placeHookOutput(output: HookContext, event: string): PlacedPart;
  /** A request of its own for a hook's prompt, beside the conversation. */
  assembleQuestion(question: SingleQuestion): AssembledCall;
  /** Places a command that the person ran. */
  placeCommand(ran: PersonCommand, event: string): PlacedPart;
  /** Folds an event in. Called for every event of the log, in order, exactly once, stored ones first. */
  note(event: SessionEvent): void;
  /** Loads the part texts that the next assembly needs (after a restart); cheap when they are there. */
  ready(): Promise<void>;
  assemble(options: AssembleOptions): Promise<AssembledCall>;
  /** A tool read, wrote or edited a path: nested CLAUDE.md and path rules may become due. */
  noteFile(path: string, how: 'read' | 'write'): void;
  /** A state worth a reminder (mode, todos, a file changed outside …); sent per its kind's policy. */
  noteState(kind: 'state-change' | 'mode' | 'todo' | 'limit' | 'file-changed', key: string, text: string, detail?: string): void;
  /** Takes a block that the provider refused out of the context; undefined when the pointer names none. */
  quarantine(pointer: string): Promise<{ events: NewEvent[]; refused: RefusedBlock } | undefined>;
  /** Items whose call has no result yet: after a crash they become `interrupted`. */
  unanswered(): Array<Extract<Item, { kind: 'tool-call' }>>;
  /** Sources of untrusted text in this turn. */
  untrustedSources(turn: string): string[];
  /** Those of them that surely brought in foreign text: web, servers, files outside the project. */
  foreignSources(turn: string): string[];
  /** What was skipped of instructions, rules and skills so far, and why. */
  diagnostics(): readonly Diagnostic[];
}
