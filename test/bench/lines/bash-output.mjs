import { readFileSync } from 'node:fs';
import { composer, lastParagraph, openBrowser, smoothRows, stopFrames, watchFrames } from '../support/browser.mjs';
import { startModelServer } from '../support/model-server.mjs';
import { processTree } from '../support/process-tree.mjs';
import { environment, makeFolder } from '../support/product.mjs';
import { makeProject, write } from '../support/project.mjs';
import { startServe } from '../support/serve.mjs';
import { measureInTurn } from '../support/measure.mjs';
import { median } from '../support/statistics.mjs';

const COMMANDS = {
  '5 MB of output': "head -c 5000000 /dev/zero | tr '\\0' x | fold -w 100",
  '200,000 lines of output': 'seq 1 200000',
};
const ENDLESS = 'yes "a line of an endless command"';

/** A command that prints a lot, and the stop of one that never ends. */
export async function measureBashOutput({ runs, quick }) {
  const folder = makeFolder('project');
  makeProject(folder);
  let command = '';
  const server = await startModelServer((_number, { body }) => {
    const [last] = JSON.parse(body).messages.at(-1).content;
    return last.type === 'tool_result'
      ? [{ type: 'text', text: 'The command has ended.' }]
      : [{ type: 'tool_use', id: `toolu_${Date.now()}`, name: 'Bash', input: { command, description: 'Prints' } }];
  });
  const home = makeFolder('home');
  write(home, '.vitrine/config.json', JSON.stringify({ version: 1, mode: 'bypassPermissions' }));
  const env = environment(home, { ANTHROPIC_BASE_URL: server.url });
  const rows = [];
  try {
    for (const [what, text] of Object.entries(COMMANDS)) {
      command = text;
      const [results] = await measureInTurn(quick ? 2 : runs, [() => withPage({ folder, env }, printOnce)]);
      const memory = results.map((result) => result.memory);
      rows.push(...smoothRows(what, results), {
        what: `${what}: memory of the host`,
        unit: 'MB',
        values: memory,
        limit: '≤ + 50 MB',
        met: median(memory) <= 50,
      });
    }
    command = ENDLESS;
    const [stops] = await measureInTurn(quick ? 2 : runs, [() => withPage({ folder, env }, stopOnce)]);
    rows.push({
      what: 'stop of an endless command: key to stopped turn on the page',
      unit: 'ms',
      values: stops,
      limit: '≤ 200 ms',
      met: median(stops) <= 200,
    });
    return rows;
  } finally {
    server.close();
  }
}

async function withPage({ folder, env }, job) {
  const serve = await startServe({ folder, env });
  const browser = await openBrowser(serve.url);
  try {
    return await job(serve, browser.page);
  } finally {
    await browser.close();
    await serve.close();
  }
}

async function printOnce(serve, page) {
  await composer(page).fill('Print a lot.');
  await page.waitForTimeout(500);
  await serve.loopDelay();
  serve.resetPeak();
  const before = residentOf(serve.pid, 'VmRSS');
  await watchFrames(page);
  await page.keyboard.press('Enter');
  await lastParagraph(page, 'The command has ended.');
  const smooth = await stopFrames(page);
  return { ...smooth, delay: await serve.loopDelay(), memory: (residentOf(serve.pid, 'VmHWM') - before) / 1e6 };
}

async function stopOnce(serve, page) {
  await composer(page).fill('Print for ever.');
  await page.keyboard.press('Enter');
  await page.getByText('a line of an endless command').first().waitFor({ timeout: 30_000 });
  await page.waitForTimeout(1000);
  await composer(page).focus();
  const time = await page.evaluate(() => {
    const stoppable = () => [...document.querySelectorAll('button')].some((button) => button.textContent.trim() === 'Stop');
    const from = performance.now();
    document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
    return new Promise((resolve) => {
      const look = () => (stoppable() ? setTimeout(look, 2) : resolve(performance.now() - from));
      setTimeout(look, 2);
    });
  });
  await page.waitForTimeout(300);
  const left = processTree(serve.pid).filter((pid) => /\byes\b/.test(readFileSync(`/proc/${pid}/cmdline`, 'utf8')));
  if (left.length > 0) throw new Error('the command still runs');
  return time;
}

function residentOf(pid, field) {
  return Number(new RegExp(`${field}:\\s+(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1]) * 1024;
}
