import type { Command } from 'commander';
import { z } from 'zod';
import type { ServeOptions } from '../serve/start-serve';
import type { CommandContext } from './command-context';
import { END_SIGNALS } from './end-signals';
import { existingFolder } from './open-host';
import { parsePort } from './parse-options';
import { addServerConfigOptions, namedServers, serverConfigOptions } from './server-config-options';

const optionsSchema = serverConfigOptions.extend({
  port: z.number().optional(),
  host: z.string(),
  open: z.boolean(),
  allowRemote: z.boolean().optional(),
});

export function addServeCommand(program: Command, { output }: CommandContext): void {
  addServerConfigOptions(program.command('serve'))
    .description('Serve the workbench on this machine and open the browser. Prints one line: READY <address>.')
    .argument('[dir]', 'the project folder (default: the current one)')
    .option('--port <n>', 'port (default: any free one)', parsePort)
    .option('--host <address>', 'address to listen on', '127.0.0.1')
    .option('--allow-remote', 'allow an address that others can reach: whoever has the printed address can run commands here')
    .option('--no-open', 'do not open the browser')
    .action(async (dir: string | undefined, given: unknown) => {
      const { port, host, open, allowRemote, ...servers } = optionsSchema.parse(given);
      await serveUntilStopped(
        {
          folder: existingFolder(dir),
          address: host,
          open,
          ...namedServers(servers),
          ...(port === undefined ? {} : { port }),
          ...(allowRemote === undefined ? {} : { allowRemote }),
        },
        output,
      );
    });
}

interface ServeRequest {
  /** Absent: the folder of last time, else the sample project. */
  folder?: string;
  address?: string;
  port?: number;
  open: boolean;
  allowRemote?: boolean;
  servers?: ServeOptions['servers'];
}

/** Serves until the process is told to stop; then ends what runs and resolves. */
export async function serveUntilStopped(request: ServeRequest, output: CommandContext['output']): Promise<void> {
  const { startServe } = await import('../serve/start-serve');
  const told = new Promise<void>((resolve) => {
    for (const signal of END_SIGNALS) process.once(signal, () => resolve());
  });
  const running = await startServe({ ...request, write: (text) => void output.data(text), warn: (text) => output.note(text.trimEnd()) });
  output.note('vitrine: open this address in your browser. It lets one browser in; Ctrl+C ends it.');
  await told;
  // Who asks twice does not want to wait.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));
  await running.close();
}
