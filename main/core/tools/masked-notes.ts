import { normalize } from 'node:path/posix';
import type { SandboxRefusal } from '../../../shared/model/sandbox';
import { resolveArgument } from '../permission/path-text';
import type { CommandSandbox } from '../ports';
import type { ToolContext } from './tool';

/** At the top of the project an empty folder stands in for each that does not exist, while an isolated command runs. */
const STAND_INS = ['.git', '.claude', '.vitrine', '.mcp.json'];
const MOST_WORDS = 5_000;
const MOST_NAMES = 5;

export interface MaskedOutput {
  output: string;
  /** In which the command was. */
  folders: readonly string[];
  refusals: readonly SandboxRefusal[];
  /** What was hidden from it all the time. */
  hidden?: readonly string[] | undefined;
}

/**
 * In words for the reader of the output: what it names, from one of its folders, and the sandbox shows
 * otherwise than it is. What was refused is told already.
 */
export async function maskedNotes(
  { output, folders, refusals, hidden: names = [] }: MaskedOutput,
  { sandbox, files, home }: Pick<ToolContext, 'files' | 'home'> & { sandbox?: CommandSandbox | undefined },
): Promise<string[]> {
  if (sandbox === undefined) return [];
  const { grant } = sandbox;
  const hiddenPaths = new Set(names);
  const standIns = new Set(STAND_INS.map((name) => `${grant.folder}/${name}`));
  const told = new Set(refusals.map(({ target }) => target));
  const exists = async (path: string) => (await files.stat(path).catch(() => undefined)) !== undefined;
  // One is on the disk as long as any command needs it.
  const holdsNothing = async (path: string) => !(await exists(path)) || (await files.list(path).catch(() => [path])).length === 0;
  const named = pathsIn(output, folders, home).filter((path) => !told.has(path));
  const absent: string[] = [];
  const hidden: string[] = [];
  for (const path of named) {
    if (absent.length + hidden.length === MOST_NAMES) break;
    if (standIns.has(path) && (await holdsNothing(path))) absent.push(path);
    else if (isHidden(path, hiddenPaths)) hidden.push(path);
  }
  return [
    ...(absent.length === 0 ? [] : [`Not there outside the sandbox, which has an empty stand-in: ${absent.join(', ')}`]),
    ...(hidden.length === 0 ? [] : [`Hidden by the sandbox, where it looks empty: ${hidden.join(', ')}`]),
  ];
}

function isHidden(path: string, hidden: ReadonlySet<string>): boolean {
  for (let at = path; at !== ''; at = at.slice(0, at.lastIndexOf('/'))) if (hidden.has(at)) return true;
  return false;
}

function pathsIn(output: string, folders: readonly string[], home: string): string[] {
  const words = output.split(/[\s'"`:;,()]+/).slice(0, MOST_WORDS);
  const names = new Set(words.map((word) => word.replace(/[/*@|=]+$/, '')).filter((name) => name !== ''));
  return [...new Set(folders.flatMap((folder) => [...names].map((name) => normalize(resolveArgument(name, folder, home)))))];
}
