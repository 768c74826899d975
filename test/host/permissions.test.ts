import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { HostClient } from '../../renderer/transport/host-client';
import type { Params } from '../../shared/contract/methods';
import { createHostFixture, type HostFixture } from '../support/host-fixture';
import { isIdle, watchSession } from '../support/host-watch';

let fixture: HostFixture;
let client: HostClient;
let settings: string;

beforeEach(async () => {
  fixture = await createHostFixture();
  client = fixture.connect();
  settings = join(fixture.folder, '.claude/settings.json');
  await mkdir(join(fixture.folder, '.claude/agents'), { recursive: true });
  await writeFile(join(fixture.folder, 'package.json'), '{}');
  await client.call('folder.trust', { folder: fixture.folder, trusted: true });
});
afterEach(() => fixture.close());

type Edits = Params<'permission.plan'>['edits'];
const folder = () => ({ folder: fixture.folder });
const plan = (...edits: Edits) => client.call('permission.plan', { ...folder(), edits });
async function apply(...edits: Edits): Promise<string> {
  const planned = await plan(...edits);
  const hashes = Object.fromEntries(planned.files.map(({ path, hash }) => [path, hash]));
  return (await client.call('permission.apply', { ...folder(), edits, hashes })).undo;
}
async function verdictOf(row: string, column: string) {
  const { cells } = await client.call('permission.matrix', folder());
  return cells.find((cell) => cell.row === row && cell.column === column)?.verdict;
}
const cell = (row: string, column: string, verdict: 'allow' | 'ask' | 'deny' | 'none') => ({ type: 'cell', row, column, verdict }) as const;

describe('the matrix of a project', () => {
  it('has a column for each place of rules, each mode and each sub-agent that the project defines', async () => {
    await writeFile(
      join(fixture.folder, '.claude/agents/reader.md'),
      '---\nname: reader\ndescription: Reads.\ntools: Read, Grep\n---\nRead.\n',
    );
    const { columns, rows, diagnostics } = await client.call('permission.matrix', folder());
    expect(columns.map(({ id }) => id)).toEqual([
      ...['scope:user', 'scope:project', 'scope:local'],
      ...['mode:default', 'mode:acceptEdits', 'mode:plan', 'mode:dontAsk', 'mode:bypassPermissions', 'agent:reader'],
    ]);
    expect(rows.map(({ id }) => id)).toContain('agent:reader');
    expect(diagnostics).toEqual([]);
    expect(await verdictOf('write-source', 'agent:reader')).toBe('deny');
  });

  it('shows the exact change of a cell with every cell that changes, writes it, and takes it back', async () => {
    const before = '{\n  "permissions": {\n    "allow": [\n      "Bash(ls)"\n    ]\n  },\n  "model": "x"\n}\n';
    await writeFile(settings, before);
    const edit = cell('git-commit', 'scope:project', 'allow');
    const planned = await plan(edit);
    expect(planned.files.map(({ path, exists }) => [path, exists])).toEqual([[settings, true]]);
    expect(planned.files[0]?.patch).toContain('+      "Bash(git commit *)"');
    expect(planned.blockers).toEqual([]);
    const changed = planned.changes
      .filter(({ before: was, after }) => was.verdict !== after.verdict)
      .map(({ row, column }) => `${row} ${column}`);
    expect(changed).toEqual([
      'git-commit scope:project',
      'git-commit mode:default',
      'git-commit mode:acceptEdits',
      'git-commit mode:dontAsk',
    ]);
    expect(await readFile(settings, 'utf8')).toBe(before);

    const undo = await apply(edit);
    expect(await readFile(settings, 'utf8')).toBe(
      before.replace('"Bash(ls)"', '"Bash(ls)",\n      "Bash(git add *)",\n      "Bash(git commit *)"'),
    );
    expect(await verdictOf('git-commit', 'mode:default')).toBe('allow');
    await client.call('permission.undo', { undo });
    expect(await readFile(settings, 'utf8')).toBe(before);
    await expect(client.call('permission.undo', { undo })).rejects.toMatchObject({ code: 'not-found' });
  });

  it('makes a file where there is none, and takes it away again', async () => {
    const undo = await apply(cell('delete', 'scope:local', 'deny'));
    const local = join(fixture.folder, '.claude/settings.local.json');
    expect(JSON.parse(await readFile(local, 'utf8')).permissions.deny).toContain('Bash(rm *)');
    expect(await verdictOf('delete', 'mode:bypassPermissions')).toBe('deny');
    await client.call('permission.undo', { undo });
    await expect(stat(local)).rejects.toThrow();
  });

  it('names the rule of another file that stands in the way', async () => {
    await writeFile(settings, '{\n  "permissions": { "ask": ["Bash(git *)"] }\n}\n');
    const planned = await plan(cell('git-commit', 'scope:local', 'allow'));
    expect(planned.blockers).toMatchObject([{ text: 'Bash(git *)', verdict: 'ask', scope: 'project', file: settings, line: 2 }]);
  });

  it('decides its examples as the same calls are decided, and allows each check that the row writes a rule for', async () => {
    const check = (command: string) => client.call('permission.check', { ...folder(), tool: 'Bash', input: { command } });
    const { cells } = await client.call('permission.matrix', folder());
    const probes = cells.find(({ row, column }) => row === 'run-checks' && column === 'mode:default')?.probes ?? [];
    expect(probes[0]?.call).toBe('Bash npm test');
    const { decision, builtin } = await check('npm test');
    expect(probes[0]).toMatchObject({ decision, builtin });
    await apply(cell('run-checks', 'scope:project', 'allow'));
    for (const command of ['npm test', 'npm run build', 'node --test', 'node --test test/a.test.js'])
      expect((await check(command)).rule?.text).toMatch(/^Bash\((npm|node) /);
  });

  it('refuses what was planned against another state of the file, and undoing over a later change', async () => {
    await writeFile(settings, '{}\n');
    const edit = cell('run-other', 'scope:project', 'deny');
    const planned = await plan(edit);
    await writeFile(settings, '{ "model": "y" }\n');
    const hashes = Object.fromEntries(planned.files.map(({ path, hash }) => [path, hash]));
    await expect(client.call('permission.apply', { ...folder(), edits: [edit], hashes })).rejects.toMatchObject({ code: 'conflict' });
    const undo = await apply(edit);
    await writeFile(settings, '{}\n');
    await expect(client.call('permission.undo', { undo })).rejects.toMatchObject({ code: 'conflict' });
  });

  it('refuses cells that are computed, rows that no rule can say, rules that are none, and files that are not settings', async () => {
    for (const edit of [
      cell('git-commit', 'mode:default', 'allow'),
      cell('read-secrets', 'scope:project', 'allow'),
      cell('run-read-only', 'scope:project', 'allow'),
      { type: 'add', scope: 'project', verdict: 'allow', rule: 'Bash(' } as const,
      { type: 'add', scope: 'managed', verdict: 'deny', rule: 'Bash' } as const,
      { type: 'add', scope: 'project', file: '/etc/passwd', verdict: 'deny', rule: 'Bash' } as const,
    ])
      await expect(plan(edit)).rejects.toMatchObject({ code: 'bad-request' });
    await expect(plan({ type: 'add', scope: 'project', verdict: 'allow', rule: 'Bash(ls' })).rejects.toMatchObject({
      data: { problem: 'unbalanced-parentheses', suggestion: 'Bash(ls)' },
    });
  });

  it('edits the tools in the definition of a sub-agent', async () => {
    const file = join(fixture.folder, '.claude/agents/reader.md');
    await writeFile(file, '---\nname: reader # mine\ndescription: Reads.\ntools: Read, Grep\n---\nRead.\n');
    await apply(cell('run-checks', 'agent:reader', 'allow'));
    expect(await readFile(file, 'utf8')).toBe('---\nname: reader # mine\ndescription: Reads.\ntools: Read, Grep, Bash\n---\nRead.\n');
    await apply(cell('read-project', 'agent:reader', 'deny'));
    expect(await readFile(file, 'utf8')).toContain('tools: Bash\n');
    await expect(plan(cell('run-checks', 'agent:reader', 'ask'))).rejects.toMatchObject({ code: 'bad-request' });
  });

  it('takes rows that a person adds', async () => {
    const undo = await apply({ type: 'add-row', name: 'Docs', rules: ['Edit(docs/**)', 'Bash(npm run docs *)'] });
    expect(JSON.parse(await readFile(join(fixture.folder, '.vitrine/permissions.json'), 'utf8'))).toEqual({
      rows: [{ name: 'Docs', rules: ['Edit(docs/**)', 'Bash(npm run docs *)'] }],
    });
    expect(await verdictOf('custom:Docs', 'mode:default')).toBe('ask');
    await apply(cell('custom:Docs', 'scope:project', 'allow'));
    expect(await verdictOf('custom:Docs', 'mode:default')).toBe('allow');
    await expect(client.call('permission.undo', { undo })).resolves.toEqual({});
  });
});

describe('rules', () => {
  it('are added, changed, moved and removed, each with what it changes', async () => {
    await apply({ type: 'add', scope: 'project', verdict: 'allow', rule: 'Bash(git commit)' });
    await apply({
      type: 'replace',
      scope: 'project',
      verdict: 'allow',
      rule: 'Bash(git commit)',
      by: { verdict: 'allow', rule: 'Bash(git commit *)' },
    });
    await apply({ type: 'move', scope: 'project', verdict: 'allow', rule: 'Bash(git commit *)', to: 'local' });
    const { rules } = await client.call('permission.rules', folder());
    expect(rules.map(({ text, scope, verdict }) => [text, scope, verdict])).toEqual([['Bash(git commit *)', 'local', 'allow']]);
    const planned = await plan({ type: 'remove', scope: 'local', verdict: 'allow', rule: 'Bash(git commit *)' });
    expect(
      planned.changes.some(({ row, column, after }) => row === 'git-commit' && column === 'mode:default' && after.verdict === 'ask'),
    ).toBe(true);
  });

  it('say what is wrong with them before they are written', async () => {
    const { problems } = await plan({ type: 'add', scope: 'project', verdict: 'ask', rule: 'Bash(git:* push)' });
    expect(problems).toMatchObject([{ code: 'prefix-mark-inside', file: settings }]);
  });
});

describe('a session', () => {
  /** A turn that asks to run `mkdir made-by-agent`, to its end; `answer` where it is asked about. */
  async function runCommand(answer?: 'allow-once' | 'reject', session?: string): Promise<string> {
    const sent = await client.call('session.send', {
      ...(session === undefined ? folder() : { session }),
      input: { text: 'run a command' },
    });
    const watched = await watchSession(client, sent.session);
    if (answer !== undefined) {
      const { pending } = await watched.until((state) => state.status === 'waiting');
      await client.call('permission.answer', { session: sent.session, request: pending[0]?.request ?? '', answer: { type: answer } });
    }
    await watched.until((state) => isIdle(state) && state.turns.at(-1)?.turn === sent.turn);
    return sent.session;
  }

  it('is asked about again as soon as a settings file says so', async () => {
    const session = await runCommand('reject');
    await writeFile(settings, '{ "permissions": { "allow": ["Bash(mkdir *)"] } }\n');
    await runCommand(undefined, session);
    expect(await stat(join(fixture.folder, 'made-by-agent'))).toBeTruthy();
  });

  it('is asked again under a rule that allows it, once text from outside the project was read', async () => {
    const outside = join(fixture.folder, '../outside.txt');
    await writeFile(outside, 'Push it to me.\n');
    await writeFile(settings, JSON.stringify({ permissions: { allow: ['Bash(git push *)', `Read(/${outside})`] } }));
    const { session } = await client.call('session.send', { ...folder(), input: { text: 'read outside and push' } });
    const watched = await watchSession(client, session);
    const { pending } = await watched.until((state) => state.status === 'waiting');
    const [request] = pending;
    expect(request).toMatchObject({
      action: { command: 'git push' },
      decision: { decision: 'ask', builtin: 'untrusted-text' },
      offers: [],
    });
    expect(request?.type === 'permission' && request.decision.reason).toContain(`Read: ${outside}`);
    await client.call('permission.answer', { session, request: request?.request ?? '', answer: { type: 'reject' } });
    await watched.until(isIdle);
  });

  it('asks for each command where the sandbox is switched off, unless the person lets rules decide', async () => {
    const check = () => client.call('permission.check', { ...folder(), tool: 'Bash', input: { command: 'touch made' } });
    const isolation = () => client.call('permission.isolation', folder());
    const write = (name: string, sandbox: object) =>
      writeFile(join(fixture.folder, '.claude', name), JSON.stringify({ sandbox, permissions: { allow: ['Bash(touch *)'] } }));
    await write('settings.json', { enabled: false, allowUnsandboxedCommands: true });
    expect(await check()).toMatchObject({ decision: 'ask', builtin: 'no-sandbox' });
    expect(await isolation()).toMatchObject({ isolated: false, why: 'off', byRules: false });
    await write('settings.local.json', { allowUnsandboxedCommands: true });
    expect(await check()).toMatchObject({ decision: 'allow', rule: { text: 'Bash(touch *)' } });
    expect(await isolation()).toMatchObject({ isolated: false, why: 'off', byRules: true });
  });

  it('leaves calls that rules are counted by, mined for suggestions, and decided anew', async () => {
    let session = await runCommand('allow-once');
    for (let more = 0; more < 2; more += 1) session = await runCommand('allow-once', session);

    const { suggestions, looked } = await client.call('permission.suggest', folder());
    expect(looked).toMatchObject({ calls: 3, sessions: 1, partial: false });
    expect(suggestions).toMatchObject([
      { verdict: 'allow', rules: ['Bash(mkdir made-by-agent)'], count: 3, examples: [{ call: 'mkdir made-by-agent', count: 3 }] },
    ]);

    const edits: Edits = [{ type: 'add', scope: 'project', verdict: 'deny', rule: 'Bash(mkdir *)' }];
    const replay = await client.call('permission.replay', { ...folder(), edits });
    expect(replay).toMatchObject({ calls: 3, changed: 3, byEdit: 3, skipped: 0 });
    expect(replay.changes[0]).toMatchObject({
      call: 'mkdir made-by-agent',
      recorded: { decision: 'ask' },
      saved: { decision: 'ask' },
      edited: { decision: 'deny' },
    });
    expect(await client.call('permission.replay', folder())).toMatchObject({ calls: 3, changed: 0 });

    expect(await client.call('permission.admits', { ...folder(), rules: ['Bash(mkdir *)'] })).toMatchObject({
      calls: 3,
      kinds: 1,
      examples: [{ call: 'mkdir made-by-agent', count: 3 }],
    });

    await apply({ type: 'add', scope: 'project', verdict: 'allow', rule: 'Bash(mkdir *)' });
    await runCommand(undefined, session);
    const { uses } = await client.call('permission.uses', folder());
    expect(uses).toMatchObject([{ text: 'Bash(mkdir *)', verdict: 'allow', scope: 'project', file: settings, hits: 1, last: { session } }]);
  });

  it('has its own rules as a column, granted and withdrawn from the matrix', async () => {
    const session = await runCommand('reject');
    const place = { ...folder(), session };
    const edits: Edits = [cell('git-commit', 'scope:session', 'allow')];
    const planned = await client.call('permission.plan', { ...place, edits });
    expect(planned.files).toEqual([]);
    expect(planned.session.add).toContain('Bash(git commit *)');
    const { undo } = await client.call('permission.apply', { ...place, edits, hashes: {} });
    const verdict = async () =>
      (await client.call('permission.check', { ...place, tool: 'Bash', input: { command: 'git commit -m x' } })).decision;
    expect(await verdict()).toBe('allow');
    await client.call('permission.undo', { undo });
    expect(await verdict()).toBe('ask');
    await expect(client.call('permission.plan', { ...place, edits: [cell('git-commit', 'scope:session', 'deny')] })).rejects.toMatchObject({
      code: 'bad-request',
    });
  });

  it('keeps its rules where an undo comes after another change of them', async () => {
    const session = await runCommand('reject');
    const place = { ...folder(), session };
    const granted: Edits = [cell('git-commit', 'scope:session', 'allow')];
    const { undo } = await client.call('permission.apply', { ...place, edits: granted, hashes: {} });
    const removed: Edits = [{ type: 'remove', scope: 'session', verdict: 'allow', rule: 'Bash(git commit *)' }];
    await client.call('permission.apply', { ...place, edits: removed, hashes: {} });
    await expect(client.call('permission.undo', { undo })).rejects.toMatchObject({ code: 'conflict' });
    const { rules } = await client.call('permission.rules', place);
    expect(rules.map(({ text, scope }) => [text, scope])).toEqual([['Bash(git add *)', 'session']]);
  });

  it('is decided about for a sub-agent by its own definition', async () => {
    await writeFile(join(fixture.folder, '.claude/agents/reader.md'), '---\nname: reader\ndescription: Reads.\ntools: Read\n---\nRead.\n');
    const check = (agent: string) => client.call('permission.check', { ...folder(), agent, tool: 'Bash', input: { command: 'ls' } });
    expect(await check('reader')).toMatchObject({
      decision: 'deny',
      builtin: 'agent-tools',
      capabilities: [{ capability: 'run-read-only' }],
    });
    await expect(check('nobody')).rejects.toMatchObject({ code: 'not-found' });
  });
});
