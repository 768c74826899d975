import { globSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { openBrowser, smoothRows, stopFrames, watchFrames } from '../support/browser.mjs';
import { growSession } from '../support/grow-session.mjs';
import { measureInTurn } from '../support/measure.mjs';
import { memoryOf, processTree } from '../support/process-tree.mjs';
import { environment, makeFolder } from '../support/product.mjs';
import { makeProject } from '../support/project.mjs';
import { startServe } from '../support/serve.mjs';
import { median } from '../support/statistics.mjs';

const EVENTS = 10_000;
const LEAST_BYTES = 40e6;

/** A long session: from the click to a timeline that scrolls, what it costs in memory, and how it scrolls. */
export async function measureOpenSession({ runs }) {
  const folder = makeFolder('project');
  makeProject(folder);
  const env = environment(makeFolder('home'));
  const { session } = await growSession({ folder, env, characters: 29_000, events: EVENTS });
  const bytes = globSync(join(env.VITRINE_HOME, 'projects/*/sessions/*/**'), { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0);
  if (bytes < LEAST_BYTES) throw new Error(`the session has ${bytes} bytes only`);
  const [opened] = await measureInTurn(runs, [() => openOnce({ folder, env, session })]);
  return [
    {
      what: `open a session of 10,000 events (${Math.round(bytes / 1e6)} MB)`,
      unit: 'ms',
      values: opened.map(({ time }) => time),
      limit: '≤ 600 ms',
      met: median(opened.map(({ time }) => time)) <= 600,
    },
    {
      what: 'the same: memory of host and browser',
      unit: 'MB',
      values: opened.map(({ memory }) => memory),
      limit: '≤ + 80 MB',
      met: median(opened.map(({ memory }) => memory)) <= 80,
    },
    ...smoothRows('scrolling through it', opened),
  ];
}

async function openOnce({ folder, env, session }) {
  const serve = await startServe({ folder, env });
  const browser = await openBrowser(serve.url);
  const { page } = browser;
  try {
    const memory = () => memoryOf([...processTree(serve.pid), ...processTree(browser.pid)]);
    await page.waitForTimeout(1500);
    const before = memory();
    const time = await openTimed(page, session);
    await page.waitForTimeout(1500);
    const after = memory();
    const smooth = await scroll(page);
    return { time, memory: (after - before) / 1e6, ...smooth };
  } finally {
    await browser.close();
    await serve.close();
  }
}

/** Until the timeline scrolls and its newest row is drawn. */
function openTimed(page, id) {
  return page.evaluate((session) => {
    const from = performance.now();
    location.hash = `#/sessions?session=${session}`;
    return new Promise((resolve) => {
      const look = () => {
        const timeline = document.querySelector('[aria-label="Messages"]');
        const ready =
          timeline !== null &&
          timeline.scrollHeight > 4 * timeline.clientHeight &&
          timeline.querySelector('article, [data-index]') !== null;
        if (ready) requestAnimationFrame(() => resolve(performance.now() - from));
        else setTimeout(look, 4);
      };
      look();
    });
  }, id);
}

async function scroll(page) {
  await page.mouse.move(700, 400);
  await watchFrames(page);
  for (let step = 0; step < 60; step += 1) {
    await page.mouse.wheel(0, step < 50 ? -600 : -6000);
    await page.waitForTimeout(40);
  }
  return stopFrames(page);
}
