import { commandEnvironment, withVariables } from './command-environment';
import { findShell } from './find-shell';
import { createOutputPipes } from './output-pipes';
import type { ProcessRecords } from './process-records';
import { type RunningCommand, runCommand } from './run-command';
import type { Ids, Shell } from '../../core/ports';
import type { Sandbox } from '../sandbox/sandbox';

export interface NodeShellOptions {
  ids: Ids;
  /** The person's environment; what commands must not see is taken out. */
  env: Record<string, string | undefined>;
  sandbox?: Sandbox;
  records?: ProcessRecords;
}

const NO_SANDBOX = { available: false, network: false, detail: 'there is none for this system' };

/** Runs each command in a process group and session of its own, by `bash -c`, or `sh -c` where there is no bash. */
export function createNodeShell(options: NodeShellOptions): Shell {
  const running = new Set<RunningCommand>();
  const pipes = createOutputPipes();
  const { sandbox, records } = options;
  const runner = {
    program: findShell(),
    openPipe: pipes.open,
    ...(sandbox === undefined ? {} : { sandbox }),
    ...(records === undefined ? {} : { records }),
  };
  return {
    start(command) {
      const id = options.ids.next('shell');
      const env = withVariables(commandEnvironment(options.env, command.env), command.variables ?? []);
      const run = runCommand(runner, id, command, env);
      running.add(run);
      const forget = () => running.delete(run);
      run.result.then(forget, forget);
      return { id, result: run.result, trace: run.trace, stop: run.stop };
    },
    async stopAll() {
      await Promise.all([...running].map((run) => run.stop()));
      await sandbox?.stop();
      pipes.clear();
    },
    findSandbox: async () => (await sandbox?.support()) ?? NO_SANDBOX,
    closeSession: async (session) => sandbox?.close(session),
  };
}
