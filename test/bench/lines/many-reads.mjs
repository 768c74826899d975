import { join } from 'node:path';
import { measureInTurn } from '../support/measure.mjs';
import { hostTimes, startModelServer } from '../support/model-server.mjs';
import { cli, environment, makeFolder, runNode } from '../support/product.mjs';
import { makeProject, makeSmallFiles } from '../support/project.mjs';
import { median } from '../support/statistics.mjs';

const RUNNER = join(import.meta.dirname, '../support/tool-runner.mjs');
const READS = 200;

/** 200 Read calls in one answer: its end to the next request, against the SDK's tool runner. */
export async function measureManyReads({ runs }) {
  const folder = makeFolder('project');
  makeProject(folder);
  const calls = makeSmallFiles(folder, READS).map((file_path, number) => ({
    type: 'tool_use',
    id: `toolu_${number}`,
    name: 'Read',
    input: { file_path },
  }));
  const server = await startModelServer((number) => (number === 1 ? calls : [{ type: 'text', text: 'Done.' }]));
  const env = environment(makeFolder('home'), { BENCH_URL: server.url });
  const product = [cli, 'run', '-p', 'Read the files.', '--base-url', server.url, '--model', 'anthropic/claude-opus-5'];
  const reads = (args) => async () => {
    server.reset();
    await runNode(args, { cwd: folder, env });
    const results = JSON.parse(server.requests[1].body)
      .messages.at(-1)
      .content.filter((block) => block.type === 'tool_result' && block.is_error !== true);
    if (results.length !== READS) throw new Error(`${results.length} results instead of ${READS}`);
    return hostTimes(server.requests)[0];
  };
  try {
    const [base, own] = await measureInTurn(runs, [reads([RUNNER]), reads(product)]);
    return [{ what: '200 Read calls in one answer', unit: 'ms', baseline: base, values: own, limit: '≤ 150 ms', met: median(own) <= 150 }];
  } finally {
    server.close();
  }
}
