import { existsSync } from 'node:fs';
import { chromium } from 'playwright-core';
import { median, quantile } from './statistics.mjs';

/** Chromium with one page on a served workbench, in English. `preferences`: what the window remembers about its looks. */
export async function openBrowser(url, preferences = {}) {
  const executablePath = process.env['VITRINE_CHROMIUM'] ?? '/usr/bin/chromium';
  const server = await chromium.launchServer({ ...(existsSync(executablePath) ? { executablePath } : {}), args: ['--no-sandbox'] });
  const browser = await chromium.connect(server.wsEndpoint());
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, locale: 'en-US' });
  await page.addInitScript((kept) => {
    for (const [name, value] of Object.entries(kept)) localStorage.setItem(`vitrine.${name}`, JSON.stringify(value));
  }, preferences);
  await page.goto(url);
  await composer(page).waitFor();
  // The folder's name stands over the list: from then on a message has a place to go.
  await page.locator('[aria-label*=": /"]').first().waitFor();
  return {
    page,
    pid: server.process().pid,
    async close() {
      await browser.close();
      await server.close();
    },
  };
}

export function composer(page) {
  return page.getByRole('textbox', { name: 'Message to the agent' });
}

/**
 * Waits until the newest paragraph of the conversation says something. Looks at that one alone: a search through the whole page runs in
 * its main thread, where it held up to 160 ms of what is measured.
 */
export async function lastParagraph(page, words) {
  await page.waitForFunction((said) => [...document.querySelectorAll('article p')].at(-1)?.textContent.includes(said), words, {
    polling: 100,
    timeout: 60_000,
  });
}

/** Goes to a session, a call … by its address, as a link does. */
export function goTo(page, fields) {
  return page.evaluate(
    (hash) => {
      location.hash = hash;
    },
    `#/sessions?${new URLSearchParams(fields)}`,
  );
}

/** Begins to note how long frames and tasks take. */
export function watchFrames(page) {
  return page.evaluate(() => {
    const watch = { frames: [], tasks: [], running: true };
    globalThis.bench = watch;
    watch.observer = new PerformanceObserver((list) => watch.tasks.push(...list.getEntries().map((entry) => entry.duration)));
    watch.observer.observe({ entryTypes: ['longtask'] });
    let last = performance.now();
    const frame = (now) => {
      if (!watch.running) return;
      watch.frames.push(now - last);
      last = now;
      requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
  });
}

/** What was noted: the 99th percentile of the frames and the longest task over 50 ms (0: none), in ms. */
export async function stopFrames(page) {
  const { frames, tasks } = await page.evaluate(() => {
    const watch = globalThis.bench;
    watch.running = false;
    watch.tasks.push(...watch.observer.takeRecords().map((entry) => entry.duration));
    watch.observer.disconnect();
    return { frames: watch.frames.slice(1), tasks: watch.tasks };
  });
  return { frame: quantile(frames, 0.99), task: Math.max(0, ...tasks) };
}

/** The rows of "smooth" (design.md 3) of a list of runs with `frame`, `task` and, where a host was at work, `delay`. */
export function smoothRows(what, runs) {
  const rows = [
    { what: `${what}: 99 % of frames within`, unit: 'ms', values: runs.map(({ frame }) => frame), limit: '≤ 50 ms', most: 50 },
    { what: `${what}: longest task over 50 ms in the page`, unit: 'ms', values: runs.map(({ task }) => task), limit: 'none', most: 0 },
  ];
  if (runs[0].delay !== undefined)
    rows.push({
      what: `${what}: event loop of the host, 99th percentile`,
      unit: 'ms',
      values: runs.map(({ delay }) => delay),
      limit: '≤ 20 ms',
      most: 20,
    });
  return rows.map(({ most, ...row }) => ({ ...row, met: median(row.values) <= most }));
}
