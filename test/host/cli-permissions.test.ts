import { cp, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { editPlanSchema, matrixSchema } from '../../shared/model/matrix';
import { replayReportSchema } from '../../shared/model/permission';
import { runCli } from '../support/built-cli';

let base: string;
let folder: string;
let settings: string;
const RULES = '{\n  "permissions": {\n    "deny": ["Read(secret/**)"],\n    "allow": ["Edit"]\n  }\n}\n';

const run = (...args: string[]) => runCli(args, { cwd: folder, env: { VITRINE_HOME: join(base, 'home'), HOME: base } });
const permissions = (...args: string[]) => run('permissions', ...args, '--trust');

beforeEach(async () => {
  base = await realpath(await mkdtemp(join(tmpdir(), 'cli-permissions-')));
  folder = join(base, 'shop');
  settings = join(folder, '.claude/settings.json');
  await cp(resolve(import.meta.dirname, '../../resources/sample-project'), folder, { recursive: true });
  await writeFile(settings, RULES);
  return () => rm(base, { recursive: true, force: true });
});

describe('permissions', () => {
  it('prints the matrix', async () => {
    const { code, out } = await permissions('matrix', '--json');
    const matrix = matrixSchema.parse(JSON.parse(out));
    expect(code).toBe(0);
    expect(matrix.cells.length).toBe(matrix.rows.length * matrix.columns.length);
    expect(matrix.cells.find(({ row, column }) => row === 'write-source' && column === 'mode:default')).toMatchObject({
      verdict: 'allow',
      probes: Array.from({ length: 4 }, () => ({ decision: 'allow', rule: { text: 'Edit', file: settings, line: 4 } })),
    });
  });

  it('prints words where nobody asks for JSON, also into a pipe; only of a check scripts get JSON by themselves', async () => {
    expect((await permissions('matrix')).out).toMatch(/^write-source +- +allow +- +allow /m);
    expect((await permissions('rules')).out).toContain(`project ${settings}\n  deny  Read(secret/**)   line 3   never used\n`);
    expect((await permissions('set', 'git-commit', 'project', 'allow')).out).toMatch(/What it changes:\n {2}git-commit {2}scope:project/);
    expect((await permissions('replay')).out).toContain('0 calls of 0 sessions');
    expect((await permissions('suggest')).out).toBe('No answer was given often enough to suggest a rule.\n');
    const check = await permissions('check', '--tool', 'Read', '--input', '{"file_path":"secret/a"}');
    expect(JSON.parse(check.out)).toMatchObject({ decision: 'deny', rule: { text: 'Read(secret/**)' } });
  });

  it('shows what setting a cell would do, and does it when told to', async () => {
    const set = ['set', 'git-commit', 'project', 'allow'];
    const shown = await permissions(...set, '--json');
    expect(editPlanSchema.parse(JSON.parse(shown.out)).files.map(({ path }) => path)).toEqual([settings]);
    expect(shown.err).toContain('nothing was written');
    expect(await readFile(settings, 'utf8')).toBe(RULES);
    expect((await permissions(...set, '--apply')).code).toBe(0);
    expect(await readFile(settings, 'utf8')).toBe(RULES.replace('["Edit"]', '["Edit", "Bash(git add *)", "Bash(git commit *)"]'));
    expect((await permissions('set', 'nothing', 'project', 'allow')).code).toBe(1);
    expect((await permissions('set', 'git-commit', 'project', 'maybe')).code).toBe(2);
  });

  it('lists the rules with their uses, and changes them', async () => {
    await run('run', '-p', 'Which teas are on the menu?', '--model', 'scripted/tour');
    const { out } = await permissions('rules', '--json');
    const listed = JSON.parse(out);
    expect(listed.rules.map(({ text, line }: { text: string; line: number }) => [text, line])).toEqual([
      ['Read(secret/**)', 3],
      ['Edit', 4],
    ]);
    expect(listed.looked).toMatchObject({ sessions: 1, partial: false });
    await permissions('rules', '--scope', 'project', '--remove', 'Edit', '--ask', 'Bash(git push *)', '--apply');
    expect(JSON.parse(await readFile(settings, 'utf8'))).toEqual({
      permissions: { deny: ['Read(secret/**)'], allow: [], ask: ['Bash(git push *)'] },
    });
    expect((await permissions('rules', '--scope', 'project', '--remove', 'gone')).code).toBe(2);
  });

  it('decides recorded calls anew under rules that are not saved', async () => {
    await run('run', '-p', 'Which teas are on the menu?', '--model', 'scripted/tour');
    const { code, out } = await permissions('replay', '--deny', 'Read', '--sessions', 'last', '--json');
    const report = replayReportSchema.parse(JSON.parse(out));
    expect(code).toBe(0);
    expect(report.changes).toMatchObject([
      { tool: 'Read', recorded: { decision: 'allow' }, edited: { decision: 'deny', rule: { text: 'Read', scope: 'local' } } },
    ]);
    expect(await readFile(settings, 'utf8')).toBe(RULES);
    expect(JSON.parse((await permissions('suggest', '--json')).out)).toMatchObject({ suggestions: [] });
  });
});
