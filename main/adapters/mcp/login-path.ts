import { userInfo } from 'node:os';
import type { ProcessRunner } from '../../core/ports';

const LONGEST_MS = 3000;
const MOST_BYTES = 65_536;
const PLAIN_SHELL = '/bin/sh';
const MARK = '__vitrine_path__';

/**
 * The PATH of the person's login shell, asked for once. A program that was not started from a shell (from a dock, a menu) has the
 * system's short one, in which `npx` and `uvx` are seldom found. Falls back to the own one. Never rejects.
 */
export function createLoginPath(runner: ProcessRunner, env: Readonly<Record<string, string | undefined>>): () => Promise<string> {
  let path: Promise<string> | undefined;
  return () => {
    path ??= findPath(runner, env).catch(() => {
      path = undefined;
      return env['PATH'] ?? '';
    });
    return path;
  };
}

async function findPath(runner: ProcessRunner, env: Readonly<Record<string, string | undefined>>): Promise<string> {
  const own = env['PATH'] ?? '';
  // Set by every shell for what it starts: then the PATH is the shell's already.
  if (env['SHLVL'] !== undefined || process.platform === 'win32') return own;
  const shell = env['SHELL'] ?? ownShell();
  // Quoted for every shell, fish included, whose PATH is a list: `env` prints what a program gets.
  const command = `echo ${MARK}; env; echo ${MARK}`;
  const { stdout } = await runner.run(shell, ['-ilc', command], { cwd: env['HOME'] ?? '/', timeoutMs: LONGEST_MS, maxBytes: MOST_BYTES });
  const found = stdout.split(`${MARK}\n`)[1]?.match(/^PATH=(.+)$/m)?.[1];
  return found === undefined ? own : joinPaths(found, own);
}

/** A user that the system has no entry of has no shell there either: `userInfo` throws then. */
function ownShell(): string {
  try {
    return userInfo().shell ?? PLAIN_SHELL;
  } catch {
    return PLAIN_SHELL;
  }
}

/** The shell's folders first, then those that only the own one has. */
function joinPaths(first: string, second: string): string {
  return [...new Set([...first.split(':'), ...second.split(':')])].filter((folder) => folder !== '').join(':');
}
