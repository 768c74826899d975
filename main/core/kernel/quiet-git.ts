/**
 * What the host's own calls of git begin with. A repository can name programs that git starts (monitors, hooks), and a folder can be
 * made to look like a repository by whoever writes into it: neither decides what the host runs.
 */
export const QUIET_GIT: readonly string[] = [
  '--no-optional-locks',
  ...[
    'core.fsmonitor=false',
    'core.hooksPath=/dev/null',
    'core.quotePath=false',
    'log.showSignature=false',
    'safe.bareRepository=explicit',
    'submodule.recurse=false',
  ].flatMap((setting) => ['-c', setting]),
];

/** For `git status`: looking into a submodule starts git anew with the submodule's own settings, which nothing here reaches. */
export const NO_SUBMODULES = '--ignore-submodules=all';

export const QUIET_GIT_ENV: Readonly<Record<string, string>> = { GIT_TERMINAL_PROMPT: '0', LC_ALL: 'C' };
