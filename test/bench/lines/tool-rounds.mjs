import { join } from 'node:path';
import { measureInTurn } from '../support/measure.mjs';
import { hostTimes, startModelServer } from '../support/model-server.mjs';
import { cli, environment, makeFolder, runNode } from '../support/product.mjs';
import { makeProject, makeSmallFiles } from '../support/project.mjs';
import { median } from '../support/statistics.mjs';

const RUNNER = join(import.meta.dirname, '../support/tool-runner.mjs');
const ROUNDS = 100;

/** What the host takes between an answer and the next request, early and late in a long turn, against the SDK's tool runner. */
export async function measureToolRounds({ runs }) {
  const folder = makeFolder('project');
  makeProject(folder);
  const files = makeSmallFiles(folder, ROUNDS);
  const server = await startModelServer((number) =>
    number <= ROUNDS
      ? [{ type: 'tool_use', id: `toolu_${number}`, name: 'Read', input: { file_path: files[number - 1] } }]
      : [{ type: 'text', text: 'Done.' }],
  );
  const env = environment(makeFolder('home'), { BENCH_URL: server.url });
  const product = [
    cli,
    'run',
    '-p',
    'Read the files.',
    '--base-url',
    server.url,
    '--model',
    'anthropic/claude-opus-5',
    '--max-rounds',
    '200',
  ];
  const rounds = (args) => async () => {
    server.reset();
    await runNode(args, { cwd: folder, env });
    const times = hostTimes(server.requests);
    if (times.length !== ROUNDS) throw new Error(`${times.length} rounds instead of ${ROUNDS}`);
    return { early: median(times.slice(4, 15)), late: median(times.slice(89, 100)) };
  };
  try {
    const [base, own] = await measureInTurn(runs, [rounds([RUNNER]), rounds(product)]);
    const [baseLate, early, late] = [base.map((run) => run.late), own.map((run) => run.early), own.map((run) => run.late)];
    return [
      {
        what: 'host time per tool round, rounds 90–100',
        unit: 'ms',
        baseline: baseLate,
        values: late,
        limit: '≤ + 2.5 ms',
        met: median(late) <= median(baseLate) + 2.5,
      },
      {
        what: 'the same against its own rounds 5–15',
        unit: 'ms',
        baseline: early,
        values: late,
        limit: '≤ + 1 ms',
        met: median(late) <= median(early) + 1,
      },
    ];
  } finally {
    server.close();
  }
}
