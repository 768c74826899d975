import { cp, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { auditEntrySchema, auditReportSchema } from '../../shared/model/audit';
import { runCli } from '../support/built-cli';

let base: string;
let folder: string;

const run = (...args: string[]) => runCli(args, { cwd: folder, env: { VITRINE_HOME: join(base, 'home'), HOME: base } });
const audit = (...args: string[]) => run('audit', ...args);
const entries = async (...args: string[]) => z.array(auditEntrySchema).parse(JSON.parse((await audit('--json', ...args)).out));
const report = async () => auditReportSchema.parse(JSON.parse((await audit('--verify', '--json')).out));

beforeEach(async () => {
  base = await realpath(await mkdtemp(join(tmpdir(), 'cli-audit-')));
  folder = join(base, 'shop');
  await cp(resolve(import.meta.dirname, '../../resources/sample-project'), folder, { recursive: true });
  for (const rule of ['Bash(mkdir *)', 'Bash(git commit *)'])
    await run('permissions', 'rules', '--scope', 'local', '--allow', rule, '--apply', '--trust');
  return () => rm(base, { recursive: true, force: true });
});

describe('vitrine audit', () => {
  it('prints what was done, oldest first, and filters it', async () => {
    const all = await entries();
    const file = join(folder, '.claude/settings.local.json');
    expect(all).toMatchObject([
      { kind: 'rules', by: { kind: 'person' }, paths: [file], state: 'ok' },
      { kind: 'rules', by: { kind: 'person' }, paths: [file], state: 'ok' },
    ]);
    expect(all[0]?.summary).toContain('Bash(mkdir *)');
    expect((await audit()).out).toContain('person  rules  ok\n');
    expect(await entries('--agent', 'person', '--path', '.claude', '--since', '1h')).toEqual(all);
    expect(await entries('--limit', '1')).toEqual([all[1]]);
    for (const filter of [
      ['--agent', 'main'],
      ['--path', 'src'],
      ['--until', '1d'],
      ['--since', '2999-01-01'],
      ['--tool', 'Bash'],
      ['--capability', 'delete'],
      ['--decision', 'deny'],
      ['--session', 's_none'],
      ['--host', 'example.org'],
    ])
      expect(await entries(...filter)).toEqual([]);
    for (const wrong of [
      ['--since', 'soon'],
      ['--decision', 'maybe'],
      ['--format', 'csv'],
    ])
      expect((await audit(...wrong)).code).toBe(2);
  });

  it('verifies, and fails with the record and the place where the chain breaks', async () => {
    const { code, out } = await audit('--verify');
    const { file, ...whole } = await report();
    expect([code, out]).toEqual([0, `2 records, the chain is whole: ${file}\n`]);
    expect(whole).toEqual({ ok: true, records: 2, recovered: 0, breaks: [] });
    const text = await readFile(file, 'utf8');
    const place = text.indexOf('\n') + 1;
    await writeFile(file, `${text.slice(0, place)}${text.slice(place).replace('git commit', 'git commix')}`);
    const broken = await audit('--verify');
    expect([broken.code, broken.out]).toEqual([1, `${file}:2 (byte ${place}, record 2): record 2 is not what was written\n`]);
    await writeFile(file, text.slice(0, -1));
    const cut = await audit('--verify');
    const words = 'the line break behind record 2 is missing: the end of the file is gone';
    expect([cut.code, cut.out]).toEqual([1, `${file}:2 (byte ${place}, record 2): ${words}\n`]);
    await writeFile(file, text.slice(0, place));
    expect((await report()).breaks).toMatchObject([{ code: 'end-missing', seq: 2 }]);
  });

  it('exports as lines of JSON, as a sheet, and as Markdown', async () => {
    const file = join(base, 'audit.out');
    expect((await audit('--export', file)).err).toContain('2 records were written to');
    expect(
      (await readFile(file, 'utf8'))
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toEqual(await entries());
    await audit('--export', file, '--format', 'csv');
    expect(await readFile(file, 'utf8')).toMatch(/^at,by,kind,tool,what,/);
    await audit('--export', file, '--format', 'md');
    expect((await readFile(file, 'utf8')).split('\n')[1]).toMatch(/^\|---\|/);
  });
});
