import { QUIET_GIT, QUIET_GIT_ENV } from '../../core/kernel/quiet-git';
import type { HostPorts } from '../host-ports';

const DEADLINE_MS = 5_000;
const MOST_BYTES = 100_000;
/** What a name of an object may be made of, so that each is one line of what git is asked. */
const NAME = /^[\w./-]+$/;

/** Which of these names are commits or folders in the repository of a folder, asked of git without fetching anything. Never rejects. */
export async function findCommits(process: HostPorts['process'], folder: string, names: readonly string[]): Promise<ReadonlySet<string>> {
  const asked = names.filter((name) => NAME.test(name));
  const input = asked.map((name) => `${name}^{}\n`).join('');
  const env = { ...QUIET_GIT_ENV, GIT_NO_LAZY_FETCH: '1' };
  const options = { cwd: folder, timeoutMs: DEADLINE_MS, maxBytes: MOST_BYTES, env, input };
  const answer = await process.run('git', [...QUIET_GIT, 'cat-file', '--batch-check=%(objecttype)'], options);
  const types = answer.code === 0 ? answer.stdout.split('\n') : [];
  return new Set(asked.filter((_name, index) => types[index] === 'commit' || types[index] === 'tree'));
}
