import type { FileChange } from '../../../shared/model/tool';
import { FileError, type FileSystem } from '../ports';

export interface UndoPorts {
  files: FileSystem;
  /** The copies from before the writes. */
  readBlob(name: string): Promise<Uint8Array>;
  /** SHA-256 in lower-case hex. */
  hash(bytes: Uint8Array): string;
}

export type UndoStep = { path: string; expected: string } & ({ action: 'restore'; bytes: Uint8Array } | { action: 'remove' });

/** Why a file stays as it is. */
export type KeptWhy = 'not-written' | 'unknown' | 'changed' | 'gone' | 'changed-between' | 'copy-lost' | 'unreadable' | 'unwritable';

export interface KeptFile {
  path: string;
  why: KeptWhy;
}

export interface UndoPlan {
  steps: UndoStep[];
  kept: KeptFile[];
}

/**
 * Invariant 5: decides, before anything is touched, what taking back `changes` (in the order in which they were made) would do. A file is
 * only touched when it still is what the agent left, and when nobody else changed it between the agent's own writes.
 */
export async function planUndo(changes: readonly FileChange[], ports: UndoPorts, paths?: readonly string[]): Promise<UndoPlan> {
  const byPath = new Map<string, FileChange[]>();
  for (const change of changes) {
    if (paths !== undefined && !paths.includes(change.path)) continue;
    byPath.set(change.path, [...(byPath.get(change.path) ?? []), change]);
  }
  const plan: UndoPlan = { steps: [], kept: [] };
  for (const path of paths ?? []) if (!byPath.has(path)) plan.kept.push({ path, why: 'not-written' });
  for (const [path, made] of byPath) {
    const decided = await planFile(path, made, ports);
    if ('why' in decided) plan.kept.push(decided);
    else plan.steps.push(decided);
  }
  return plan;
}

/** Carries a plan out. Each file is looked at once more right before it is touched. */
export async function executeUndo(plan: UndoPlan, ports: UndoPorts): Promise<{ undone: string[]; kept: KeptFile[] }> {
  const undone: string[] = [];
  const kept = [...plan.kept];
  for (const step of plan.steps) {
    const why = await undoFile(step, ports);
    if (why === undefined) undone.push(step.path);
    else kept.push({ path: step.path, why });
  }
  return { undone, kept };
}

async function planFile(path: string, changes: readonly FileChange[], ports: UndoPorts): Promise<UndoStep | KeptFile> {
  const first = changes[0];
  const last = changes[changes.length - 1];
  if (first === undefined || last === undefined) return { path, why: 'unknown' };
  const why = await differsFrom(path, last.afterHash, ports);
  if (why !== undefined) return { path, why };
  const copies = await readCopies(changes, ports);
  if (copies === undefined) return { path, why: 'copy-lost' };
  for (let at = 1; at < changes.length; at += 1) {
    const left = changes[at - 1];
    const found = copies[at];
    if (left === undefined || found === undefined || ports.hash(found) !== left.afterHash) return { path, why: 'changed-between' };
  }
  const [before] = copies;
  return before === undefined
    ? { path, expected: last.afterHash, action: 'remove' }
    : { path, expected: last.afterHash, action: 'restore', bytes: before };
}

async function readCopies(changes: readonly FileChange[], ports: UndoPorts): Promise<Array<Uint8Array | undefined> | undefined> {
  try {
    return await Promise.all(changes.map((change) => (change.before === undefined ? undefined : ports.readBlob(change.before))));
  } catch {
    return undefined;
  }
}

async function differsFrom(path: string, expected: string, ports: UndoPorts): Promise<KeptWhy | undefined> {
  try {
    return ports.hash(await ports.files.readFile(path)) === expected ? undefined : 'changed';
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    return error.code === 'not-found' ? 'gone' : 'unreadable';
  }
}

async function undoFile(step: UndoStep, ports: UndoPorts): Promise<KeptWhy | undefined> {
  const why = await differsFrom(step.path, step.expected, ports);
  if (why !== undefined) return why;
  try {
    if (step.action === 'restore') await ports.files.writeFile(step.path, step.bytes);
    else await ports.files.remove(step.path);
    return undefined;
  } catch (error) {
    if (error instanceof FileError) return 'unwritable';
    throw error;
  }
}
