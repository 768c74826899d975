import type { AgentColor } from '../../../shared/model/agent-color';
import type { DefinitionScope } from '../../../shared/model/agent-node';
import type { Effort } from '../../../shared/model/effort';
import type { Mode } from '../../../shared/model/mode';

/** A sub-agent as a file, or the product, defines it. */
export interface AgentDefinition {
  name: string;
  /** When it is worth starting: what the model chooses by. */
  description: string;
  /** Its system prompt. */
  prompt: string;
  source: { scope: DefinitionScope; file?: string; line: number; bodyLine: number; descriptionLines: { start: number; end: number } };
  /** Absent: all tools of its parent. */
  tools?: string[];
  /** Of `Agent(a, b)`: the only types that it may start. */
  spawns?: string[];
  disallowedTools: string[];
  /** As written: an alias, an id, or `inherit`. */
  model?: string;
  mode?: Mode;
  /** Most model calls of a run. */
  maxTurns?: number;
  /** Skills whose bodies it begins with. */
  skills: string[];
  /** The only servers whose tools it has, beside what `tools` lists of others; absent: those of its parent. */
  mcpServers?: ReadonlyArray<{ name: string; line: number }>;
  /** As written. */
  hooks?: unknown;
  memory?: 'user' | 'project' | 'local';
  background: boolean;
  isolation?: 'worktree';
  color?: AgentColor;
  effort?: { level: Effort; line: number };
  /** Runs without the instruction files, or without the state of version control. */
  omits: { memory: boolean; vcs: boolean };
}
