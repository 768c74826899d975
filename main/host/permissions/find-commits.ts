import type { HostPorts } from '../host-ports';
import { createGitRunner } from '../run-git';

const LIMITS = { timeoutMs: 5_000, maxBytes: 100_000 };
/** What a name of an object may be made of, so that each is one line of what git is asked. */
const NAME = /^[\w./-]+$/;

/** Which of these names are commits or folders in the repository of a folder, asked of git without fetching anything. */
export async function findCommits(process: HostPorts['process'], folder: string, names: readonly string[]): Promise<ReadonlySet<string>> {
  const asked = names.filter((name) => NAME.test(name));
  const input = asked.map((name) => `${name}^{}\n`).join('');
  const git = createGitRunner(process, { ...LIMITS, env: { GIT_NO_LAZY_FETCH: '1' }, input });
  const answer = await git(folder, 'cat-file', '--batch-check=%(objecttype)');
  const types = answer.code === 0 ? answer.stdout.split('\n') : [];
  return new Set(asked.filter((_name, index) => types[index] === 'commit' || types[index] === 'tree'));
}
