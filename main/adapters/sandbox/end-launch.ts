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
  const hiddenWhole = launch?.hiddenWhole ?? [];
  // What was replaced may have been in sight for a moment.
  const hidden = (launch?.hidden ?? []).filter((path) => !replaced.some((other) => other.path === path));
  return {
    ...(refusedHosts.length === 0 ? {} : { refusedHosts }),
    ...(reachedHosts.length === 0 ? {} : { reachedHosts }),
    ...(replaced.length === 0 ? {} : { replaced }),
    ...(hidden.length === 0 ? {} : { hidden }),
    ...(hiddenWhole.length === 0 ? {} : { hiddenWhole }),
  };
}
