import { randomBytes } from 'node:crypto';
import type { FilteringProxy } from './filtering-proxy';
import type { HostRules } from './host-rules';

/** One command at the proxy. */
export interface CommandHosts {
  /** The name that it gives to the proxy; undefined where none is there. */
  client: string | undefined;
  refusedHosts(): string[];
  reachedHosts(): string[];
  leave(): void;
}

/** `tell` is called with each host that is refused, at once. */
export function admitCommand(
  proxy: FilteringProxy | undefined,
  rules: HostRules,
  tell: (target: string) => void = () => undefined,
): CommandHosts {
  const refused = new Set<string>();
  const reached = new Set<string>();
  const name = randomBytes(12).toString('hex');
  const leave = proxy?.admit(name, {
    rules,
    onRefused: (target) => {
      refused.add(target);
      tell(target);
    },
    onReached: (target) => void reached.add(target),
  });
  return {
    client: leave === undefined ? undefined : name,
    refusedHosts: () => [...refused],
    reachedHosts: () => [...reached],
    leave: () => leave?.(),
  };
}
