import { existsSync } from 'node:fs';
import type { Ids, Terminal, TerminalRequest, Terminals } from '../../core/ports';
import { visibleEnvironment } from '../shell/command-environment';
import { findShell } from '../shell/find-shell';
import { openTerminal } from './open-terminal';
import type { ProgramStart } from './pty-process';

/** Makes a program's start one that is isolated; undefined where nothing can isolate it. `name` is shown to the person. */
export type TerminalLauncher = (start: ProgramStart) => Promise<{ name: string; start: ProgramStart } | undefined>;

export interface NodeTerminalsOptions {
  ids: Ids;
  /** The person's environment; what commands must not see is taken out. */
  env: Record<string, string | undefined>;
  launch?: TerminalLauncher;
}

/** Terminals of this machine. Nothing is loaded before the first one is opened. */
export function createNodeTerminals({ ids, env, launch }: NodeTerminalsOptions): Terminals {
  const open = new Set<Terminal>();
  return {
    async open(request) {
      const plain = programOf(request, env);
      const launched = request.isolated ? await launch?.(plain) : undefined;
      const terminal = await openTerminal(ids.next('term'), launched?.start ?? plain, launched?.name ?? 'none');
      open.add(terminal);
      const forget = () => open.delete(terminal);
      terminal.ended.then(forget, forget);
      return terminal;
    },
    async stopAll() {
      await Promise.all([...open].map((terminal) => terminal.dispose()));
    },
  };
}

function programOf({ command, cwd, size }: TerminalRequest, own: Record<string, string | undefined>): ProgramStart {
  const { TMUX: _tmux, STY: _sty, LINES: _lines, COLUMNS: _columns, ...rest } = visibleEnvironment(own);
  const env = { ...rest, TERM: 'xterm-256color', COLORTERM: 'truecolor', TERM_PROGRAM: 'Vitrine' };
  if (command !== undefined) return { file: findShell(), args: ['-c', command], cwd, env, size };
  return { file: personShell(own), args: [], cwd, env, size };
}

function personShell(own: Record<string, string | undefined>): string {
  if (process.platform === 'win32') return 'powershell.exe';
  const chosen = own['SHELL'];
  return chosen !== undefined && existsSync(chosen) ? chosen : findShell();
}
