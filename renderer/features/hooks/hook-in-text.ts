import { isObject, parseObject } from '../../ui/json-object';
import type { HookDraft } from './hook-form';

type Path = ReadonlyArray<string | number>;

interface Placed {
  draft: HookDraft;
  path: Path;
}

/** Every handler that stands in a settings file, also one that could not run. */
function hooksIn(text: string): Placed[] {
  const events = parseObject(text)?.['hooks'];
  return Object.entries(isObject(events) ? events : {}).flatMap(([event, groups]) =>
    listOf(groups).flatMap((group, at) =>
      listOf(isObject(group) ? group['hooks'] : undefined).flatMap((handler, index) => {
        const matcher = isObject(group) ? (group['matcher'] ?? '') : undefined;
        if (!isObject(handler) || typeof matcher !== 'string') return [];
        return [{ draft: { event, matcher, handler }, path: [event, at, 'hooks', index] }];
      }),
    ),
  );
}

/** Where a hook stands in a text; the last of several that are the same. */
export function findInText(text: string, draft: HookDraft): Path | undefined {
  return hooksIn(text).findLast((one) => JSON.stringify(one.draft) === JSON.stringify(draft))?.path;
}

/** The hook at a place in a text. */
export function readInText(text: string, path: string): HookDraft | undefined {
  return hooksIn(text).find((one) => JSON.stringify(one.path) === path)?.draft;
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}
