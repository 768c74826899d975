import type { HookSkip } from '../../../shared/model/hook-run';
import { namesOf } from '../permission/server-names';
import { describeHandler, type Hook } from './hook';
import { hookEvent } from './hook-events';
import type { HookMoment } from './hook-desk';

/** A hook of an event, and why it does not run where it does not. */
export interface ConsideredHook {
  hook: Hook;
  label: string;
  why?: HookSkip;
}

export interface SelectOptions {
  /** Whether the permission rule of an `if` fits what a call would do; true where it cannot be told. */
  matchesRule(hook: Hook, moment: HookMoment): boolean;
  /** Hooks with `once` that have run. */
  done: ReadonlySet<string>;
}

/** Of the hooks of a moment's event, in the order of the files: which run, and why the others do not. */
export function selectHooks(hooks: readonly Hook[], moment: HookMoment, { matchesRule, done }: SelectOptions): ConsideredHook[] {
  const seen = new Set<string>();
  return hooks.map((hook) => {
    const why = skipOf(hook);
    return { hook, label: describeHandler(hook.handler), ...(why === undefined ? {} : { why }) };
  });

  function skipOf(hook: Hook): HookSkip | undefined {
    if (hook.off !== undefined) return hook.off;
    const { matches, tests } = hookEvent(hook.event);
    if (matches !== undefined && !aboutNames(moment).some((name) => hook.matcher.test(name))) return 'matcher';
    if (hook.rule !== undefined && (!tests || !matchesRule(hook, moment))) return 'if';
    if (hook.handler.once === true && hook.place.scope === 'skill' && done.has(hook.id)) return 'once';
    const identity = JSON.stringify([hook.handler, hook.rule?.text]);
    if (seen.has(identity)) return 'duplicate';
    seen.add(identity);
    if (hook.handler.type === 'agent' && moment.askAgent === undefined) return 'no-agents';
    return undefined;
  }
}

/** A tool of a server is met by each of its names. */
function aboutNames({ about, action }: HookMoment): ReadonlyArray<string | undefined> {
  return about === undefined || action?.server?.tool === undefined ? [about] : namesOf({ name: about, server: action.server }).tools;
}
