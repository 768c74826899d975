import { composer, openBrowser, smoothRows, stopFrames, watchFrames } from '../support/browser.mjs';
import { measureInTurn } from '../support/measure.mjs';
import { startModelServer } from '../support/model-server.mjs';
import { commandOf, processTree } from '../support/process-tree.mjs';
import { cli, environment, makeFolder, runNode } from '../support/product.mjs';
import { makeProject, write } from '../support/project.mjs';
import { startServe } from '../support/serve.mjs';
import { median } from '../support/statistics.mjs';

const SPAWNS = 12;
const NODES = 300;
/** Of the finished ones, those that are told something. */
const REOPENED = 20;
/** Of the tree that is stopped: agents that start others, and what each of them starts. */
const GROUPS = 10;
const MEMBERS = 6;
const SLEEP = 'sleep 1000';
const isAgent = ({ body }) => body.includes('You are an agent that another agent of Vitrine started');

/** What starting a sub-agent costs before its first request, how smooth the tree of many live ones is, and how soon Stop ends all of it. */
export async function measureAgents({ runs, quick }) {
  const few = quick ? 1 : Math.min(runs, 3);
  return [...(await measureSpawn(runs)), ...(await measureTree(few)), ...(await measureReopening(few)), await measureStop(few)];
}

/** Calls of the quickest tool and spawns of an agent in turn: their difference is what the spawn adds. */
async function measureSpawn(runs) {
  const folder = makeFolder('project');
  makeProject(folder);
  const kinds = ['Explore', 'general-purpose'];
  let rounds = 0;
  const marks = [];
  const server = await startModelServer((_number, request) => {
    if (isAgent(request)) {
      marks.at(-1).child = request.at;
      return [{ type: 'text', text: 'Done.' }];
    }
    rounds += 1;
    if (marks.length > 0) marks.at(-1).next ??= request.at;
    if (rounds > 2 * kinds.length * SPAWNS) return [{ type: 'text', text: 'All done.' }];
    const kind = rounds % 2 === 0 ? kinds[(rounds / 2) % kinds.length] : undefined;
    marks.push({ kind, request });
    const input =
      kind === undefined
        ? { todos: [{ content: `Step ${rounds}`, status: 'pending', activeForm: 'Working' }] }
        : { description: `Task ${rounds}`, prompt: `Do task ${rounds} and report at once`, subagent_type: kind };
    return [{ type: 'tool_use', id: `toolu_${rounds}`, name: kind === undefined ? 'TodoWrite' : 'Agent', input }];
  });
  const env = environment(makeFolder('home'), {});
  const args = ['run', '-p', 'Work.', '--base-url', server.url, '--model', 'anthropic/claude-opus-5', '--max-rounds', '200'];
  const once = async () => {
    server.reset();
    rounds = 0;
    marks.length = 0;
    await runNode([cli, ...args, '--permission-mode', 'bypassPermissions'], { cwd: folder, env });
    const of = (kind, to) =>
      median(
        marks
          .filter((mark) => mark.kind === kind)
          .slice(2)
          .map((mark) => mark[to] - mark.request.answered),
      );
    return [of(undefined, 'next'), ...kinds.map((kind) => of(kind, 'child'))];
  };
  try {
    const [results] = await measureInTurn(runs, [once]);
    const base = results.map(([tool]) => tool);
    return kinds.map((kind, place) => {
      const values = results.map((result) => result[place + 1]);
      return {
        what: `starting ${kind}: answer to its first request, against a call of a tool`,
        unit: 'ms',
        baseline: base,
        values,
        limit: '≤ + 10 ms',
        met: median(values) <= median(base) + 10,
      };
    });
  } finally {
    server.close();
  }
}

/** All of them live: each makes a call every ten seconds or so, as agents of a real model do. */
async function measureTree(runs) {
  const folder = makeFolder('project');
  makeProject(folder);
  let calls = 0;
  const server = await startModelServer(async (number, request) => {
    if (!isAgent(request)) {
      if (/"type":\s*"tool_result"/.test(request.body)) return [{ type: 'text', text: 'All of them run.' }];
      return Array.from({ length: NODES }, (_, index) => ({
        type: 'tool_use',
        id: `toolu_a${index}`,
        name: 'Agent',
        input: {
          description: `Search ${index}`,
          prompt: `Search part ${index} and report`,
          subagent_type: 'Explore',
          run_in_background: true,
        },
      }));
    }
    await new Promise((resolve) => setTimeout(resolve, 5000 + ((number * 7919) % 10_000)));
    calls += 1;
    return [{ type: 'tool_use', id: `toolu_${calls}_${number}`, name: 'Glob', input: { pattern: `**/*${calls % 50}.md` } }];
  });
  const home = makeFolder('home');
  const config = { version: 1, mode: 'bypassPermissions', agents: { depth: 3, total: NODES, concurrent: NODES } };
  write(home, '.vitrine/config.json', JSON.stringify(config));
  const env = environment(home, { ANTHROPIC_BASE_URL: server.url });
  const once = async () => {
    const serve = await startServe({ folder, env });
    const browser = await openBrowser(serve.url);
    try {
      const { page } = browser;
      await composer(page).fill('Search everywhere.');
      await page.keyboard.press('Enter');
      await page.getByRole('button', { name: `${NODES} agents` }).click({ timeout: 60_000 });
      await page.getByText(`${NODES} running`).waitFor({ timeout: 60_000 });
      await serve.loopDelay();
      await watchFrames(page);
      await page.mouse.move(500, 400);
      for (let step = 0; step < 40; step += 1) {
        await page.mouse.wheel(0, step < 20 ? 300 : -300);
        await page.waitForTimeout(250);
      }
      return { ...(await stopFrames(page)), delay: await serve.loopDelay() };
    } finally {
      await browser.close();
      await serve.close();
    }
  };
  try {
    const [results] = await measureInTurn(runs, [once]);
    return smoothRows(`tree of ${NODES} live agents, scrolled`, results);
  } finally {
    server.close();
  }
}

/** A session whose agents have all ended: opened, and then some of them told something, each of which is read from the log again. */
async function measureReopening(runs) {
  const folder = makeFolder('project');
  makeProject(folder);
  let told = [];
  const server = await startModelServer((number, request) => {
    if (isAgent(request)) {
      if (request.body.includes('Say it again')) told.push(request.at);
      return [{ type: 'text', text: `Part ${number} holds nothing.` }];
    }
    const last = JSON.stringify(JSON.parse(request.body).messages.at(-1));
    if (last.includes('"tool_result"')) return [{ type: 'text', text: 'All have ended.' }];
    const again = last.includes('Ask some again');
    return Array.from({ length: again ? REOPENED : NODES }, (_, index) => ({
      type: 'tool_use',
      id: `toolu_${again ? 'b' : 'a'}${index}`,
      name: again ? 'SendMessage' : 'Agent',
      input: again
        ? { to: `explore-${1 + index * Math.floor(NODES / REOPENED)}`, message: 'Say it again' }
        : { description: `Search ${index}`, prompt: `Search part ${index} and report`, subagent_type: 'Explore' },
    }));
  });
  const home = makeFolder('home');
  const config = { version: 1, mode: 'bypassPermissions', agents: { depth: 3, total: NODES, concurrent: NODES } };
  write(home, '.vitrine/config.json', JSON.stringify(config));
  const env = environment(home, { ANTHROPIC_BASE_URL: server.url });
  const once = async () => {
    told = [];
    const { out } = await runNode([cli, 'run', '-p', 'Search everywhere.', '--output', 'json', '--permission-mode', 'bypassPermissions'], {
      cwd: folder,
      env,
    });
    const { session } = JSON.parse(out);
    const serve = await startServe({ folder, env });
    const browser = await openBrowser(serve.url);
    try {
      const { page } = browser;
      await composer(page).waitFor();
      const from = performance.now();
      await page.evaluate((id) => {
        location.hash = `#/sessions?session=${id}`;
      }, session);
      await page.getByRole('button', { name: `${NODES} agents` }).waitFor();
      const opened = performance.now() - from;
      await composer(page).fill('Ask some again.');
      const sent = performance.now();
      await page.keyboard.press('Enter');
      await until(() => told.length >= REOPENED);
      return { opened, reopened: Math.max(...told) - sent };
    } finally {
      await browser.close();
      await serve.close();
    }
  };
  try {
    const [results] = await measureInTurn(runs, [once]);
    const opened = results.map((result) => result.opened);
    const reopened = results.map((result) => result.reopened);
    return [
      { what: `open a session of ${NODES} finished agents`, unit: 'ms', values: opened, limit: '≤ 600 ms', met: median(opened) <= 600 },
      {
        what: `a message that has ${REOPENED} of them go on: from Enter to the last one's request`,
        unit: 'ms',
        values: reopened,
        limit: '≤ 1 s',
        met: median(reopened) <= 1000,
      },
    ];
  } finally {
    server.close();
  }
}

/** From the person's Stop until no command of any agent runs, and the page says so. */
async function measureStop(runs) {
  const folder = makeFolder('project');
  makeProject(folder);
  const agent = (description, prompt, number) => ({
    type: 'tool_use',
    id: `toolu_${number}`,
    name: 'Agent',
    input: { description, prompt, subagent_type: 'general-purpose' },
  });
  let ids = 0;
  const server = await startModelServer((_number, request) => {
    const next = () => (ids += 1);
    if (!isAgent(request)) return Array.from({ length: GROUPS }, () => agent('Lead', 'Lead a group and wait for it', next()));
    if (request.body.includes('Lead a group'))
      return Array.from({ length: MEMBERS }, () => agent('Wait', 'Wait in place for long', next()));
    return [{ type: 'tool_use', id: `toolu_${next()}`, name: 'Bash', input: { command: SLEEP } }];
  });
  const all = GROUPS * (MEMBERS + 1);
  const home = makeFolder('home');
  const config = { version: 1, mode: 'bypassPermissions', agents: { depth: 3, total: all, concurrent: all } };
  write(home, '.vitrine/config.json', JSON.stringify(config));
  const env = environment(home, { ANTHROPIC_BASE_URL: server.url });
  const once = async () => {
    const serve = await startServe({ folder, env });
    const browser = await openBrowser(serve.url);
    const sleeping = () => processTree(serve.pid).filter((pid) => commandOf(pid) === SLEEP).length;
    try {
      const { page } = browser;
      await composer(page).fill('Wait.');
      await page.keyboard.press('Enter');
      await until(() => sleeping() === GROUPS * MEMBERS);
      const from = performance.now();
      await page.getByRole('button', { name: 'Stop', exact: true }).click();
      await until(() => sleeping() === 0);
      await page.getByRole('button', { name: 'Stop', exact: true }).waitFor({ state: 'detached' });
      return performance.now() - from;
    } finally {
      await browser.close();
      await serve.close();
    }
  };
  try {
    const [values] = await measureInTurn(runs, [once]);
    const what = `Stop of ${all} agents, ${GROUPS * MEMBERS} of them in a command, until nothing of it runs`;
    return { what, unit: 'ms', values, limit: '≤ 2 s', met: median(values) <= 2000 };
  } finally {
    server.close();
  }
}

async function until(holds) {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 10));
}
