import { dirname, join } from 'node:path/posix';
import type { DefinitionScope } from '../../../shared/model/agent-node';
import type { Diagnostic } from '../../../shared/model/permission';
import { SAMPLE_DESCRIPTIONS } from '../../../shared/model/sample-descriptions';
import { mapLimited } from '../kernel/map-limited';
import { findFiles, readText } from '../kernel/read-text';
import type { SaidByKey } from '../kernel/say-words';
import type { FileSystem } from '../ports';
import type { HideSecrets } from '../secrets/hide-secrets';
import { sayAgent } from './agent-words';
import { BUILT_IN_TYPES } from './built-in-types';
import type { AgentDefinition } from './definition';
import { type ParsedDefinition, parseDefinition } from './parse-definition';

const LARGEST = 512 * 1024;
const SIDE_BY_SIDE = 16;

export interface DefinitionPlace {
  folder: string;
  home: string;
  files: FileSystem;
  /** Passes the text of each file; without it, texts are as they are on the disk. */
  hide?: HideSecrets;
  readUserFiles: boolean;
  /** Folder of the machine's managed files. */
  managedDir?: string;
}

/** A definition, and the one that is used in its place. */
export interface ListedDefinition {
  definition: AgentDefinition;
  shadowedBy?: AgentDefinition['source'];
}

export interface LoadedDefinitions {
  /** All that were found, in order of precedence. */
  all: ListedDefinition[];
  /** Those in force, by name. */
  byName: ReadonlyMap<string, AgentDefinition>;
  /** Files that define no agent. */
  unusable: Array<{ scope: DefinitionScope; file: string }>;
  diagnostics: Diagnostic[];
}

/** Files that have not changed are not read twice; kept by whoever loads again and again. */
export type DefinitionCache = Map<string, { stamp: string; parsed: ParsedDefinition }>;

/**
 * Definitions in order of precedence: managed, the project's (`.claude/agents` of the folder and its parents up to the repository's
 * root, nearest first), the person's own, the built-in ones. A name is its identity. Never rejects; a file that defines no agent is
 * a diagnostic, and the rest keeps working.
 */
export async function loadDefinitions(place: DefinitionPlace, cache: DefinitionCache = new Map()): Promise<LoadedDefinitions> {
  const roots: Array<{ root: string; scope: DefinitionScope }> = [
    ...(place.managedDir === undefined ? [] : [{ root: join(place.managedDir, '.claude'), scope: 'managed' as const }]),
    ...(await foldersUp(place)).map((folder) => ({ root: join(folder, '.claude'), scope: 'project' as const })),
    ...(place.readUserFiles ? [{ root: join(place.home, '.claude'), scope: 'user' as const }] : []),
  ];
  const found = await Promise.all(
    roots.map(async ({ root, scope }) => {
      const { paths, diagnostics } = await findFiles(place.files, join(root, 'agents'), '.md');
      const parsed: Array<ParsedDefinition & { scope: DefinitionScope; file: string }> = [];
      await mapLimited([...paths.entries()], SIDE_BY_SIDE, async ([index, file]) => {
        parsed[index] = { ...(await readOne(place, file, scope, cache)), scope, file };
      });
      return { parsed, diagnostics };
    }),
  );
  const parsed = found.flatMap((root) => root.parsed);
  const byName = new Map<string, AgentDefinition>();
  const all: ListedDefinition[] = [];
  for (const definition of [...parsed.flatMap(({ definition: own }) => own ?? []), ...BUILT_IN_TYPES]) {
    const above = byName.get(definition.name);
    all.push(above === undefined ? { definition } : { definition, shadowedBy: above.source });
    const isOffered = above === undefined && !SAMPLE_DESCRIPTIONS.has(definition.description);
    if (isOffered) byName.set(definition.name, definition);
  }
  const unusable = parsed.flatMap(({ definition, diagnostics, scope, file }) =>
    definition === undefined && diagnostics.length > 0 ? [{ scope, file }] : [],
  );
  return { all, byName, unusable, diagnostics: [...found, ...parsed].flatMap(({ diagnostics }) => diagnostics) };
}

async function readOne(place: DefinitionPlace, path: string, scope: DefinitionScope, cache: DefinitionCache): Promise<ParsedDefinition> {
  const stat = await place.files.stat(path).catch(() => undefined);
  const stamp = `${scope} ${stat?.modifiedMs} ${stat?.size}`;
  const known = cache.get(path);
  if (known?.stamp === stamp) return known.parsed;
  const read = await readText(place.files, path, LARGEST, place.hide);
  const parsed = 'problem' in read ? unread(path, read) : await parseDefinition(read.text, path, scope);
  cache.set(path, { stamp, parsed });
  return parsed;
}

function unread(path: string, read: { problem: 'missing' | 'too-large' | 'unreadable'; words?: string }): ParsedDefinition {
  if (read.problem === 'missing') return { diagnostics: [] };
  return { diagnostics: [{ code: 'agent-unread', severity: 'warning', ...sayUnread(path, read), file: path, line: 1 }] };
}

function sayUnread(path: string, { problem, words }: { problem: string; words?: string }): SaidByKey {
  if (problem === 'too-large') return sayAgent('too-large', { path, kib: String(LARGEST / 1024) });
  return words === undefined ? sayAgent('unreadable', { path }) : sayAgent('unread', { path, said: words });
}

/** The folder and its parents up to the repository's root; the folder alone outside one. The home folder's own files are the person's. */
async function foldersUp({ files, folder, home }: DefinitionPlace): Promise<string[]> {
  const folders: string[] = [];
  for (let at = folder; at !== home; at = dirname(at)) {
    folders.push(at);
    if ((await files.stat(join(at, '.git')).catch(() => undefined)) !== undefined) return folders;
    if (at === dirname(at)) return [folder];
  }
  return folder === home ? [] : [folder];
}
