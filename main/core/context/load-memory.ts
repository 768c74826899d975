import { dirname, join } from 'node:path/posix';
import type { Diagnostic } from '../../../shared/model/permission';
import type { FileSystem } from '../ports';
import type { HideSecrets } from '../secrets/hide-secrets';
import type { InstructionFiles } from './memory-settings';
import { readMemorySettings } from './memory-settings';
import type { MemoryFile } from './memory-file';
import { MemoryReader } from './read-memory-file';
import { findFiles } from '../kernel/read-text';

export interface MemoryPlace {
  /** The project folder (cwd), absolute and resolved. */
  folder: string;
  home: string;
  files: FileSystem;
  /** Passes the text of each file; without it, texts are as they are on the disk. */
  hide?: HideSecrets;
  /** Whether `~/.claude` is read. */
  readUserFiles: boolean;
  /** False: a link in the project folder that leads out of it is not followed. Defaults to true. */
  trusted?: boolean;
  /** Folder of the machine's managed files; its CLAUDE.md comes first and cannot be excluded. */
  managedDir?: string;
  /** Folders with notes of agents, each with an index `MEMORY.md`: our own, and Claude Code's. Absent: none are read. */
  autoMemory?: { own: string; shared: string };
}

/** What is loaded at the start, in load order, the conditional rules (`paths`), and what was skipped and why. */
export interface Memory {
  files: MemoryFile[];
  conditional: MemoryFile[];
  /** Whether AGENTS.md is read in place of a missing CLAUDE.md, beside it, or not at all. */
  agents: 'instead' | 'beside' | 'none';
  excludes: string[];
  /** Whether agents keep notes here; without a place for them they never do. */
  autoMemory: boolean;
  diagnostics: Diagnostic[];
}

/** Reads the CLAUDE.md hierarchy of a folder in the order of Claude Code. Never rejects for a file that cannot be read. */
export async function loadMemory(place: MemoryPlace): Promise<Memory> {
  const settings = await readMemorySettings(place);
  const reader = new MemoryReader({ ...place, excludes: settings.excludes });
  const autoMemory = settings.autoMemory && place.autoMemory !== undefined;
  if (autoMemory && place.autoMemory !== undefined) {
    await reader.readNotes(join(place.autoMemory.own, 'MEMORY.md'));
    if (place.readUserFiles) await reader.readNotes(join(place.autoMemory.shared, 'MEMORY.md'));
  }
  if (place.managedDir !== undefined) await reader.read(join(place.managedDir, 'CLAUDE.md'), 'instructions', 'managed');
  if (settings.claudeMd !== undefined) await reader.readSetting(settings.claudeMd);
  const agents = settings.instructionFiles === 'managed-only' ? 'none' : await readHierarchy(reader, place, settings.instructionFiles);
  return {
    files: reader.loaded.filter((file) => file.paths === undefined),
    conditional: reader.loaded.filter((file) => file.paths !== undefined),
    agents,
    excludes: settings.excludes,
    autoMemory,
    diagnostics: [...settings.diagnostics, ...reader.diagnostics],
  };
}

/** The person's files, every directory down to the folder, the project's rules. Gives what became of AGENTS.md. */
async function readHierarchy(reader: MemoryReader, place: MemoryPlace, choice: InstructionFiles): Promise<Memory['agents']> {
  const claude = join(place.home, '.claude');
  if (place.readUserFiles) {
    await reader.read(join(claude, 'CLAUDE.md'), 'instructions', 'user');
    await readRules(reader, place.files, join(claude, 'rules'), 'user');
  }
  const directories = directoriesTo(place.folder);
  const beside = choice === 'claude-md-and-agents-md';
  let found = 0;
  for (const directory of directories) {
    found += await readDirectory(reader, directory, 'instructions', directory === place.home);
    if (beside) await readAgents(reader, directory, 'instructions');
  }
  const instead = found === 0 && choice === 'claude-md-or-agents-md';
  if (instead) for (const directory of directories) await readAgents(reader, directory, 'instructions');
  const rules = join(place.folder, '.claude', 'rules');
  if (rules !== join(claude, 'rules')) await readRules(reader, place.files, rules, 'project');
  return beside ? 'beside' : instead ? 'instead' : 'none';
}

/** The memory files of the directories between the project folder and a path below it, nearest last. */
export async function loadNestedMemory(
  place: MemoryPlace,
  memory: Pick<Memory, 'agents' | 'excludes'>,
  path: string,
): Promise<Pick<Memory, 'files' | 'diagnostics'>> {
  const prefix = place.folder.endsWith('/') ? place.folder : `${place.folder}/`;
  const reader = new MemoryReader({ ...place, excludes: memory.excludes });
  if (path.startsWith(prefix)) {
    for (const directory of directoriesTo(dirname(path)).filter((candidate) => candidate.startsWith(prefix))) {
      const found = await readDirectory(reader, directory, 'nested-instructions');
      if (memory.agents === 'beside' || (memory.agents === 'instead' && found === 0))
        await readAgents(reader, directory, 'nested-instructions');
    }
  }
  return { files: reader.loaded, diagnostics: reader.diagnostics };
}

function directoriesTo(folder: string): string[] {
  const parts = folder.split('/').filter((part) => part !== '');
  return ['/', ...parts.map((_, index) => `/${parts.slice(0, index + 1).join('/')}`)];
}

/**
 * `CLAUDE.md` or else `.claude/CLAUDE.md`, then `CLAUDE.local.md`. Gives how many of them there are. In the home folder
 * `.claude/CLAUDE.md` is the person's own file, which does not count here.
 */
async function readDirectory(
  reader: MemoryReader,
  directory: string,
  kind: 'instructions' | 'nested-instructions',
  isHome = false,
): Promise<number> {
  const shared =
    (await reader.read(join(directory, 'CLAUDE.md'), kind, 'project')) ||
    (!isHome && (await reader.read(join(directory, '.claude', 'CLAUDE.md'), kind, 'project')));
  const local = await reader.read(join(directory, 'CLAUDE.local.md'), kind, 'local');
  return Number(shared) + Number(local);
}

async function readAgents(reader: MemoryReader, directory: string, kind: 'instructions' | 'nested-instructions'): Promise<void> {
  if (!(await reader.read(join(directory, 'AGENTS.md'), kind, 'project')))
    await reader.read(join(directory, '.claude', 'AGENTS.md'), kind, 'project');
}

async function readRules(reader: MemoryReader, files: FileSystem, folder: string, scope: 'user' | 'project'): Promise<void> {
  const { paths, diagnostics } = await findFiles(files, folder, '.md');
  reader.diagnostics.push(...diagnostics);
  for (const path of paths) await reader.read(path, 'rule', scope);
}
