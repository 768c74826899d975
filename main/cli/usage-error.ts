/** Wrong use of the command line: exit status 2. */
export class UsageError extends Error {}

export const DONE = 0;
export const FAILED = 1;
export const WRONG_USE = 2;
export type ExitStatus = 0 | 1 | 2;
