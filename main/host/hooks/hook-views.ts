import type { HookEventView, HookView } from '../../../shared/contract/hook-methods';
import { describeHandler, type Hook } from '../../core/hooks/hook';
import { HOOK_EVENTS, hookEvent, isHookEvent } from '../../core/hooks/hook-events';

export function viewHook({ id, event, path, place, matcherText, handler, written, off }: Hook): HookView {
  return {
    id,
    event,
    path: [...path],
    place,
    matcher: matcherText,
    type: handler.type,
    label: describeHandler(handler),
    handler: written,
    ...(off === undefined ? {} : { off }),
  };
}

/** Every event of the ecosystem, those first that this host has. */
export function viewEvents(): HookEventView[] {
  const views = Object.keys(HOOK_EVENTS)
    .filter(isHookEvent)
    .map((name): HookEventView => {
      const { matches, values, silent, types, block, tests, fires } = hookEvent(name);
      return {
        name,
        types: [...types],
        block,
        tests,
        fires,
        ...(matches === undefined ? {} : { matches }),
        ...(values === undefined ? {} : { values: [...values] }),
        ...(silent === undefined ? {} : { silent: [...silent] }),
      };
    });
  return [...views.filter(({ fires }) => fires), ...views.filter(({ fires }) => !fires)];
}
