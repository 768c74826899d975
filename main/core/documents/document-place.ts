import { dirname } from 'node:path/posix';
import type { DocumentScope } from '../../../shared/contract/document-methods';

/** Where documents may lie. All paths are absolute and resolved. */
export interface DocumentGround {
  folder: string;
  /** The person's home folder. */
  home: string;
  /** Folders of auto memory of this project. */
  memory: readonly string[];
  /** The skills that ship with the product. */
  bundled: string;
  /** Folder of the machine's managed files. */
  managed: string;
}

const INSTRUCTIONS = new Set(['CLAUDE.md', 'AGENTS.md']);
const LOCAL = new Set(['CLAUDE.local.md', 'settings.local.json']);
const USER_FOLDERS = new Set(['skills', 'commands', 'agents', 'rules', 'agent-memory', 'output-styles']);
const USER_FILES = new Set(['CLAUDE.md', 'settings.json']);
/** What a folder above the project has for it. */
const INHERITED = new Set(['skills', 'commands', 'agents']);

/** Which kind of document a path can be by its name alone; undefined for what is none. */
export function documentScope(path: string, { folder, home, memory, bundled, managed }: DocumentGround): DocumentScope | undefined {
  if (memory.some((place) => below(place, path) !== undefined)) return 'memory';
  if (below(bundled, path) !== undefined) return 'bundled';
  if (below(managed, path) !== undefined) return 'managed';
  const own = below(`${home}/.claude`, path);
  if (own !== undefined) return isUserDocument(own) ? 'user' : undefined;
  const inside = below(folder, path);
  if (inside !== undefined) return isProjectDocument(inside) ? scopeOf(inside) : undefined;
  return scopeAbove(path, folder);
}

function isUserDocument([first = '', ...rest]: readonly string[]): boolean {
  return rest.length === 0 ? USER_FILES.has(first) : USER_FOLDERS.has(first);
}

function isProjectDocument(names: readonly string[]): boolean {
  const name = names.at(-1) ?? '';
  if (INSTRUCTIONS.has(name) || name === 'CLAUDE.local.md') return true;
  const at = names.indexOf('.claude');
  return at >= 0 && at < names.length - 1 && names[at + 1] !== 'worktrees';
}

/** Instructions, skills, commands and sub-agents of a folder above the project. */
function scopeAbove(path: string, folder: string): DocumentScope | undefined {
  for (let above = dirname(folder); ; above = dirname(above)) {
    const names = below(above, path);
    if (names !== undefined) {
      const [first = '', second = '', ...rest] = names;
      const isFile = names.length === 1 || (names.length === 2 && first === '.claude');
      const name = names.at(-1) ?? '';
      if (isFile && (INSTRUCTIONS.has(name) || (name === 'CLAUDE.local.md' && names.length === 1))) return scopeOf(names);
      return first === '.claude' && INHERITED.has(second) && rest.length > 0 ? 'project' : undefined;
    }
    if (above === dirname(above)) return undefined;
  }
}

function scopeOf(names: readonly string[]): DocumentScope {
  return LOCAL.has(names.at(-1) ?? '') ? 'local' : 'project';
}

/** The names of a path below a folder; undefined for the folder itself and for what is elsewhere. */
function below(folder: string, path: string): string[] | undefined {
  const prefix = folder.endsWith('/') ? folder : `${folder}/`;
  const rest = path.startsWith(prefix) ? path.slice(prefix.length) : '';
  return rest === '' ? undefined : rest.split('/');
}
