import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';

export interface Display {
  /** For the `DISPLAY` of a process. */
  name: string;
  close(): Promise<void>;
}

/** A virtual screen that takes whatever number is free. Windows of one screen share the focus, so every worker has its own. */
export async function openDisplay(): Promise<Display> {
  const child = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1600x1000x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const ended = once(child, 'exit');
  const number = child.stdio[3] as Readable;
  const told = await Promise.race([once(number, 'data'), ended.then(([code]) => Promise.reject(new Error(`Xvfb ended with ${code}`)))]);
  return {
    name: `:${String(told[0]).trim()}`,
    async close() {
      child.kill();
      await ended;
    },
  };
}
