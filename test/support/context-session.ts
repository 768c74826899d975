import { mkdtemp, realpath } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createNodeFileSystem } from '../../main/adapters/files/node-file-system';
import { createDocumentReader } from '../../main/adapters/parsers/document-reader';
import { createProcessRunner } from '../../main/adapters/shell/process-runner';
import { createSessionContext } from '../../main/core/context/create-session-context';
import type { ContextDeps } from '../../main/core/context/context-deps';
import { SkillDesk } from '../../main/core/skills/skill-desk';
import type { ToolContext } from '../../main/core/tools/tool';
import { hookSource, hookWhy } from '../../main/core/context/place-hook';
import type { HookContext } from '../../main/core/hooks/hook-desk';
import type { AssembledCall, SessionContext } from '../../main/core/context/session-context';
import type { CallStart } from '../../shared/model/call';
import type { Config, ModelInfo } from '../../shared/model/config';
import { configSchema } from '../../shared/model/config';
import type { NewEvent, SessionEvent } from '../../shared/model/event';
import { sessionEventSchema } from '../../shared/model/event';
import type { UserInput } from '../../shared/model/item';
import type { Mode } from '../../shared/model/mode';
import type { Action } from '../../shared/model/permission';
import { ContextPartStore, sha256 } from './context-part-store';

export const OPUS: ModelInfo = {
  id: 'claude-opus-5-5',
  provider: 'anthropic',
  name: 'Opus 5.5',
  contextTokens: 1_000_000,
  maxOutputTokens: 128_000,
  cacheMinimumTokens: 512,
  thinking: 'adaptive',
  efforts: ['low', 'medium', 'high', 'xhigh', 'max'],
  tokenFactor: 1.3,
  maxImages: 600,
};
export const HAIKU: ModelInfo = {
  ...OPUS,
  id: 'claude-haiku-4-5',
  name: 'Haiku 4.5',
  contextTokens: 200_000,
  cacheMinimumTokens: 4_096,
  thinking: 'budget',
  efforts: [],
  tokenFactor: 1,
  maxImages: 100,
};

export const TOOLS = [
  {
    name: 'Read',
    description: 'Reads a file.',
    inputSchema: { type: 'object', properties: { file_path: { type: 'string' } }, required: ['file_path'] },
  },
  {
    name: 'Bash',
    description: 'Runs a command.',
    inputSchema: { type: 'object', properties: { command: { type: 'string' } }, required: ['command'] },
  },
];

const SKILL_TOOL = {
  name: 'Skill',
  description: 'Loads a skill.',
  inputSchema: { type: 'object', properties: { skill: { type: 'string' } } },
};

export interface ToolRound {
  id: string;
  name: string;
  input: Record<string, unknown>;
  /** Absent: the call gets no result. */
  result?: string | Array<Record<string, unknown>>;
  isError?: boolean;
  /** The file that the call reads. */
  reads?: string;
}

function readOf(path: string): Action {
  return { tool: 'Read', capability: 'read', paths: [path], params: { file_path: path }, summary: `Read ${path}` };
}

/** A session driven by hand: what the loop does, without a model. Events go through their schema, as if read from disk. */
export class ContextSession {
  readonly root: string;
  readonly folder: string;
  readonly home: string;
  readonly parts = new ContextPartStore();
  readonly events: SessionEvent[] = [];
  readonly calls: AssembledCall[] = [];
  now = Date.parse('2026-11-30T09:00:00.000Z');
  model = OPUS;
  mode: Mode = 'default';
  config: Config = configSchema.parse({});
  context: SessionContext;
  #turns = 0;
  #ids = 0;

  constructor(root: string) {
    this.root = root;
    this.folder = join(root, 'project');
    this.home = join(root, 'home');
    this.context = createSessionContext(this.deps());
  }

  static async create(root?: string): Promise<ContextSession> {
    return new ContextSession(root ?? (await realpath(await mkdtemp(join(tmpdir(), 'context-')))));
  }

  deps(): ContextDeps {
    return {
      folder: this.folder,
      home: this.home,
      agent: 'main',
      session: 'ses_1',
      files: createNodeFileSystem(),
      hide: async (text) => text,
      process: createProcessRunner(),
      log: this.parts,
      tools: [...TOOLS, SKILL_TOOL],
      trusted: true,
      sha256,
      documents: createDocumentReader(),
      clock: { now: () => this.now, monotonic: () => this.now, sleep: async () => undefined },
      ids: { next: (prefix) => this.#nextId(prefix) },
      environment: { platform: 'linux', osVersion: '6.1', shell: 'bash', language: 'en' },
      bundledSkills: join(this.root, 'bundled'),
    };
  }

  append(...events: NewEvent[]): SessionEvent[] {
    return events.map((event) => {
      const seq = this.events.length + 1;
      const stored = sessionEventSchema.parse(
        JSON.parse(JSON.stringify({ id: `e${seq}`, ...event, v: 1, seq, at: new Date(this.now).toISOString() })),
      );
      this.events.push(stored);
      this.context.note(stored);
      return stored;
    });
  }

  #nextId(prefix: string): string {
    this.#ids += 1;
    return `${prefix}_${String(this.#ids).padStart(6, '0')}`;
  }

  async begin(): Promise<void> {
    const pinned = await this.context.pin({ model: this.model, mode: this.mode, config: this.config });
    this.append({
      type: 'session/created',
      session: 'ses_1',
      folder: this.folder,
      model: this.model.id,
      mode: this.mode,
      pinned,
      app: '0',
    });
  }

  /** The skills of the session, all of whose files may be read; there is no shell. */
  skills(): SkillDesk {
    const { folder, home, session, agent, files, ids } = this.deps();
    return new SkillDesk({
      agent,
      session,
      folder,
      home,
      ids,
      audit: { beginCommand: async () => () => undefined },
      context: this.context,
      policy: {
        decide: () => ({ decision: 'allow', mode: this.mode, reason: 'the test says so', builtin: 'test', diagnostics: [] }),
        offers: () => [],
        grant: async () => undefined,
      },
      mode: () => this.mode,
      turn: () => this.turn,
      isTrusted: () => true,
      log: { append: async (...events) => this.append(...events) },
      toolContext: () => ({ files }) as ToolContext,
    });
  }

  startTurn(): string {
    this.#turns += 1;
    return `turn_${this.#turns}`;
  }

  get turn(): string {
    return `turn_${this.#turns}`;
  }

  async say(text: string, images: UserInput['images'] = []): Promise<Awaited<ReturnType<SessionContext['placeInput']>>> {
    const id = `item_u${this.events.length}`;
    const typed = await this.skills().expandTyped(text, id, new AbortController().signal);
    const input = await this.context.placeInput({ text, images }, id, typed.runs);
    const placed = { ...input, diagnostics: [...typed.diagnostics, ...input.diagnostics] };
    this.append({
      type: 'item/completed',
      item: { id, turn: this.turn, agent: 'main', kind: 'user-text', preview: placed.preview, placed: placed.placed, author: 'user' },
    });
    return placed;
  }

  /** What a hook adds: a reminder with the next request, or a message of the host that asks for one. */
  hook(text: string, sends: boolean): void {
    const id = `item_h${this.events.length}`;
    const place = { file: join(this.folder, '.claude/settings.json'), line: 3, scope: 'project' as const };
    const output: HookContext = { run: `run_${id}`, event: 'PostToolUse', label: 'check', place, text };
    const placed = this.context.placeHookOutput(output, id);
    const own = { id, turn: this.turn, agent: 'main', placed: [placed] };
    const { source, why } = { source: hookSource(output), why: hookWhy(output) };
    this.append({
      type: 'item/completed',
      item: sends
        ? { ...own, kind: 'user-text', preview: text, author: 'host' }
        : { ...own, kind: 'reminder', segment: 'hook-output', source, why, tokens: 1 },
    });
  }

  async call(): Promise<AssembledCall> {
    const call = await this.context.assemble({
      turn: this.turn,
      model: this.model,
      mode: this.mode,
      config: this.config,
      endpoint: 'https://example.test',
      maxOutputTokens: 8_000,
    });
    this.append(...call.events, { type: 'call/started', ...call.start });
    this.calls.push(call);
    return call;
  }

  /** Ends the newest call with blocks, and its tool calls with their results. */
  answer(blocks: Array<Record<string, unknown>>, rounds: ToolRound[] = [], stopReason = rounds.length > 0 ? 'tool_use' : 'end_turn'): void {
    const call = this.calls.at(-1)?.start.call ?? '';
    const uses = rounds.map((round) => ({ type: 'tool_use', id: round.id, name: round.name, input: round.input }));
    this.append({
      type: 'call/ended',
      call,
      agent: 'main',
      blocks: [...blocks, ...uses].map((block) => this.parts.putPart(JSON.stringify(block))),
      durationMs: 1,
      attempts: [],
      stopReason,
    });
    for (const round of rounds) {
      const item = {
        id: `item_${round.id}`,
        turn: this.turn,
        agent: 'main',
        kind: 'tool-call' as const,
        toolUseId: round.id,
        name: round.name,
        state: 'executing' as const,
        part: this.parts.putPart(JSON.stringify({ type: 'tool_use', id: round.id, name: round.name, input: round.input })),
        ...(round.reads === undefined ? {} : { action: readOf(round.reads) }),
      };
      this.append({ type: 'item/started', item });
      if (round.result === undefined) continue;
      const result = this.parts.putPart(
        JSON.stringify({
          type: 'tool_result',
          tool_use_id: round.id,
          content: round.result,
          ...(round.isError === true ? { is_error: true } : {}),
        }),
      );
      this.append({ type: 'item/completed', item: { ...item, state: round.isError === true ? 'error' : 'success', result } });
    }
  }

  /** A new process: the context is rebuilt from the stored events alone. */
  restart(): void {
    this.context = createSessionContext(this.deps());
    for (const event of this.events) this.context.note(event);
  }

  findStart(call: string): CallStart | undefined {
    return this.calls.find((known) => known.start.call === call)?.start;
  }
}
