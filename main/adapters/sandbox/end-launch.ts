import type { SandboxTrace } from '../../core/ports';
import type { SandboxLaunch } from './sandbox';

/** To be called once the program has ended: gives up what it had in the sandbox, and tells what the sandbox saw. */
export function endLaunch(launch: SandboxLaunch | undefined): SandboxTrace {
  if (launch === undefined) return {};
  const removed = launch.end();
  const refusedHosts = launch.refusedHosts();
  const reachedHosts = launch.reachedHosts();
  return {
    ...(refusedHosts.length === 0 ? {} : { refusedHosts }),
    ...(reachedHosts.length === 0 ? {} : { reachedHosts }),
    ...(removed.length === 0 ? {} : { removed }),
  };
}
