import type { Command } from 'commander';
import { z } from 'zod';
import { methods } from '../../shared/contract/methods';
import { notifications } from '../../shared/contract/notifications';
import type { CommandContext } from './command-context';
import { END_SIGNALS } from './end-signals';
import { describeContents } from './mcp-text';
import type { LocalHost } from './open-host';
import { placeOptions, runAtPlace } from './place-command';
import { FAILED } from './usage-error';

const readOptions = placeOptions.extend({ watch: z.boolean().optional() });

/** Gives the command that reads a resource its words. */
export function addMcpRead(command: Command, { output, finish }: CommandContext): void {
  command
    .description('Starts a server and shows a resource; --watch again each time that the server says it changed, until it is interrupted.')
    .argument('<server>')
    .argument('<uri>')
    .option('--watch')
    .action(async (server: string, uri: string, given: unknown) => {
      const { watch, ...where } = readOptions.parse(given);
      await runAtPlace(output, where, async (local, folder, print) => {
        const place = { folder, server };
        const read = async () => {
          const { content } = await local.call(methods['mcp.readResource'], { ...place, uri });
          await print({ uri, content }, describeContents(content));
        };
        if (watch !== true) return read();
        await local.call(methods['mcp.watch'], { folder });
        await local.call(methods['mcp.follow'], { ...place, uri, follow: true });
        await read();
        if (!(await readChanges(local, place, read))) finish(FAILED);
      });
    });
}

/** Reads anew after each change. Resolves at an interrupt with true, with false where the server came to an end. */
async function readChanges({ on }: LocalHost, place: { folder: string; server: string }, read: () => Promise<void>): Promise<boolean> {
  let reading = Promise.resolve();
  let updates = 0;
  return new Promise<boolean>((resolve, reject) => {
    const interrupted = () => resolve(true);
    for (const signal of END_SIGNALS) process.once(signal, interrupted);
    on(notifications['mcp/changed'], ({ folder, server, view }) => {
      if (folder !== place.folder || server !== place.server) return;
      if (view === undefined || (view.state === 'failed' && view.reason?.retryAt === undefined)) return resolve(false);
      if (view.notices.updates === updates) return;
      updates = view.notices.updates;
      reading = reading.then(read).catch(reject);
    });
  });
}
