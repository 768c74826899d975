import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { beforeEach, describe, expect, it } from 'vitest';
import { checkKindOf, onlyLooks, simpleCommands } from '../../../main/core/tools/command-kinds';
import { listTurnChanges } from '../../../main/core/tools/list-turn-changes';
import { executeUndo, planUndo, type UndoPorts } from '../../../main/core/tools/undo-changes';
import type { ToolCallItem } from '../../../shared/model/item';
import { createToolBench, type ToolBench } from './tool-bench';

let bench: ToolBench;
let ports: UndoPorts;
beforeEach(async () => {
  bench = createToolBench();
  ports = { files: bench.context.files, readBlob: bench.readBlob, hash: bench.context.hash };
});

async function edit(name: string, old_string: string, new_string: string) {
  await bench.run('Read', { file_path: name });
  const outcome = await bench.run('Edit', { file_path: name, old_string, new_string });
  expect(outcome.ok).toBe(true);
}

describe('undo', () => {
  it('restores what was there before the first write and removes what was made', async () => {
    bench.write('a.txt', 'one\r\n');
    await edit('a.txt', 'one', 'two');
    await edit('a.txt', 'two', 'three');
    await bench.run('Write', { file_path: 'new/b.txt', content: 'b' });
    const plan = await planUndo(bench.changes, ports);
    expect(plan.steps.map(({ path, action }) => [path, action])).toEqual([
      [bench.path('a.txt'), 'restore'],
      [bench.path('new/b.txt'), 'remove'],
    ]);
    expect(bench.text('a.txt')).toBe('three\r\n');
    expect(await executeUndo(plan, ports)).toEqual({ undone: [bench.path('a.txt'), bench.path('new/b.txt')], kept: [] });
    expect([bench.text('a.txt'), existsSync(bench.path('new/b.txt'))]).toEqual(['one\r\n', false]);
  });

  it('keeps what is no longer what the agent left, gone, changed in between, or without its copy, and says why', async () => {
    for (const name of ['changed', 'gone', 'between', 'lost', 'fine']) bench.write(name, 'one');
    for (const name of ['changed', 'gone', 'between', 'lost', 'fine']) await edit(name, 'one', 'two');
    writeFileSync(bench.path('changed'), 'mine');
    rmSync(bench.path('gone'));
    writeFileSync(bench.path('between'), 'two, and mine');
    await edit('between', 'two', 'three');
    rmSync(`${bench.blobs}/${bench.changes[3]?.before}`);
    const result = await executeUndo(await planUndo(bench.changes, ports), ports);
    expect(result).toEqual({
      undone: [bench.path('fine')],
      kept: [
        { path: bench.path('changed'), why: 'changed' },
        { path: bench.path('gone'), why: 'gone' },
        { path: bench.path('between'), why: 'changed-between' },
        { path: bench.path('lost'), why: 'copy-lost' },
      ],
    });
    expect(['changed', 'between', 'lost', 'fine'].map(bench.text)).toEqual(['mine', 'three, and mine', 'two', 'one']);
  });

  it('touches only the paths that were asked for, and looks again before it does', async () => {
    bench.write('a', 'one');
    bench.write('b', 'one');
    await edit('a', 'one', 'two');
    await edit('b', 'one', 'two');
    const plan = await planUndo(bench.changes, ports, [bench.path('a'), '/elsewhere']);
    writeFileSync(bench.path('a'), 'late');
    expect(await executeUndo(plan, ports)).toEqual({
      undone: [],
      kept: [
        { path: '/elsewhere', why: 'not-written' },
        { path: bench.path('a'), why: 'changed' },
      ],
    });
    expect([bench.text('a'), bench.text('b')]).toEqual(['late', 'two']);
  });
});

describe('the changes of a turn', () => {
  const base = { kind: 'tool-call' as const, turn: 't', agent: 'main', toolUseId: 'u', state: 'success' as const };
  const shell = (
    id: string,
    command: string,
    exitCode: number | undefined,
    extra: { background?: string; timedOut?: boolean } = {},
  ): ToolCallItem => ({
    ...base,
    id,
    name: 'Bash',
    action: { tool: 'Bash', capability: 'execute', paths: [], command, params: {}, summary: '' },
    display: { type: 'shell', exitCode, timedOut: false, outputBytes: 0, cwd: '/', ...extra },
  });
  const change = (id: string, path: string, before: string | undefined): ToolCallItem => ({
    ...base,
    id,
    name: 'Edit',
    display: { type: 'change', change: { path, before, afterHash: 'h', added: 2, removed: 1, patch: { hash: 'x', at: 0, size: 0 } } },
  });

  it('are files, commands that undo does not cover, and checks that ran to their end', () => {
    const changes = listTurnChanges([
      change('1', '/a', 'blob'),
      change('2', '/a', 'blob2'),
      change('3', '/b', undefined),
      shell('4', 'git status && ls -la', 0),
      shell('5', 'npm install left-pad', 0),
      shell('6', 'cd x && npm test 2>&1 | tail -5', 1),
      shell('7', 'npm run build', 0),
      shell('8', 'npm test', undefined, { timedOut: true }),
      shell('9', 'npm run dev', undefined, { background: 'b' }),
      shell('10', 'echo x > f', 0),
    ]);
    expect(changes.files.map(({ path, created, added, removed }) => [path, created, added, removed])).toEqual([
      ['/a', false, 4, 2],
      ['/b', true, 2, 1],
    ]);
    expect(changes.commands.map(({ item }) => item)).toEqual(['5', '9', '10']);
    expect(changes.checks.map(({ item, kind, exitCode }) => [item, kind, exitCode])).toEqual([
      ['6', 'test', 1],
      ['7', 'build', 0],
    ]);
  });

  it('know the usual checks by their command', () => {
    const kinds = [
      'npx vitest run a',
      'CI=1 npm test',
      'pytest -q',
      'cargo test --all',
      'go vet ./...',
      'npx tsc --noEmit',
      'pnpm lint',
      'make',
      'prettier --check .',
      'cat test.txt',
      'git commit -m "npm test"',
      'timeout 60 npm run build:web',
      'sh scripts/check.sh',
      'sh scripts/report.sh',
    ];
    expect(kinds.map(checkKindOf)).toEqual([
      'test',
      'test',
      'test',
      'test',
      'lint',
      'types',
      'lint',
      'build',
      'format',
      undefined,
      undefined,
      'build',
      'test',
      undefined,
    ]);
  });

  it('tell looking from changing', () => {
    const looking = ['ls', 'cat a | grep b', 'git diff; git log', 'find . -name x', 'ls 2>/dev/null', 'echo "a > b"'].map(onlyLooks);
    const changing = ['rm a', 'ls; touch b', 'find . -delete', 'cat a > b', 'echo $(rm a)', 'git checkout x', 'sed -i s/a/b/ c'].map(
      onlyLooks,
    );
    expect([looking, changing]).toEqual([[true, true, true, true, true, false], Array(7).fill(false)]);
    expect(simpleCommands(`a "b;c" && d 'e|f' & g 2>&1\nh`)).toEqual(['a "b;c"', "d 'e|f'", 'g 2>&1', 'h']);
  });
});
