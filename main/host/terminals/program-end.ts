import type { ProgramEnd, TerminalEnd } from '../../core/ports';

/** How the program ended, without what its sandbox saw. */
export function programEnd({ exitCode, signal }: TerminalEnd): ProgramEnd {
  return { ...(exitCode === undefined ? {} : { exitCode }), ...(signal === undefined ? {} : { signal }) };
}
