import { isRecord } from '../kernel/is-record';
import type { ServerTool } from './server-connection';

/** Most characters of a result that a server may ask to be handed over. */
const MOST_WISHED = 500_000;

/** Whether the server wants a person to agree to every call of the tool. */
export function needsPerson({ meta }: Pick<ServerTool, 'meta'>): boolean {
  return meta?.['anthropic/requiresUserInteraction'] === true;
}

/** Characters of a result of the tool that its server would like to reach the model, within the bound; undefined where it says nothing. */
export function wishedChars({ meta }: Pick<ServerTool, 'meta'>): number | undefined {
  const wished = meta?.['anthropic/maxResultSizeChars'];
  return typeof wished === 'number' && wished > 0 ? Math.min(Math.floor(wished), MOST_WISHED) : undefined;
}

/** Whether the server means the tool for a model; one without a word on it is. */
export function isForModel({ meta }: Pick<ServerTool, 'meta'>): boolean {
  const ui = meta?.['ui'];
  const visibility = isRecord(ui) ? ui['visibility'] : undefined;
  return !Array.isArray(visibility) || visibility.includes('model');
}
