import { isAbsolute, join, normalize, relative } from 'node:path/posix';
import type { Action } from '../../../shared/model/permission';
import { FileError } from '../ports';
import type { Refusal } from './check-seen';
import type { ToolContext, ToolOutcome } from './tool';

/** An input that the model can mend, found while an input is looked at. Tools turn it into an outcome. */
export class InputError extends Error {}

/** Absolute path with links resolved, and what an action says of it: the path as the call named it too, where that differs. */
export async function targetOf(path: string, context: ToolContext): Promise<{ path: string; target: Pick<Action, 'paths' | 'asked'> }> {
  const asked = absolutePath(path, context);
  const resolved = await context.files.realpath(asked);
  return { path: resolved, target: asked === resolved ? { paths: [resolved] } : { paths: [resolved], asked: [asked] } };
}

/** The file that the action of a file tool is about, as it was authorised. */
export function authorisedPath(action: Action): string {
  const [path] = action.paths;
  if (path === undefined) throw new Error(`${action.tool} names no path`);
  return path;
}

/** `~` is the person's home; what is relative belongs to the project folder. */
export function absolutePath(path: string, context: Pick<ToolContext, 'folder' | 'home'>): string {
  if (path === '') throw new InputError('The path is empty.');
  if (path.includes('\0')) throw new InputError('The path contains a NUL character.');
  const expanded = path === '~' || path.startsWith('~/') ? join(context.home, path.slice(1)) : path;
  const absolute = normalize(isAbsolute(expanded) ? expanded : join(context.folder, expanded));
  if (!isAbsolute(absolute)) throw new InputError(`${path} is not an absolute path.`);
  return absolute.length > 1 && absolute.endsWith('/') ? absolute.slice(0, -1) : absolute;
}

/** The path as people say it: relative inside the project folder, else absolute. */
export function shownPath(path: string, folder: string): string {
  const shown = relative(folder, path);
  return shown === '' ? '.' : shown.startsWith('..') || isAbsolute(shown) ? path : shown;
}

/** Errors of inputs and files become results that the model can mend; anything else is thrown on and stops the turn (invariant 7). */
export async function mendable(work: () => Promise<ToolOutcome>): Promise<ToolOutcome> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof InputError) return { ok: false, kind: 'invalid-input', message: error.message };
    if (error instanceof FileError) return fileErrorOutcome(error);
    throw error;
  }
}

/** The same for what a call would do: a file that cannot be looked at is an obstacle, and the call is still decided. */
export async function foresee<T>(look: () => Promise<T>): Promise<T | Refusal> {
  try {
    return await look();
  } catch (error) {
    if (error instanceof FileError) return fileErrorOutcome(error);
    throw error;
  }
}

function fileErrorOutcome(error: FileError): Refusal {
  switch (error.code) {
    case 'not-found':
      return { ok: false, kind: 'not-found', message: `${error.path} does not exist.` };
    case 'is-directory':
      return { ok: false, kind: 'not-a-file', message: `${error.path} is a folder.` };
    case 'not-a-directory':
      return { ok: false, kind: 'not-found', message: `A part of ${error.path} is not a folder.` };
    case 'too-large':
      return { ok: false, kind: 'too-large', message: error.message };
    case 'no-space':
      return { ok: false, kind: 'failed', message: `The disk is full; ${error.path} is unchanged.` };
    default:
      return { ok: false, kind: 'failed', message: error.message };
  }
}
