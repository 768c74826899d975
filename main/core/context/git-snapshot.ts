import { NO_SUBMODULES, QUIET_GIT, QUIET_GIT_ENV } from '../kernel/quiet-git';
import type { ProcessRunner } from '../ports';

const DEADLINE_MS = 1_500;
const MAX_STATUS_LINES = 40;
const MAX_LINE = 200;

/**
 * Settings of a repository that start no program: git runs filters, monitors, signature checks and helpers that others name, even
 * for a status. Anything else in a folder that is not trusted keeps git from being run there.
 */
const HARMLESS_SETTINGS = [
  /^core\.(?:repositoryformatversion|filemode|bare|logallrefupdates|ignorecase|precomposeunicode|symlinks|autocrlf|eol|safecrlf|quotepath|abbrev|preloadindex|untrackedcache|sharedrepository|compression|sparsecheckout|sparsecheckoutcone)$/,
  /^remote\..+\.(?:url|fetch|pushurl|tagopt|prune|mirror)$/,
  /^branch\..+\.(?:remote|merge|rebase|pushremote|description)$/,
  /^submodule\.(?:.+\.(?:url|active|branch)|active)$/,
  /^(?:user\.(?:name|email|signingkey)|init\.defaultbranch|pull\.(?:rebase|ff)|push\.(?:default|autosetupremote)|commit\.gpgsign|tag\.gpgsign|extensions\.objectformat)$/,
];

/** Origin 4: branch, short status and last commits, bounded, or a line that says why there is none. Never rejects. */
export async function takeGitSnapshot(runner: ProcessRunner, folder: string, trusted: boolean): Promise<string> {
  const git = (...args: string[]) =>
    runner.run('git', [...QUIET_GIT, ...args], {
      cwd: folder,
      timeoutMs: DEADLINE_MS,
      maxBytes: 64_000,
      env: QUIET_GIT_ENV,
    });
  const heading = '# Version control when the session started';
  if (!trusted) {
    const settings = await git('config', '--local', '--list', '--name-only', '-z');
    const names = settings.stdout.split('\0').filter((name) => name !== '');
    if (settings.timedOut || settings.truncated || !names.every((name) => HARMLESS_SETTINGS.some((pattern) => pattern.test(name))))
      return `${heading}\nunavailable: the folder is not trusted, and its git settings could start programs`;
  }
  const [status, log] = await Promise.all([git('status', '--short', '--branch', NO_SUBMODULES), git('log', '-5', '--format=%h %s')]);
  if (status.timedOut) return `${heading}\nunavailable: git did not answer in time`;
  if (status.code !== 0)
    return `${heading}\n${/not a git repository/i.test(status.stderr) ? 'not a git repository' : 'unavailable: git could not be run'}`;
  const [branch = '', ...changes] = lines(status.stdout);
  const commits = log.code === 0 ? lines(log.stdout) : [];
  return [
    heading,
    `Branch: ${branch.replace(/^## /, '')}`,
    `Status: ${changes.length === 0 ? 'clean' : ''}`.trimEnd(),
    ...changes.slice(0, MAX_STATUS_LINES),
    ...(changes.length > MAX_STATUS_LINES || status.truncated ? [`… and more (${changes.length} changed paths seen)`] : []),
    `Last commits:${commits.length === 0 ? ' none' : ''}`,
    ...commits,
  ].join('\n');
}

function lines(text: string): string[] {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => (line.length > MAX_LINE ? `${line.slice(0, MAX_LINE)}…` : line));
}
