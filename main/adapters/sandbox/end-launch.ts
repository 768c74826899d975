import type { SandboxTrace } from '../../core/ports';
import type { SandboxLaunch } from './sandbox';

/** To be called once the program has ended: gives up what it had in the sandbox, and tells what the sandbox saw. */
export function endLaunch(launch: SandboxLaunch | undefined): SandboxTrace {
  const removed = launch?.end() ?? [];
  return { ...traceOf(launch), ...(removed.length === 0 ? {} : { removed }) };
}

/** What the sandbox saw so far. */
export function traceOf(launch: SandboxLaunch | undefined): SandboxTrace {
  const refusedHosts = launch?.refusedHosts() ?? [];
  const reachedHosts = launch?.reachedHosts() ?? [];
  const replaced = launch?.replaced() ?? [];
  return {
    ...(refusedHosts.length === 0 ? {} : { refusedHosts }),
    ...(reachedHosts.length === 0 ? {} : { reachedHosts }),
    ...(replaced.length === 0 ? {} : { replaced }),
  };
}
