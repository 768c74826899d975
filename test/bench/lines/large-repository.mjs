import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { measureInTurn } from '../support/measure.mjs';
import { hostTimes, startModelServer } from '../support/model-server.mjs';
import { processTree, watchesOf } from '../support/process-tree.mjs';
import { cli, environment, makeFolder } from '../support/product.mjs';
import { commit, write } from '../support/project.mjs';
import { median } from '../support/statistics.mjs';

const FILES = 100_000;
const PER_FOLDER = 100;
const MODEL = ['--model', 'anthropic/claude-opus-5', '--permission-mode', 'acceptEdits'];

/** A project of 100,000 files: process start to a session's first request, one Edit, and the watches that are held. */
export async function measureLargeRepository({ runs }) {
  const folder = makeRepository();
  const env = environment(makeFolder('home'));
  const results = await measureInTurn(runs, [(run) => editOnce({ folder, env, run })]);
  const [ready, edit, watches] = ['ready', 'edit', 'watches'].map((key) => results[0].map((result) => result[key]));
  return [
    {
      what: '100,000 files: `run`, process start to first request',
      unit: 'ms',
      values: ready,
      limit: '≤ 500 ms',
      met: median(ready) <= 500,
    },
    { what: 'the same: Edit of one file', unit: 'ms', values: edit, limit: '≤ 30 ms', met: median(edit) <= 30 },
    { what: 'the same: watches held while it runs', unit: '', values: watches, limit: 'not recursive', met: Math.max(...watches) < 100 },
  ];
}

function makeRepository() {
  const folder = makeFolder('repository');
  write(folder, 'CLAUDE.md', '# A large project\n');
  for (let directory = 0; directory < FILES / PER_FOLDER; directory += 1) {
    const path = join(folder, `packages/package-${directory}/src`);
    mkdirSync(path, { recursive: true });
    for (let file = 0; file < PER_FOLDER; file += 1) writeFileSync(join(path, `file-${file}.ts`), `export const value = ${file};\n`);
  }
  commit(folder);
  return folder;
}

async function editOnce({ folder, env, run }) {
  const path = join(folder, 'packages/package-500/src/file-50.ts');
  writeFileSync(path, `export const value = 'run ${run}';\n`);
  const steps = [
    { id: 'toolu_read', name: 'Read', input: { file_path: path } },
    { id: 'toolu_edit', name: 'Edit', input: { file_path: path, old_string: `'run ${run}'`, new_string: `'edited ${run}'` } },
  ];
  let watches = 0;
  let child;
  const server = await startModelServer((number) => {
    watches = Math.max(watches, watchesOf(processTree(child.pid)));
    const step = steps[number - 1];
    return step === undefined ? [{ type: 'text', text: 'Done.' }] : [{ type: 'tool_use', ...step }];
  });
  try {
    const started = performance.now();
    child = spawn(process.execPath, [cli, 'run', '-p', 'Edit the file.', '--base-url', server.url, ...MODEL], {
      cwd: folder,
      env,
      stdio: 'ignore',
    });
    await once(child, 'close');
    const last = JSON.parse(server.requests[2].body).messages.at(-1).content[0];
    if (last.is_error === true) throw new Error(`the edit failed: ${JSON.stringify(last.content)}`);
    return { ready: server.requests[0].at - started, edit: hostTimes(server.requests)[1], watches };
  } finally {
    server.close();
  }
}
