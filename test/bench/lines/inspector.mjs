import { goTo, openBrowser, smoothRows, stopFrames, watchFrames } from '../support/browser.mjs';
import { growSession } from '../support/grow-session.mjs';
import { measureInTurn } from '../support/measure.mjs';
import { cli, environment, makeFolder, runNode } from '../support/product.mjs';
import { makeProject } from '../support/project.mjs';
import { startServe } from '../support/serve.mjs';
import { median } from '../support/statistics.mjs';

const COPIES = 14;
const EVENTS_PER_TURN = 100;

/** The inspector on a call whose body has 4 MB: its anatomy, and its changes against the call before. */
export async function measureInspector({ runs }) {
  const folder = makeFolder('project');
  makeProject(folder);
  const env = environment(makeFolder('home'));
  const { session } = await growSession({ folder, env, characters: 29_000, events: COPIES * EVENTS_PER_TURN });
  const bytes = (await runNode([cli, 'payload', session, 'last', '--body'], { cwd: folder, env })).out.length;
  const [results] = await measureInTurn(runs, [() => inspectOnce({ folder, env, session })]);
  const [open, changes] = [results.map((result) => result.open), results.map((result) => result.changes)];
  return [
    {
      what: `inspector on a body of ${(bytes / 1e6).toFixed(1)} MB: open`,
      unit: 'ms',
      values: open,
      limit: '≤ 300 ms',
      met: median(open) <= 300,
    },
    { what: 'the same: Changes against the call before', unit: 'ms', values: changes, limit: '≤ 500 ms', met: median(changes) <= 500 },
    ...smoothRows('the inspector on it', results),
  ];
}

async function inspectOnce({ folder, env, session }) {
  const serve = await startServe({ folder, env });
  const browser = await openBrowser(serve.url, { inspectorOpen: false });
  const { page } = browser;
  try {
    await goTo(page, { session });
    await page.getByRole('group', { name: 'Messages' }).waitFor();
    await page.waitForTimeout(1000);
    await serve.loopDelay();
    await watchFrames(page);
    const opened = until(page, `document.querySelector('[aria-label="Pieces of the request, in order"] [role="option"]') !== null`);
    await page.keyboard.press('Control+I');
    const open = await opened;
    await page.waitForTimeout(500);
    const changed = until(page, `document.querySelector('[aria-label="What the cache did"]') !== null`);
    await page.getByRole('tab', { name: 'Changes' }).click();
    const changes = await changed;
    await page.waitForTimeout(500);
    await page.getByRole('tab', { name: 'Raw' }).click();
    await page.waitForTimeout(1500);
    const smooth = await stopFrames(page);
    return { open, changes, ...smooth, delay: await serve.loopDelay() };
  } finally {
    await browser.close();
    await serve.close();
  }
}

/** Milliseconds from the next key or click until the condition holds and is drawn. */
function until(page, condition) {
  return page.evaluate((test) => {
    const holds = new Function(`return ${test}`);
    return new Promise((resolve) => {
      let from;
      const begin = () => {
        from ??= performance.now();
      };
      addEventListener('keydown', begin, { capture: true, once: true });
      addEventListener('pointerdown', begin, { capture: true, once: true });
      const look = () =>
        from !== undefined && holds() ? requestAnimationFrame(() => resolve(performance.now() - from)) : setTimeout(look, 4);
      look();
    });
  }, condition);
}
