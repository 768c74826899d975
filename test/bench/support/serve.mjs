import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cli, root } from './product.mjs';

const HOOK = join(root, 'test/bench/support/watch-loop.cjs');

/** `vitrine serve` on a folder. */
export async function startServe({ folder, env }) {
  const child = spawn(process.execPath, [cli, 'serve', folder, '--no-open'], {
    cwd: folder,
    env: { ...env, NODE_OPTIONS: `--require ${HOOK}` },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  const url = await new Promise((resolve, reject) => {
    let out = '';
    child.stdout.setEncoding('utf8').on('data', (text) => {
      out += text;
      const ready = /^READY (\S+)$/m.exec(out);
      if (ready) resolve(ready[1]);
    });
    child.once('exit', (code) => reject(new Error(`serve exited with ${code}`)));
  });
  return {
    url,
    pid: child.pid,
    /** 99th percentile of the event loop's delay since the last call, in ms. */
    async loopDelay() {
      child.send('delay');
      const [{ delay }] = await once(child, 'message');
      return delay;
    },
    /** From here on the largest resident size is counted anew. */
    resetPeak() {
      writeFileSync(`/proc/${child.pid}/clear_refs`, '5');
    },
    async close() {
      const gone = once(child, 'exit');
      child.kill('SIGTERM');
      await gone;
    },
  };
}
