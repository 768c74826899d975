import type { HookChange } from '../../../shared/model/hook-edit';
import { CodedError } from '../../../shared/model/failure';
import { isRecord } from '../kernel/is-record';
import { putJson, removeJson } from '../kernel/edit-json';

/**
 * A settings file's text after a change of its hooks. Nothing else in it changes, its layout included. Rejects with `conflict` for a text
 * that is not JSON: what is broken is mended by hand.
 */
export async function editHooks(given: string, changes: readonly HookChange[]): Promise<string> {
  let text = given.trim() === '' ? '{}\n' : given;
  for (const change of changes) text = await editOnce(text, change);
  return text;
}

async function editOnce(text: string, change: HookChange): Promise<string> {
  const settings = readSettings(text);
  switch (change.op) {
    case 'add': {
      const groups = listIn(settings, ['hooks', change.event]);
      const at = groups.findIndex(
        (group) => isRecord(group) && (group['matcher'] ?? '') === change.matcher && Array.isArray(group['hooks']),
      );
      const handlers = at === -1 ? [] : listIn(settings, ['hooks', change.event, at, 'hooks']);
      if (at !== -1) return putJson(text, ['hooks', change.event, at, 'hooks', handlers.length], change.handler);
      const group = { ...(change.matcher === '' ? {} : { matcher: change.matcher }), hooks: [change.handler] };
      return putJson(text, ['hooks', change.event, groups.length], group);
    }
    case 'replace': {
      const [event, group] = change.path;
      const isMoved = event !== change.event || matcherAt(settings, change.path) !== change.matcher;
      if (!isMoved) return putJson(text, ['hooks', ...change.path], change.handler);
      const handlers = event === undefined || group === undefined ? [] : listIn(settings, ['hooks', event, group, 'hooks']);
      if (event === change.event && group !== undefined && handlers.length === 1) {
        const replaced = await putJson(text, ['hooks', ...change.path], change.handler);
        const place = ['hooks', event, group, 'matcher'];
        return change.matcher === '' ? removeJson(replaced, place) : putJson(replaced, place, change.matcher);
      }
      const { event: to, matcher, handler } = change;
      return editOnce(await removeHook(text, settings, change.path), { op: 'add', event: to, matcher, handler });
    }
    case 'remove':
      return removeHook(text, settings, change.path);
    case 'exclude': {
      const excluded = listIn(settings, ['sandbox', 'excludedCommands']);
      return excluded.includes(change.command) ? text : putJson(text, ['sandbox', 'excludedCommands', excluded.length], change.command);
    }
  }
}

/** With the group and the event that would be empty without it. */
async function removeHook(text: string, settings: unknown, path: ReadonlyArray<string | number>): Promise<string> {
  const [event, group] = path;
  if (event === undefined || group === undefined) return text;
  const isLast = listIn(settings, ['hooks', event, group, 'hooks']).length <= 1;
  if (!isLast) return removeJson(text, ['hooks', ...path]);
  const isLastGroup = listIn(settings, ['hooks', event]).length <= 1;
  return removeJson(text, isLastGroup ? ['hooks', event] : ['hooks', event, group]);
}

function matcherAt(settings: unknown, [event = '', group = 0]: ReadonlyArray<string | number>): string {
  const found = valueIn(settings, ['hooks', event, group, 'matcher']);
  return typeof found === 'string' ? found : '';
}

function listIn(settings: unknown, path: ReadonlyArray<string | number>): unknown[] {
  const found = valueIn(settings, path);
  return Array.isArray(found) ? found : [];
}

function valueIn(value: unknown, path: ReadonlyArray<string | number>): unknown {
  return path.reduce<unknown>(
    (inner, key) => (Array.isArray(inner) ? inner[Number(key)] : isRecord(inner) ? inner[key] : undefined),
    value,
  );
}

function readSettings(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new CodedError('conflict', `The settings are not valid JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
}
