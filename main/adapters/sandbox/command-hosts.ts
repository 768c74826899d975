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

export function admitCommand(proxy: FilteringProxy | undefined, rules: HostRules): CommandHosts {
  const refused = new Set<string>();
  const reached = new Set<string>();
  const name = randomBytes(12).toString('hex');
  const leave = proxy?.admit(name, {
    rules,
    onRefused: (target) => void refused.add(target),
    onReached: (target) => void reached.add(target),
  });
  return {
    client: leave === undefined ? undefined : name,
    refusedHosts: () => [...refused],
    reachedHosts: () => [...reached],
    leave: () => leave?.(),
  };
}
