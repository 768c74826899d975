import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { openFilteringProxy, type FilteringProxy } from './filtering-proxy';
import { resolveName } from './host-rules';

/** What the commands of one session share on macOS. */
export interface MacosSpace {
  temp: string;
  proxy: FilteringProxy;
  port: number;
  close(): Promise<void>;
}

/** The proxy listens on the machine's own loopback: whoever is no command of the session gives no name that it knows. */
export async function openMacosSpace(base: string): Promise<MacosSpace> {
  const folder = mkdtempSync(join(base, 's'));
  const temp = join(folder, 'tmp');
  mkdirSync(temp, { mode: 0o700 });
  const proxy = await openFilteringProxy({ host: '127.0.0.1', port: 0 }, resolveName);
  if (proxy.port === undefined) throw new Error('the proxy of the sandbox has no port');
  return {
    temp,
    proxy,
    port: proxy.port,
    async close() {
      await proxy.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
