import { existsSync } from 'node:fs';

/** The program that runs commands: bash where there is one, else sh. */
export function findShell(): string {
  return ['/bin/bash', '/usr/bin/bash', '/usr/local/bin/bash', '/opt/homebrew/bin/bash'].find((path) => existsSync(path)) ?? '/bin/sh';
}
