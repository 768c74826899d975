import type { SegmentSource, Trust } from '../../../shared/model/segment';
import type { AgentDefinition } from '../subagents/definition';
import type { Clock, DocumentReader, FileSystem, Ids, ProcessRunner } from '../ports';
import type { HideSecrets } from '../secrets/hide-secrets';
import type { SessionLog } from '../sessions/session-log';
import type { Estimate } from './estimate-tokens';

export interface EnvironmentFacts {
  /** `process.platform` of the machine that the tools run on. */
  platform: string;
  osVersion: string;
  shell: string;
  /** The interface's language, `en` or `ja`: the language of answers unless the person writes in another. */
  language: string;
}

/** The system prompt of a sub-agent, where it stands, and what its context leaves out. */
export interface AgentPrompt {
  text: string;
  source: SegmentSource;
  trust: Trust;
  omits: AgentDefinition['omits'];
}

export interface ToolListing {
  name: string;
  description: string;
  inputSchema: Record<string, unknown>;
}

/** A tool that is not pinned: it comes, changes and goes with its server. */
export interface LateTool extends ToolListing {
  source: Extract<SegmentSource, { type: 'server' | 'tool' }>;
  /** Its definition is left out until the model asks for it. */
  deferred: boolean;
}

/** A text of a server, or why there is none. Neither is escaped. */
export type ServerText = { text: string } | { problem: string };

/** What servers bring into a context. Texts are escaped and bounded already. */
export interface LateContext {
  /** Waits for servers that are starting, within the time that a session waits for them. Never rejects. */
  ready(): Promise<void>;
  tools(): readonly LateTool[];
  instructions(): ReadonlyArray<{ server: string; text: string }>;
  /**
   * The text of a resource that a person names as `@server:uri`, with the URI that was read; undefined where there is no such server. Of
   * several readings of what was written it is one that the server lists, else the last. Nothing is asked for twice.
   */
  readResource(server: string, uris: readonly string[], signal?: AbortSignal): Promise<(ServerText & { uri: string }) | undefined>;
  /** What a person runs as `/mcp__server__prompt arguments`; undefined where there is no such prompt. */
  runPrompt(command: string, args: string, signal?: AbortSignal): Promise<(ServerText & { server: string }) | undefined>;
}

/** What a context works with. Everything from outside comes through here. */
export interface ContextDeps {
  /** The project folder, absolute and resolved. */
  folder: string;
  /** The person's home folder. */
  home: string;
  /** Folder of the machine's managed files. */
  managedDir?: string;
  agent: string;
  session: string;
  files: FileSystem;
  /** Passes every text that comes from outside before it is placed. */
  hide: HideSecrets;
  process: ProcessRunner;
  documents: Pick<DocumentReader, 'imageSize' | 'pdfText'>;
  clock: Clock;
  ids: Ids;
  log: Pick<SessionLog, 'putPart' | 'readPart'>;
  environment: EnvironmentFacts;
  /** Folder of the skills that ship with the product. */
  bundledSkills: string;
  /** How often each skill was used before, by name: when the list must be cut, the least used lose their descriptions first. */
  skillUses?: ReadonlyMap<string, number>;
  /** Characters of the skill list (`SLASH_COMMAND_TOOL_CHAR_BUDGET`); absent: 1 % of the context window. */
  skillBudget?: string;
  tools: readonly ToolListing[];
  /** Tools and instructions of servers; absent where there are none. */
  late?: LateContext;
  trusted: boolean;
  /** Where notes for later sessions lie; absent for agents that keep none. */
  autoMemory?: { own: string; shared: string };
  /** What makes a sub-agent what it is; absent for the main agent. */
  definition?: AgentPrompt;
  /** The state of version control, where somebody else has it already. */
  vcsSnapshot?(): Promise<string>;
  /** Types of sub-agents that this agent may start; asked anew for each turn. */
  agentTypes?(): Promise<readonly AgentDefinition[]>;
  /** SHA-256, hex. */
  sha256(data: string | Uint8Array): string;
  /** Defaults to `estimateTokens`. */
  estimate?: Estimate;
}
