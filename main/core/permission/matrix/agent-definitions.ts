import { dirname, join } from 'node:path/posix';
import { z } from 'zod';
import { type Diagnostic, modeSchema } from '../../../../shared/model/permission';
import { findFiles, readText } from '../../kernel/read-text';
import type { FileSystem } from '../../ports';
import { readFrontmatter } from '../../skills/read-frontmatter';
import type { AgentRights } from '../principal';

const LARGEST = 1024 * 1024;
const listSchema = z
  .union([z.string().transform((text) => text.split(',').map((name) => name.trim())), z.array(z.string())])
  .transform((names) => names.filter((name) => name !== ''));
const definitionSchema = z.looseObject({
  name: z.string().regex(/^[^-:][^:]*$/),
  description: z.string().min(1),
  tools: listSchema.optional(),
  disallowedTools: listSchema.optional(),
  permissionMode: z.unknown().optional(),
});

/** A sub-agent's rights with the file that gives them. */
export interface AgentDefinition extends AgentRights {
  source: { file: string; line: number };
}

/**
 * The sub-agents of a project: `.claude/agents` of the folder and its parents up to the repository's root, nearest first, then the
 * person's own. Never rejects; a file that defines none is a diagnostic.
 */
export async function readAgentDefinitions(
  files: FileSystem,
  { folder, home, readUserFiles }: { folder: string; home: string; readUserFiles: boolean },
): Promise<{ agents: AgentDefinition[]; diagnostics: Diagnostic[] }> {
  const diagnostics: Diagnostic[] = [];
  const byName = new Map<string, AgentDefinition>();
  const roots = [...(await foldersUp(files, folder, home)), ...(readUserFiles ? [home] : [])];
  for (const root of roots) {
    for (const path of await findFiles(files, join(root, '.claude/agents'), '.md')) {
      const agent = await readDefinition(files, path, diagnostics);
      if (agent !== undefined && !byName.has(agent.name)) byName.set(agent.name, agent);
    }
  }
  return { agents: [...byName.values()].sort((a, b) => (a.name < b.name ? -1 : 1)), diagnostics };
}

async function foldersUp(files: FileSystem, folder: string, home: string): Promise<string[]> {
  const folders: string[] = [];
  for (let at = folder; at !== home; at = dirname(at)) {
    folders.push(at);
    if ((await files.stat(join(at, '.git')).catch(() => undefined)) !== undefined) return folders;
    if (at === dirname(at)) return [folder];
  }
  return folder === home ? [] : [folder];
}

async function readDefinition(files: FileSystem, path: string, diagnostics: Diagnostic[]): Promise<AgentDefinition | undefined> {
  const read = await readText(files, path, LARGEST);
  if ('problem' in read) return undefined;
  const { data, lines } = await readFrontmatter(read.text);
  const parsed = definitionSchema.safeParse(data);
  if (!parsed.success) {
    diagnostics.push({
      code: 'invalid-agent',
      severity: 'warning',
      message: `${path} defines no sub-agent: it needs a name and a description.`,
      file: path,
      line: 1,
    });
    return undefined;
  }
  const { name, tools, disallowedTools, permissionMode } = parsed.data;
  const mode = modeSchema.safeParse(permissionMode === 'manual' ? 'default' : permissionMode).data;
  const line = lines['tools']?.start ?? lines['disallowedTools']?.start ?? lines['name']?.start ?? 1;
  return { name, tools, disallowedTools, mode, source: { file: path, line } };
}
