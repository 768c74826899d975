import { setTimeout as sleep } from 'node:timers/promises';
import { prepareApp, startApp, startDisplay } from '../support/electron-app.mjs';
import { measureInTurn } from '../support/measure.mjs';
import { cpuOf, memoryOf, processTree } from '../support/process-tree.mjs';
import { makeFolder } from '../support/product.mjs';
import { makeProject } from '../support/project.mjs';
import { median } from '../support/statistics.mjs';

/** After this long nothing of the start is at work any more. */
const SETTLED_MS = 4000;

/** The real Electron under Xvfb, against a blank window: start, idle memory, idle processor time, and what repeats. */
export async function measureDesktop({ runs, idleSeconds }) {
  const folder = makeFolder('project');
  makeProject(folder);
  const [blank, product] = [prepareApp('blank', { blank: true }), prepareApp('product', { folder })];
  const display = await startDisplay();
  try {
    const [bases, own] = await measureInTurn(runs, [() => startOnce(blank, display), () => startOnce(product, display)]);
    const idle = await idleTogether([blank, product], display, idleSeconds);
    const pick = (list, key) => list.map((run) => run[key]);
    const [start, memory] = [
      median(pick(own, 'ready')) / median(pick(bases, 'ready')),
      median(pick(own, 'memory')) / median(pick(bases, 'memory')),
    ];
    const repeats = idle.repeats.timers + idle.repeats.frames + idle.repeats.main;
    return [
      {
        what: 'desktop: process start to composer focusable',
        unit: 'ms',
        baseline: pick(bases, 'ready'),
        values: pick(own, 'ready'),
        limit: '≤ 1.6 ×',
        met: start <= 1.6,
      },
      {
        what: 'desktop: idle memory (summed PSS)',
        unit: 'MB',
        baseline: pick(bases, 'memory'),
        values: pick(own, 'memory'),
        limit: '≤ 1.35 ×',
        met: memory <= 1.35,
      },
      {
        what: `desktop: idle processor time over ${idleSeconds} s`,
        unit: '% of a core',
        baseline: [idle.cpu[0]],
        values: [idle.cpu[1]],
        limit: '≤ + 0.5 %',
        met: idle.cpu[1] - idle.cpu[0] <= 0.5,
      },
      {
        what: 'desktop: timers and animation frames fired in 10 idle seconds',
        unit: '',
        values: [repeats],
        limit: 'none',
        met: repeats === 0,
      },
    ];
  } finally {
    display.close();
  }
}

async function startOnce(app, display) {
  const running = await startApp(app, display);
  try {
    await sleep(SETTLED_MS);
    return { ready: running.ready, memory: memoryOf(processTree(running.pid)) / 1e6 };
  } finally {
    await running.close();
  }
}

/** Both at once: what else the machine does hits both alike. */
async function idleTogether(apps, display, seconds) {
  const running = [];
  try {
    for (const app of apps) running.push(await startApp(app, display));
    await sleep(2 * SETTLED_MS);
    const before = running.map(({ pid }) => cpuOf(processTree(pid)));
    await sleep(seconds * 1000);
    const cpu = running.map(({ pid }, place) => ((cpuOf(processTree(pid)) - before[place]) / seconds) * 100);
    return { cpu, repeats: await running[1].repeats() };
  } finally {
    for (const app of running) await app.close();
  }
}
