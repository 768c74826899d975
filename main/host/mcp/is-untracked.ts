import { basename, dirname } from 'node:path';
import type { HostPorts } from '../host-ports';
import { createGitRunner } from '../run-git';

const LIMITS = { timeoutMs: 10_000, maxBytes: 10_000 };

/**
 * Whether a file lies in a repository that does not track it: then it did not come with the repository. False where git does not say, as
 * outside of any repository.
 */
export async function isUntracked({ process }: Pick<HostPorts, 'process'>, path: string): Promise<boolean> {
  const git = createGitRunner(process, LIMITS);
  // In its own folder: that may be a repository within the repository.
  const folder = dirname(path);
  const [inside, tracked] = await Promise.all([
    git(folder, 'rev-parse', '--is-inside-work-tree'),
    git(folder, '--literal-pathspecs', 'ls-files', '--', basename(path)),
  ]);
  return inside.code === 0 && inside.stdout.trim() === 'true' && tracked.code === 0 && tracked.stdout === '';
}
