import { existsSync } from 'node:fs';
import type { TerminalColours } from '../../../shared/model/terminal';
import type { Ids, Terminal, TerminalRequest, Terminals } from '../../core/ports';
import { endLaunch } from '../sandbox/end-launch';
import type { Sandbox } from '../sandbox/sandbox';
import { visibleEnvironment, withVariables } from '../shell/command-environment';
import { findShell } from '../shell/find-shell';
import type { FollowedProcess, ProcessRecords } from '../shell/process-records';
import { withoutSecretVariables } from '../shell/secret-variables';
import { openTerminal, type ProgramLaunch } from './open-terminal';
import type { ProgramStart } from './pty-process';

export interface NodeTerminalsOptions {
  ids: Ids;
  /** The person's environment; what commands must not see is taken out. */
  env: Record<string, string | undefined>;
  sandbox?: Sandbox;
  records?: ProcessRecords;
}

/** Terminals of this machine. Nothing is loaded before the first one is opened. */
export function createNodeTerminals({ ids, env, sandbox, records }: NodeTerminalsOptions): Terminals {
  const open = new Set<Terminal>();
  let colours: TerminalColours | undefined;
  return {
    async open(request) {
      const id = ids.next('term');
      const launch = await launchProgram(programOf(request, env), request, sandbox, () => records?.follow(id));
      const terminal = await openTerminal(id, launch, () => colours).catch((error: unknown) => {
        launch.end();
        throw error;
      });
      open.add(terminal);
      void terminal.ended.then(() => open.delete(terminal));
      return terminal;
    },
    setColours(told) {
      colours = told;
    },
    async stopAll() {
      await Promise.all([...open].map((terminal) => terminal.dispose()));
    },
  };
}

/** Rejects where a program that was to be isolated cannot be: it must then not run. */
async function launchProgram(
  start: ProgramStart,
  { command, sandbox: wanted }: TerminalRequest,
  sandbox: Sandbox | undefined,
  follow: () => Promise<FollowedProcess> | undefined,
): Promise<ProgramLaunch> {
  if (wanted === undefined) {
    const followed = await follow();
    const end = () => {
      followed?.ended();
      return {};
    };
    return { start, isolation: 'none', started: (pid) => followed?.started(pid), end };
  }
  if (sandbox === undefined) throw new Error('there is no sandbox here');
  const { file: program, args, cwd, env, size } = start;
  const launch = await sandbox.launch({ ...wanted, program, args: () => args, cwd, env, terminal: true, lasting: command === undefined });
  return {
    start: { file: launch.file, args: launch.args, cwd: launch.cwd, env: launch.env, size },
    isolation: (await sandbox.support()).detail,
    started: launch.started,
    end: () => endLaunch(launch),
  };
}

function programOf({ command, cwd, variables = [], size }: TerminalRequest, own: Record<string, string | undefined>): ProgramStart {
  const { TMUX: _tmux, STY: _sty, LINES: _lines, COLUMNS: _columns, ...rest } = visibleEnvironment(own);
  const env = { ...rest, TERM: 'xterm-256color', COLORTERM: 'truecolor', TERM_PROGRAM: 'Vitrine' };
  if (command !== undefined)
    return { file: findShell(), args: ['-c', command], cwd, env: withVariables(withoutSecretVariables(env), variables), size };
  return { file: personShell(own), args: [], cwd, env, size };
}

function personShell(own: Record<string, string | undefined>): string {
  if (process.platform === 'win32') return 'powershell.exe';
  const chosen = own['SHELL'];
  return chosen !== undefined && existsSync(chosen) ? chosen : findShell();
}
