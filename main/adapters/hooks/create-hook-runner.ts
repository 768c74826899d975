import type { HookRunner } from '../../core/hooks/hook-runner';
import type { Ids } from '../../core/ports';
import type { Sandbox } from '../sandbox/sandbox';
import { findShell } from '../shell/find-shell';
import { createOutputPipes } from '../shell/output-pipes';
import type { ProcessRecords } from '../shell/process-records';
import { postHook } from './post-hook';
import { runCommandHook } from './run-command-hook';

export interface HookRunnerOptions {
  ids: Ids;
  /** The person's environment; what commands must not see is taken out. */
  env: Readonly<Record<string, string | undefined>>;
  sandbox?: Sandbox;
  records?: ProcessRecords;
}

/** Runs hooks as processes and as requests. Starts nothing by itself. */
export function createHookRunner({ ids, env, sandbox, records }: HookRunnerOptions): HookRunner {
  const pipes = createOutputPipes();
  const parts = {
    program: findShell(),
    env: { ...env },
    openPipe: pipes.open,
    ...(sandbox === undefined ? {} : { sandbox }),
    ...(records === undefined ? {} : { records }),
  };
  const running = new Map<AbortController, Promise<unknown>>();
  return {
    start(command) {
      const stopping = new AbortController();
      const stop = () => stopping.abort();
      command.signal.addEventListener('abort', stop, { once: true });
      if (command.signal.aborted) stop();
      const started = runCommandHook(parts, ids.next('hook'), { ...command, signal: stopping.signal });
      const result = started.result.finally(() => {
        command.signal.removeEventListener('abort', stop);
        running.delete(stopping);
      });
      running.set(stopping, result);
      return { firstLine: started.firstLine, result };
    },
    post: (request) => postHook(request, env),
    async stopAll() {
      for (const stopping of running.keys()) stopping.abort();
      await Promise.all(running.values());
      pipes.clear();
    },
  };
}
