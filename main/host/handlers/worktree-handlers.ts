import { methods } from '../../../shared/contract/methods';
import { handle } from '../dispatch';
import type { HostServices } from '../host-services';

/** Worktrees of agents, of whichever session. Loaded when first asked for. */
export function worktreeHandlers(services: HostServices) {
  const left = async () => {
    const { LeftWorktrees } = await import('../agents/left-worktrees');
    return new LeftWorktrees(services);
  };

  return {
    'worktrees.list': handle(methods['worktrees.list'], async ({ folder }) => {
      const found = await (await left()).list(folder);
      return { worktrees: found.map(({ path, branch, files, commits, inUse }) => ({ path, branch, files, commits, inUse })) };
    }),
    'worktrees.settle': handle(methods['worktrees.settle'], async ({ folder, path, how }, { client }) => {
      const problem = await (await left()).settle(folder, path, how, client.name);
      return problem === undefined ? {} : { problem };
    }),
  };
}
