import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { measureInTurn } from '../support/measure.mjs';
import { hostTimes, startModelServer } from '../support/model-server.mjs';
import { cli, environment, makeFolder, runNode } from '../support/product.mjs';
import { makeProject, write } from '../support/project.mjs';
import { openSandbox } from '../support/open-sandbox.mjs';
import { median } from '../support/statistics.mjs';

const HOOKS = 20;
const ROUNDS = 15;
const WARM_UP = 3;

/** Twenty command hooks on one event, side by side: what the host adds to each beyond its process, outside the sandbox and in it. */
export async function measureHooks({ runs }) {
  const server = await startModelServer((number) =>
    number <= ROUNDS
      ? [{ type: 'tool_use', id: `toolu_${number}`, name: 'TodoWrite', input: { todos: [todo(number)] } }]
      : [{ type: 'text', text: 'Done.' }],
  );
  const rounds = (hooks, sandbox) => {
    const home = makeFolder('home');
    const folder = makeFolder('project');
    makeProject(folder);
    write(home, '.claude/settings.json', JSON.stringify({ sandbox: { enabled: sandbox } }));
    const handlers = Array.from({ length: hooks }, (_, number) => ({ type: 'command', command: `: ${number}` }));
    write(folder, '.claude/settings.json', JSON.stringify({ hooks: { PreToolUse: [{ hooks: handlers }] } }));
    const args = ['run', '-p', 'Work.', '--trust', '--base-url', server.url, '--model', 'anthropic/claude-opus-5', '--max-rounds', '50'];
    return async () => {
      server.reset();
      await runNode([cli, ...args], { cwd: folder, env: environment(home) });
      return median(hostTimes(server.requests).slice(WARM_UP));
    };
  };
  const inside = await openSandbox();
  try {
    const [without, bare, processes, isolated, commands] = await measureInTurn(runs, [
      rounds(0, false),
      rounds(HOOKS, false),
      () => measureTogether(startShell),
      rounds(HOOKS, true),
      () => measureTogether(inside.run),
    ]);
    return [
      rowOf('beyond its process', bare, without, processes),
      rowOf('in the sandbox, beyond the same command in it', isolated, without, commands),
    ];
  } finally {
    server.close();
    await inside.close();
  }
}

function rowOf(what, times, without, processes) {
  const each = times.map((time, run) => Math.max(0, (time - without[run] - processes[run]) / HOOKS));
  const limit = { limit: '≤ 5 ms', met: median(each) <= 5 };
  return { what: `host time for each of ${HOOKS} command hooks side by side, ${what}`, unit: 'ms', values: each, ...limit };
}

/** The same programs without the loop: started together, waited for together. */
async function measureTogether(start) {
  const times = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const from = performance.now();
    await Promise.all(Array.from({ length: HOOKS }, start));
    times.push(performance.now() - from);
  }
  return median(times.slice(WARM_UP));
}

async function startShell(_, number) {
  const args = ['-c', '"$0" "$@"; exit $?', '/bin/bash', '-c', ' eval "$1"', '/bin/bash', `: ${number}`];
  const child = spawn('/bin/sh', args, { detached: true, stdio: ['ignore', 'pipe', 'pipe'], cwd: '/' });
  await once(child, 'close');
}

function todo(number) {
  return { content: `Step ${number}`, status: 'pending', activeForm: 'Working' };
}
