import { createLinuxSandbox } from './linux-sandbox';
import type { Sandbox, SandboxOptions } from './sandbox';

const NAMES: Readonly<Record<string, string>> = { darwin: 'macOS', win32: 'Windows' };

/** What isolates commands on this system; where nothing does, it says so and starts nothing. */
export function createSandbox(platform: string, options: SandboxOptions): Sandbox {
  if (platform === 'linux') return createLinuxSandbox(options);
  const detail = `there is no sandbox for commands on ${NAMES[platform] ?? platform} yet`;
  return {
    support: async () => ({ available: false, network: false, detail }),
    launch: async () => Promise.reject(new Error(detail)),
    close: async () => undefined,
    stop: async () => undefined,
  };
}
