import { globSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { startModelServer } from '../support/model-server.mjs';
import { cli, environment, makeFolder, runNode } from '../support/product.mjs';
import { makeProject, write } from '../support/project.mjs';
import { median } from '../support/statistics.mjs';

const ROUNDS = 200;
/** Lines of a source file of middle size. */
const LINES = 400;

/** What the session's folder grows by in a late round, against what that round added to the request. */
export async function measureDiskGrowth() {
  const folder = makeFolder('project');
  makeProject(folder);
  for (let number = 1; number <= ROUNDS; number += 1) {
    write(
      folder,
      `src/part-${number}.ts`,
      Array.from({ length: LINES }, (_, line) => `export const value${line} = compute(${number}, ${line * 7});\n`).join(''),
    );
  }
  const env = environment(makeFolder('home'));
  const sizes = [];
  const server = await startModelServer((number, { body }) => {
    sizes.push({ disk: folderSize(env.VITRINE_HOME), body: Buffer.byteLength(body) });
    if (number > ROUNDS) return [{ type: 'text', text: 'Done.' }];
    return [{ type: 'tool_use', id: `toolu_${number}`, name: 'Read', input: { file_path: join(folder, `src/part-${number}.ts`) } }];
  });
  try {
    await runNode([cli, 'run', '-p', 'Read.', '--base-url', server.url, '--model', 'anthropic/claude-opus-5', '--max-rounds', '300'], {
      cwd: folder,
      env,
    });
  } finally {
    server.close();
  }
  const late = sizes
    .slice(ROUNDS - 9, ROUNDS + 1)
    .map((size, place) => ({ disk: size.disk - sizes[ROUNDS - 10 + place].disk, body: size.body - sizes[ROUNDS - 10 + place].body }));
  const [disk, body] = [late.map((round) => round.disk / 1000), late.map((round) => round.body / 1000)];
  return [
    {
      what: 'disk growth per round, rounds 190–200',
      unit: 'kB',
      baseline: body,
      values: disk,
      limit: '≤ 1.2 ×',
      met: median(disk) <= 1.2 * median(body),
    },
  ];
}

function folderSize(home) {
  return globSync(join(home, 'projects/*/sessions/*/**'), { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0);
}
