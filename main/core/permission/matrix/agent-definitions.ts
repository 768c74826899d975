import type { Diagnostic } from '../../../../shared/model/permission';
import type { FileSystem } from '../../ports';
import { loadDefinitions } from '../../subagents/load-definitions';
import type { AgentRights } from '../principal';

/** A sub-agent's rights with the file that gives them. */
export interface AgentDefinition extends AgentRights {
  source: { file: string; line: number };
}

/** The sub-agents that files define, as far as their rights go, by name. Never rejects. */
export async function readAgentDefinitions(
  files: FileSystem,
  place: { folder: string; home: string; readUserFiles: boolean; managedDir?: string },
): Promise<{ agents: AgentDefinition[]; diagnostics: Diagnostic[] }> {
  const { byName, diagnostics } = await loadDefinitions({ ...place, files });
  const agents = [...byName.values()].flatMap(({ name, tools, disallowedTools, mode, source }): AgentDefinition[] =>
    source.file === undefined ? [] : [{ name, tools, disallowedTools, mode, source: { file: source.file, line: source.line } }],
  );
  return { agents: agents.sort((a, b) => (a.name < b.name ? -1 : 1)), diagnostics };
}
