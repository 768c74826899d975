import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { cp, mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { segmentSchema } from '../../shared/model/segment';
import { tokenTableSchema } from '../../shared/model/anatomy';
import { decisionSchema, ruleRefSchema } from '../../shared/model/permission';
import { sessionEventSchema } from '../../shared/model/event';
import { sessionStateSchema, sessionSummarySchema } from '../../shared/model/session';
import { CLI, type CliOptions, runCli } from '../support/built-cli';

/** The object of `run --output json`, strictly: a field more or less is a new version of the shape. */
const reportSchema = z.strictObject({
  session: z.string().optional(),
  result: z.string(),
  stopReason: z.string(),
  rounds: z.number().int(),
  usage: z.strictObject({ input: z.number(), cacheRead: z.number(), cacheWrite: z.number(), output: z.number() }),
  estimated: z.literal(true).optional(),
  costUsd: z.number().optional(),
  denials: z.array(z.strictObject({ tool: z.string(), reason: z.string(), rule: ruleRefSchema.optional() })),
  error: z.strictObject({ code: z.string(), message: z.string() }).optional(),
});

let base: string;
let folder: string;
let home: string;

const run = (args: readonly string[], options: CliOptions = {}) =>
  runCli(args, { cwd: folder, ...options, env: { VITRINE_HOME: home, HOME: base, ...options.env } });
const ask = (prompt: string, ...more: string[]) => run(['run', '-p', prompt, '--model', 'scripted/tour', ...more]);
const report = (out: string) => reportSchema.parse(JSON.parse(out));

beforeEach(async () => {
  base = await realpath(await mkdtemp(join(tmpdir(), 'cli-')));
  folder = join(base, 'shop');
  home = join(base, 'home');
  await cp(resolve(import.meta.dirname, '../../resources/sample-project'), folder, { recursive: true });
  await writeFile(
    join(folder, '.claude/settings.json'),
    '{\n  "permissions": {\n    "deny": ["Read(.env)"],\n    "allow": ["Edit"]\n  }\n}\n',
  );
  return () => rm(base, { recursive: true, force: true });
});

describe('run', () => {
  it('prints the answer alone, and says on standard error what is off', async () => {
    const { code, out, err } = await ask('Which teas are on the menu?');
    expect(code).toBe(0);
    expect(out).toMatch(/^Ten teas/);
    expect(err).toContain('The allow rule Edit is off until the folder is trusted.');
  });

  it('says of each rule that is void why, where, and what would hold, in a line', async () => {
    const settings = join(folder, '.claude/settings.json');
    await writeFile(settings, '{\n  "permissions": {\n    "deny": ["Write(**)"],\n    "allow": ["Bash(a && b *)"]\n  }\n}\n');
    const { err } = await ask('Which teas are on the menu?', '--trust', '--deny', 'Grep(x/**)');
    const lines = err.split('\n').filter((line) => line.startsWith('vitrine: '));
    expect(lines).toContain(
      `vitrine: Write paths are governed by Edit rules: "Write(**)" is never consulted. Perhaps: Edit(**) (${settings}:3)`,
    );
    expect(lines).toContainEqual(expect.stringContaining(`"Bash(a && b *)" never allows anything`));
    expect(lines).toContainEqual(expect.stringContaining('"Grep(x/**)" is never consulted'));
  });

  it('says no more than twenty of them', async () => {
    const deny = Array.from({ length: 30 }, (_, index) => `Write(${index}/**)`);
    await writeFile(join(folder, '.claude/settings.json'), JSON.stringify({ permissions: { deny } }));
    const { err } = await ask('Which teas are on the menu?');
    expect(err.split('\n').filter((line) => line.includes('is never consulted'))).toHaveLength(20);
    expect(err).toContain('vitrine: 10 more problems of the rules: vitrine permissions rules');
  });

  it('says that the scripted model answered where there is a base URL and no key', async () => {
    const args = ['run', '-p', 'Which teas are on the menu?', '--base-url', 'http://127.0.0.1:9'];
    const { code, err } = await run(args);
    expect(code).toBe(0);
    expect(err).toMatch(/^vitrine: scripted\/tour answered, not the model at the base URL: there is no key\./m);
    expect((await run([...args, '--model', 'scripted/tour'])).err).not.toContain('base URL');
  });

  it('says what the system refuses, and what to do where that is about the home', async () => {
    await writeFile(home, 'a file in the place of the home');
    const { code, err } = await ask('Which teas are on the menu?');
    expect(code).toBe(1);
    expect(err).toMatch(/^vitrine: E[A-Z]+: .*\nvitrine: sessions are kept there, .* let VITRINE_HOME name a folder that can be\n$/);
  });

  it('gives its object where the home cannot hold a session, with a code', async () => {
    await writeFile(home, 'a file in the place of the folder');
    const { code, out, err } = await ask('Which teas are on the menu?', '--output', 'json');
    expect(code).toBe(1);
    expect(report(out)).toMatchObject({ stopReason: 'error', error: { code: 'unavailable' } });
    expect(err).toContain('[unavailable]');
  });

  it('says what is wrong with damaged settings, where, and what to do; keeps the file, and goes on', async () => {
    const config = join(home, 'config.json');
    const damaged = '{\n  "version": 1,\n  "theme": dark\n}\n';
    await mkdir(home, { recursive: true });
    await writeFile(config, damaged);
    const { code, out, err } = await ask('Which teas are on the menu?');
    expect([code, out]).toEqual([0, expect.stringMatching(/^Ten teas/)]);
    expect(err).toContain('The settings are not valid JSON, so the defaults are in force');
    expect(err).toContain(`(${config}:3)`);
    expect(err).toContain(`${config} was left as it is; mend it`);
    expect(readFileSync(config, 'utf8')).toBe(damaged);
  });

  it('names the path when a folder stands in the place of the settings, and goes on', async () => {
    const config = join(home, 'config.json');
    await mkdir(config, { recursive: true });
    const { code, err } = await ask('Which teas are on the menu?');
    expect([code, err]).toEqual([0, expect.stringContaining(`The settings in ${config} cannot be read`)]);
  });

  it('marks usage that nobody counted', async () => {
    await mkdir(join(home, 'scripts'), { recursive: true });
    await writeFile(
      join(home, 'scripts/broken-line.yaml'),
      'turns:\n  - id: hello\n    match: hello\n    rounds:\n      - text: Hello to you.\n        failure: { kind: reset }\n',
    );
    const { out } = await run(['run', '-p', 'hello', '--model', 'scripted/broken-line', '--json']);
    expect(report(out)).toMatchObject({ result: 'Hello to you.', estimated: true });
    expect(report((await ask('Which teas are on the menu?', '--json')).out).estimated).toBeUndefined();
  });

  it('prints the documented object', async () => {
    const { code, out } = await ask('Which teas are on the menu?', '--output', 'json');
    expect(code).toBe(0);
    expect(report(out)).toMatchObject({ stopReason: 'end_turn', rounds: 2, denials: [] });
    expect(report((await ask('Which teas are on the menu?', '--json')).out).rounds).toBe(2);
  });

  it('streams each stored event as one line, and the object last', async () => {
    const { code, out } = await ask('Which teas are on the menu?', '--output', 'stream-json');
    const lines = out
      .trimEnd()
      .split('\n')
      .map((line): unknown => JSON.parse(line));
    const last = reportSchema.parse(lines.pop());
    const events = lines.map((line) => sessionEventSchema.parse(line));
    expect([code, events[0]?.type, events.at(-1)?.type]).toEqual([0, 'session/created', 'turn/ended']);
    expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1));
    expect(events[0]).toMatchObject({ session: last.session });
  });

  it('denies what would have to be asked, names it, and goes on', async () => {
    const { code, out, err } = await ask('Raise the price of sencha to 6.90.', '--output', 'json');
    expect(code).toBe(0);
    expect(report(out).denials).toMatchObject([{ tool: 'Edit', reason: expect.stringContaining('nobody can answer here') }]);
    expect(err).toContain('denied Edit');
    expect(readFileSync(join(folder, 'menu/teas.csv'), 'utf8')).not.toContain('6.90');
  });

  it('names the rule, file and line of a denial', async () => {
    const { out } = await ask('What is in the .env file?', '--output', 'json');
    expect(report(out).denials).toEqual([
      {
        tool: 'Read',
        reason: expect.stringContaining('Denied by the rule Read(.env)'),
        rule: { text: 'Read(.env)', verdict: 'deny', scope: 'project', file: join(folder, '.claude/settings.json'), line: 3 },
      },
    ]);
  });

  it('gives the model nothing of a file that a rule denies to read, however it is named', async () => {
    await writeFile(join(folder, '.env'), 'TOKEN=swordfish\n');
    await writeFile(join(folder, 'notes.txt'), 'nothing secret\n');
    await ask('Look at @.env and @notes.txt, please.');
    const { out } = await run(['payload', 'last', '1', '--body']);
    expect([out.includes('swordfish'), out.includes('nothing secret')]).toEqual([false, true]);
  });

  it.each([[['--allow', 'Edit']], [['--trust']], [['--permission-mode', 'acceptEdits']], [['--permission-mode', 'bypassPermissions']]])(
    'edits with %j',
    async (flags) => {
      const { code } = await ask('Raise the price of sencha to 6.90.', ...flags);
      expect(code).toBe(0);
      expect(readFileSync(join(folder, 'menu/teas.csv'), 'utf8')).toContain('6.90');
    },
  );

  it.each([[['--trust', '--deny', 'Edit(menu/**)']], [['--trust', '--ask', 'Edit']], [['--trust', '--permission-mode', 'plan']]])(
    'does not edit with %j',
    async (flags) => {
      const { out } = await ask('Raise the price of sencha to 6.90.', '--json', ...flags);
      expect(report(out).denials.map(({ tool }) => tool)).toEqual(['Edit']);
      expect(readFileSync(join(folder, 'menu/teas.csv'), 'utf8')).not.toContain('6.90');
    },
  );

  it('ends with 1 and the limit as reason where one is reached', async () => {
    const rounds = await ask('Keep looking at the menu until it changes.', '--max-rounds', '2', '--json');
    expect([rounds.code, report(rounds.out).stopReason, report(rounds.out).rounds]).toEqual([1, 'limit_rounds', 2]);
    const time = await ask('Tell me a long story about tea.', '--timeout', '0.7', '--json');
    expect([time.code, report(time.out).stopReason]).toEqual([1, 'limit_time']);
  });

  it('goes on with a session, and with a copy of it', async () => {
    const first = report((await ask('Which teas are on the menu?', '--json')).out);
    const second = report((await ask('Which teas are on the menu?', '--json', '--continue')).out);
    const third = report((await ask('Which teas are on the menu?', '--json', '--resume', first.session ?? '')).out);
    const fourth = report((await ask('Which teas are on the menu?', '--json', '--resume', 'last', '--fork')).out);
    expect([second.session, third.session]).toEqual([first.session, first.session]);
    expect(fourth.session).not.toBe(first.session);
    const show = await run(['sessions', 'show', first.session ?? '', '--json']);
    expect(sessionStateSchema.parse(JSON.parse(show.out)).turns).toHaveLength(3);
    const copy = sessionStateSchema.parse(JSON.parse((await run(['sessions', 'show', fourth.session ?? '', '--json'])).out));
    expect([copy.turns.length, copy.forkOf]).toEqual([4, first.session]);
  });

  it('aborts on an interrupt, and settles', async () => {
    let asked = false;
    const { code, out, err } = await run(
      ['run', '-p', 'Tell me a long story about tea.', '--model', 'scripted/tour', '--output', 'stream-json'],
      {
        watch(text, kill) {
          if (asked || !text.includes('"call/started"')) return;
          asked = true;
          kill('SIGINT');
        },
      },
    );
    const last = report(out.trimEnd().split('\n').at(-1) ?? '');
    expect([code, last.stopReason]).toEqual([1, 'aborted']);
    expect(out).toContain('"turn/ended"');
    expect(err).toContain('stopping');
  });

  it.each([
    [['run']],
    [['run', '-p', ' ']],
    [['run', '-p', 'x', '--nonsense']],
    [['run', '-p', 'x', '--permission-mode', 'auto']],
    [['run', '-p', 'x', '--output', 'yaml']],
    [['run', '-p', 'x', '--max-rounds', '0']],
    [['run', '-p', 'x', '--max-cost', 'much']],
    [['run', '-p', 'x', '--timeout', '-1']],
    [['run', '-p', 'x', '--cwd', '/no/such/folder']],
    [['run', '-p', 'x', '--base-url', 'nowhere']],
    [['run', '-p', 'x', '--model', 'nobody/nothing']],
    [['run', '-p', 'x', '--fork']],
    [['run', '-p', 'x', '--continue', '--resume', 'y']],
    [['no-such-folder-or-command']],
    [['sessions', 'nonsense']],
    [['payload', 'last']],
    [['permissions', 'check', '--tool', 'Read', '--input', '{']],
  ])('takes %j as wrong use', async (args) => {
    const { code, out, err } = await run(args);
    expect([code, out]).toEqual([2, '']);
    expect(err).not.toBe('');
  });

  it.each([
    [['run', '-p', 'x', '--model', 'anthropic/claude-sonnet-5', '--json'], 'no-credential'],
    [['run', '-p', 'x', '--resume', 's_nothing', '--json'], 'not-found'],
    [['run', '-p', 'x', '--continue', '--json'], 'not-found'],
  ])('fails with a code: %j', async (args, error) => {
    const { code, out } = await run(args);
    expect([code, report(out)]).toMatchObject([1, { stopReason: 'error', error: { code: error } }]);
  });
});

describe('sessions', () => {
  it('are listed, searched, renamed, archived and exported', async () => {
    const { session = '' } = report((await ask('Which teas are on the menu?', '--json')).out);
    const list = async (...flags: string[]) =>
      z.array(sessionSummarySchema).parse(JSON.parse((await run(['sessions', 'list', '--json', ...flags])).out));
    expect((await list()).map(({ id, folder: where }) => [id, where])).toEqual([[session, folder]]);
    expect((await run(['sessions', 'list'])).out).toContain(session);
    expect(await list('--cwd', base)).toEqual([]);
    expect(await list('--cwd', base, '--all')).toHaveLength(1);
    const found = JSON.parse((await run(['sessions', 'search', 'dearest', '--json'])).out);
    expect(found).toMatchObject([{ session, match: 'dearest' }]);
    expect((await run(['sessions', 'rename', session.slice(0, 12), 'The menu'])).code).toBe(0);
    expect((await list())[0]?.title).toBe('The menu');
    await run(['sessions', 'rename', session, 'The \u001b[31mmenu']);
    expect((await run(['sessions', 'list'])).out).toContain('The \\u001b[31mmenu');
    expect((await run(['sessions', 'archive', 'last'])).code).toBe(0);
    expect([await list(), (await list('--archived')).length]).toEqual([[], 1]);
    for (const format of ['md', 'json', 'html'])
      expect((await run(['sessions', 'export', session, '--format', format])).out).toContain('dearest');
    const file = join(base, 'out.md');
    expect(await run(['sessions', 'export', session, '--format', 'md', '--out', file])).toMatchObject({ code: 0, out: '' });
    expect(readFileSync(file, 'utf8')).toContain('dearest');
    expect((await run(['sessions', 'show', 'nothing'])).code).toBe(1);
  });
});

describe('payload', () => {
  it('shows every view of a call', async () => {
    await ask('Which teas are on the menu?');
    const view = async (call: string, ...flags: string[]) => (await run(['payload', 'last', call, ...flags])).out;
    const body = await view('1', '--body');
    const parsed = z.object({ model: z.string(), messages: z.array(z.unknown()) }).parse(JSON.parse(body));
    expect(body).toBe(body.trimEnd());
    expect(parsed.messages).toHaveLength(1);
    const segments = z.array(z.strictObject(segmentSchema.shape)).parse(JSON.parse(await view('1', '--segments')));
    expect(segments.length).toBeGreaterThan(5);
    const tokens = tokenTableSchema.parse(JSON.parse(await view('1', '--tokens')));
    expect(tokens.rows.reduce((sum, row) => sum + row.tokens, 0)).toBeCloseTo(tokens.total - tokens.overhead, 3);
    expect(JSON.parse(await view('1', '--lint'))).toEqual([]);
    const diff = z.object({
      added: z.array(z.string()),
      removed: z.array(z.string()),
      moved: z.array(z.string()),
      changed: z.array(z.string()),
      prefix: z.object({ segments: z.number(), bytes: z.number(), tokens: z.number() }),
    });
    const changes = diff.parse(JSON.parse(await view('2', '--diff', '1')));
    expect([changes.removed, changes.moved, changes.changed, changes.added.length > 0]).toEqual([[], [], [], true]);
    expect(await view('last', '--text')).toContain('sencha');
    expect(JSON.parse(await view('last', '--response'))).toMatchObject({ stopReason: 'end_turn', state: 'done' });
    expect(await view('last')).toMatch(/^call 2 of main/);
    expect(await view('main:2')).toMatch(/^call 2 of main/);
    for (const [call, status] of [
      ['9', 1],
      ['x', 2],
      ['other:1', 1],
    ] as const)
      expect((await run(['payload', 'last', call])).code).toBe(status);
    expect((await run(['payload', 'last', '1', '--body', '--lint'])).code).toBe(2);
  });
});

describe('permissions check', () => {
  const check = async (tool: string, input: unknown, ...flags: string[]) => {
    const { code, out, err } = await run(['permissions', 'check', '--tool', tool, '--input', JSON.stringify(input), ...flags]);
    return { code, err, decision: decisionSchema.parse(JSON.parse(out)) };
  };

  it('gives decision, rule, place and parts without running anything', async () => {
    await writeFile(
      join(folder, '.claude/settings.json'),
      '{"permissions":{\n"deny":["Bash(git clean:*)"],\n"allow":["Bash(npm test)"],\n"ask":["Bash(git:* push)"]}}',
    );
    const denied = await check('Bash', { command: 'touch x && git clean -fd' });
    expect(denied).toMatchObject({
      code: 0,
      decision: {
        decision: 'deny',
        mode: 'default',
        rule: { text: 'Bash(git clean:*)', line: 2, scope: 'project' },
        parts: [
          { text: 'touch x', decision: 'ask' },
          { text: 'git clean -fd', decision: 'deny' },
        ],
      },
    });
    expect(denied.decision.diagnostics.map(({ code, line }) => [code, line])).toEqual([
      ['prefix-mark-inside', 4],
      ['untrusted-folder', 3],
    ]);
    expect(existsSync(join(folder, 'x'))).toBe(false);
    expect((await check('Bash', { command: 'npm test' })).decision.decision).toBe('ask');
    expect((await check('Bash', { command: 'npm test' }, '--trust')).decision).toMatchObject({
      decision: 'allow',
      rule: { text: 'Bash(npm test)', line: 3 },
    });
    expect((await check('Edit', { file_path: 'a.txt', old_string: 'a', new_string: 'b' }, '--mode', 'plan')).decision).toMatchObject({
      decision: 'deny',
      builtin: 'plan-mode',
    });
    expect((await check('mcp__git__push', {})).decision.decision).toBe('ask');
  });

  it('fails for a tool or an agent that does not exist', async () => {
    expect((await run(['permissions', 'check', '--tool', 'Raed', '--input', '{}'])).code).toBe(1);
    expect((await run(['permissions', 'check', '--tool', 'Read', '--input', '{}', '--agent', 'nobody'])).code).toBe(1);
  });
});

describe('the rest', () => {
  it('reports on the machine, and packs diagnostics without secrets', async () => {
    const secret = `sk-ant-api03-${'Ab3'.repeat(20)}`;
    await mkdir(home, { recursive: true });
    await writeFile(join(home, 'config.json'), JSON.stringify({ version: 1, baseUrl: `https://user:${'p4ssw0rd'}@example.org` }));
    const file = join(base, 'bundle.json');
    const { code, out, err } = await run(['doctor', '--json', '--bundle', file], {
      env: { ANTHROPIC_API_KEY: secret, VITRINE_NOTE: secret, ANTHROPIC_BASE_URL: 'https://example.org/?api_key=QU3RY' },
    });
    const { checks } = z
      .object({ checks: z.array(z.object({ id: z.string(), ok: z.boolean(), detail: z.string(), needed: z.boolean() })) })
      .parse(JSON.parse(out));
    expect(code).toBe(0);
    expect(checks.filter(({ ok, needed }) => needed && !ok)).toEqual([]);
    expect(checks.map(({ id }) => id)).toEqual(
      expect.arrayContaining(['node', 'electron', 'ripgrep', 'bash', 'git', 'bubblewrap', 'home', 'credential', 'disk']),
    );
    const bundle = readFileSync(file, 'utf8');
    expect(JSON.parse(bundle)).toMatchObject({ bundle: 1, checks: expect.any(Array) });
    expect([secret, 'p4ssw0rd', 'QU3RY', base].filter((text) => bundle.includes(text))).toEqual([]);
    expect(err).toContain('secrets hidden');
  });

  it('lists skills and instruction files', async () => {
    expect(JSON.parse((await run(['skills', 'list', '--json'])).out)).toMatchObject({
      commands: expect.arrayContaining([expect.objectContaining({ name: 'commit' })]),
    });
    expect((await run(['skills', 'expand', 'commit', 'the', 'parser'])).out).toContain('Commit what was asked for: the parser');
    const lint = await run(['skills', 'lint', 'commit', '--json']);
    expect([lint.code, JSON.parse(lint.out).diagnostics.map(({ severity }: { severity: string }) => severity)]).toEqual([0, ['info']]);
    const tested = await run(['skills', 'test', 'commit', '--model', 'scripted/tour', '--json']);
    expect([tested.code, JSON.parse(tested.out)]).toMatchObject([1, { skill: 'commit', should: 3, fired: 0, shouldNot: 3, misfired: 0 }]);
    expect((await run(['skills', 'show', 'nothing'])).code).toBe(2);
    expect((await run(['memory', 'list'])).out).toContain(join(folder, 'CLAUDE.md'));
  });

  it('shows instruction files as the model gets them, and fails where they contradict each other', async () => {
    expect(await run(['memory', 'lint'])).toMatchObject({ code: 0 });
    await writeFile(join(folder, 'CLAUDE.md'), 'Use tabs. <!-- kept -->\n<!-- cut -->\nNever run `npm publish`.\n');
    await writeFile(join(folder, 'CLAUDE.local.md'), 'Use spaces.\n');
    expect((await run(['memory', 'show', 'CLAUDE.md'])).out).toBe('Use tabs. <!-- kept -->\nNever run `npm publish`.\n');
    expect((await run(['memory', 'show', 'missing.md'])).code).toBe(1);
    const { code, out } = await run(['memory', 'lint']);
    expect(code).toBe(1);
    expect(out).toMatch(/CLAUDE\.local\.md:1: warning: “Use spaces\.” contradicts/);
    expect(out).toMatch(/CLAUDE\.md:3: info: .*deny Bash\(npm publish \*\)/);
    const printed: unknown = JSON.parse((await run(['memory', 'lint', '--json'])).out);
    expect(printed).toMatchObject({ findings: [{ code: 'memory-contradiction' }, { code: 'memory-unenforced' }] });
  });

  it('gives its version and help without a home', async () => {
    expect((await run(['--version'])).out).toMatch(/^\d+\.\d+\.\d+\n$/);
    expect((await run(['--help'])).out).toContain('permissions');
    expect(existsSync(home)).toBe(false);
  });

  it('serves where no window can open, and says why; ends on a signal', async () => {
    for (const args of [[folder], ['serve', folder, '--no-open']]) {
      let stopped = false;
      const { code, out, err } = await run(args, {
        watch(text, kill) {
          if (stopped || !text.includes('READY')) return;
          stopped = true;
          kill('SIGTERM');
        },
      });
      expect([code, out]).toEqual([0, expect.stringMatching(/^READY http:\/\/127\.0\.0\.1:\d+\/\S+\n$/)]);
      expect(err).toContain('open this address in your browser');
      if (args[0] === folder) expect(err).toContain('Electron cannot run here');
    }
  });

  it.skipIf(process.platform === 'win32')('ends quietly when its reader goes away', async () => {
    await ask('Which teas are on the menu?');
    const text = execFileSync(
      'bash',
      ['-c', `"${process.execPath}" "${CLI}" payload last 1 --body | head -c 5; echo " \${PIPESTATUS[0]}"`],
      { cwd: folder, env: { ...process.env, VITRINE_HOME: home, HOME: base }, encoding: 'utf8' },
    );
    expect(text).toMatch(/^\{"[a-z]{3} 0\n$/);
  });
});
