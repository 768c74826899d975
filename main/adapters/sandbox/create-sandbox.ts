import { createLinuxSandbox } from './linux-sandbox';
import { createMacosSandbox } from './macos-sandbox';
import type { Sandbox, SandboxOptions } from './sandbox';

/** What isolates commands on this system; where nothing does, it says so and starts nothing. */
export function createSandbox(platform: string, options: SandboxOptions): Sandbox {
  if (platform === 'linux') return createLinuxSandbox(options);
  if (platform === 'darwin') return createMacosSandbox(options);
  const detail = `there is no sandbox for commands on ${platform === 'win32' ? 'Windows' : platform} yet`;
  return {
    support: async () => ({ available: false, network: false, detail }),
    launch: async () => Promise.reject(new Error(detail)),
    close: async () => undefined,
    stop: async () => undefined,
  };
}
