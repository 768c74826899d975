import type { Action } from '../../../../shared/model/permission';
import { showPath } from '../path-text';

/** A call in short form, for lists: `npm test`, `Edit src/a.ts`, `WebFetch https://…`. */
export function showCall(action: Action, folder: string): string {
  if (action.command !== undefined) return action.command;
  if (action.url !== undefined) return `${action.tool} ${action.url}`;
  const [path] = action.paths;
  return path === undefined ? action.tool : `${action.tool} ${showPath(path, folder)}`;
}
