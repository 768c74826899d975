import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findElectron } from '../../support/electron-runtime.mjs';
import { environment, makeFolder, root } from './product.mjs';

/** Focusing works, and nothing covers it. */
const COMPOSER_READY = `(() => {
  const area = document.querySelector('textarea');
  if (area === null || area.disabled) return false;
  area.focus();
  return document.activeElement === area && area.getClientRects().length > 0;
})()`;

/** An X server of its own on a free display. */
export async function startDisplay() {
  if (spawnSync('Xvfb', ['-help'], { stdio: 'ignore' }).error) throw new Error('Xvfb is not installed');
  const child = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1600x1000x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const [number] = await once(child.stdio[3].setEncoding('utf8'), 'data');
  return { name: `:${number.trim()}`, close: () => child.kill() };
}

/** The built product (`blank`: one empty window) as an app that says when it is ready. */
export function prepareApp(name, { blank = false, folder } = {}) {
  const app = makeFolder(name);
  copyFileSync(join(root, 'test/bench/desktop/probe.cjs'), join(app, 'probe.cjs'));
  writeFileSync(join(app, 'package.json'), JSON.stringify({ name, version: '0.0.0', main: 'probe.cjs' }));
  const env = environment(
    makeFolder(`${name}-home`),
    blank ? { BENCH_READY: 'true' } : { BENCH_READY: COMPOSER_READY, BENCH_MAIN: join(root, 'out/main/index.cjs') },
  );
  return { args: [app, '--no-sandbox', ...(blank ? [`--user-data-dir=${makeFolder('profile')}`] : ['--folder', folder])], env };
}

/** Starts it and waits until it is ready. `ready`: milliseconds from the start of the process. */
export async function startApp({ args, env }, display) {
  const started = Date.now();
  const child = spawn(findElectron(), args, { env: { ...env, DISPLAY: display.name }, stdio: ['pipe', 'pipe', 'ignore'], detached: true });
  const said = [];
  const heard = [];
  let rest = '';
  child.stdout.setEncoding('utf8').on('data', (text) => {
    const lines = `${rest}${text}`.split('\n');
    rest = lines.pop();
    for (const line of lines.filter((one) => one.startsWith('BENCH '))) {
      said.push(JSON.parse(line.slice('BENCH '.length)));
      heard.shift()?.();
    }
  });
  const next = async () => {
    if (said.length === 0) await Promise.race([new Promise((resolve) => heard.push(resolve)), sleep(60_000)]);
    if (said.length === 0) throw new Error('the app says nothing');
    return said.shift();
  };
  const { ready } = await next();
  return {
    pid: child.pid,
    ready: ready - started,
    /** What fired in ten seconds: `timers` and `frames` in pages, `main` timers in the main process. */
    repeats() {
      child.stdin.write('repeats\n');
      return next();
    },
    async close() {
      const gone = once(child, 'exit');
      child.kill('SIGTERM');
      await Promise.race([gone, sleep(8000)]);
      try {
        process.kill(-child.pid, 'SIGKILL');
      } catch {
        // All of it has ended.
      }
    },
  };
}
