import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { SandboxLimits } from '../../../shared/model/sandbox';
import { type FilteringProxy, openFilteringProxy } from './filtering-proxy';
import { resolveName } from './host-rules';
import { type CommandGroup, createCommandGroup } from './limits';
import { type NetworkPrograms, type NetworkSpace, openNetworkSpace } from './network-space';

/** What the commands of one session share. */
export interface SessionSpace {
  temp: string;
  group: CommandGroup;
  /** Both are there, or neither: then each command has a network of its own in which nothing is. */
  proxy: FilteringProxy | undefined;
  network(): NetworkSpace | undefined;
  /** Makes the network anew where it has ended. */
  ready(): Promise<void>;
  close(): Promise<void>;
}

export async function openSessionSpace(
  base: string,
  session: string,
  limits: SandboxLimits,
  programs: NetworkPrograms | undefined,
): Promise<SessionSpace> {
  const folder = mkdtempSync(join(base, 's'));
  const temp = join(folder, 'tmp');
  mkdirSync(temp, { mode: 0o700 });
  const group = createCommandGroup(`vitrine-${process.pid}-${session}`, limits);
  const socket = join(folder, 'proxy');
  const proxy = programs === undefined ? undefined : await openFilteringProxy({ path: socket }, resolveName);
  let network: NetworkSpace | undefined;
  let opening: Promise<NetworkSpace> | undefined;
  return {
    temp,
    group,
    proxy,
    network: () => network,
    async ready() {
      if (programs === undefined || network?.isOpen() === true) return;
      opening ??= openNetworkSpace(programs, socket).finally(() => {
        opening = undefined;
      });
      network = await opening;
    },
    async close() {
      network?.close();
      await proxy?.close();
      group.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
