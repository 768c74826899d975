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
      return { worktrees: found.map(({ owner: _owner, base: _base, ...shown }) => shown) };
    }),
    'worktrees.settle': handle(methods['worktrees.settle'], async ({ folder, path, how }, { client }) =>
      (await left()).settle(folder, path, how, client.name),
    ),
  };
}
