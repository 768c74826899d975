import { basename, dirname } from 'node:path';
import { QUIET_GIT, QUIET_GIT_ENV } from '../../core/kernel/quiet-git';
import type { HostPorts } from '../host-ports';

const DEADLINE_MS = 10_000;
const MOST_BYTES = 10_000;

/**
 * Whether a file lies in a repository that does not track it: then it did not come with the repository. False where git does not say, as
 * outside of any repository. Never rejects.
 */
export async function isUntracked({ process }: Pick<HostPorts, 'process'>, path: string): Promise<boolean> {
  // In its own folder: that may be a repository within the repository.
  const ask = (...args: string[]) =>
    process.run('git', [...QUIET_GIT, ...args], { cwd: dirname(path), timeoutMs: DEADLINE_MS, maxBytes: MOST_BYTES, env: QUIET_GIT_ENV });
  try {
    const [inside, tracked] = await Promise.all([
      ask('rev-parse', '--is-inside-work-tree'),
      ask('--literal-pathspecs', 'ls-files', '--', basename(path)),
    ]);
    return inside.code === 0 && inside.stdout.trim() === 'true' && tracked.code === 0 && tracked.stdout === '';
  } catch {
    return false;
  }
}
