import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { HostClient } from '../../renderer/transport/host-client';
import type { AuditFilter } from '../../shared/model/audit';
import type { Mode } from '../../shared/model/mode';
import { createHostFixture, type HostFixture } from '../support/host-fixture';
import { isIdle, watchSession } from '../support/host-watch';
import { eventually } from '../support/eventually';

const SECRET = 'ghp_16C7e42F292c6912E7710c838347Ae178B4a';
const SCRIPT = `
turns:
  - id: write
    match: write
    rounds:
      - calls: [{ name: Write, input: { file_path: '{{cwd}}/new.txt', content: "four" } }]
      - text: Written.
  - id: read
    match: read
    rounds:
      - calls: [{ name: Read, input: { file_path: '{{cwd}}/notes.txt' } }, { name: Glob, input: { pattern: '*' } }]
      - text: Seen.
  - id: spy
    match: spy
    rounds:
      - calls: [{ name: Read, input: { file_path: '{{cwd}}/.env' } }, { name: Grep, input: { pattern: KEY, path: '{{cwd}}/.env' } }]
      - text: Refused.
  - id: fail
    match: fail
    rounds:
      - calls: [{ name: Bash, input: { command: 'echo ${SECRET}; exit 3', description: not kept } }]
      - text: Failed.
  - id: remove
    match: remove
    rounds:
      - calls: [{ name: Bash, input: { command: 'rm -f notes.txt' } }]
      - text: Removed.
  - id: twice
    match: twice
    rounds:
      - calls: [{ name: Read, input: { file_path: '{{cwd}}/notes.txt' } }]
      - calls: [{ name: Edit, input: { file_path: '{{cwd}}/notes.txt', old_string: two, new_string: two two } }]
      - calls: [{ name: Edit, input: { file_path: '{{cwd}}/notes.txt', old_string: two, new_string: two two } }]
      - text: Done.
  - id: background
    match: background
    rounds:
      - calls: [{ name: Bash, input: { command: 'echo up; exit 7', run_in_background: true } }]
      - text: Up.
  - id: make
    match: make
    rounds:
      - calls: [{ name: Bash, input: { command: 'mkdir made' } }]
      - text: Made.
  - id: fetch
    match: fetch
    rounds:
      - calls: [{ name: WebFetch, input: { url: 'http://127.0.0.1:9/x', prompt: what } }]
      - text: Fetched.
`;

let fixture: HostFixture;
let client: HostClient;
beforeEach(async () => {
  fixture = await createHostFixture();
  await writeFile(join(fixture.ports.resources, 'scripts/audit.yaml'), SCRIPT);
  client = fixture.connect();
});
afterEach(() => fixture.close());

const list = async (filter: AuditFilter = {}) =>
  (await client.call('audit.list', { folder: fixture.folder, filter, offset: 0, limit: 100 })).entries;
const verify = () => client.call('audit.verify', { folder: fixture.folder });

async function send(text: string, mode: Mode = 'bypassPermissions', session?: string) {
  const where = session === undefined ? { folder: fixture.folder, mode, model: 'scripted/audit' } : { session };
  const sent = await client.call('session.send', { ...where, input: { text } });
  return { session: sent.session, watched: await watchSession(client, sent.session) };
}
async function finish(text: string, mode?: Mode, session?: string) {
  const started = await send(text, mode, session);
  const state = await started.watched.until(isIdle);
  return { ...started, state };
}

describe('every kind of side effect leaves exactly one record with its result', () => {
  it('a file that is written', async () => {
    const { session } = await finish('write');
    expect(await list()).toMatchObject([
      {
        kind: 'call',
        by: { kind: 'agent', name: 'main' },
        session,
        tool: 'Write',
        sideEffect: 'write',
        capabilities: [{ capability: 'write-source' }],
        input: { file_path: join(fixture.folder, 'new.txt') },
        paths: [join(fixture.folder, 'new.txt')],
        decision: { decision: 'allow', builtin: 'bypass-permissions' },
        state: 'ok',
        bytesWritten: 4,
      },
    ]);
    expect((await list())[0]?.input).not.toHaveProperty('content');
    expect(await verify()).toMatchObject({ ok: true, records: 2 });
  });

  it('nothing for what only reads', async () => {
    await finish('read');
    expect(await list()).toEqual([]);
  });

  it('an attempt on a guarded file that was refused, though its tool only reads', async () => {
    await writeFile(join(fixture.folder, '.env'), 'KEY=1');
    await finish('spy');
    const path = join(fixture.folder, '.env');
    const refused = { sideEffect: 'read', paths: [path], decision: { decision: 'deny', builtin: 'secret-path' }, state: 'refused' };
    expect(await list()).toMatchObject([
      { tool: 'Grep', ...refused },
      { tool: 'Read', ...refused },
    ]);
  });

  it('a command that fails, without the secret in it and without what the tool does not keep', async () => {
    await finish('fail');
    const [entry, ...more] = await list();
    expect(more).toEqual([]);
    expect(entry).toMatchObject({ tool: 'Bash', state: 'error', errorKind: 'failed', exitCode: 3 });
    expect(entry?.durationMs).toBeGreaterThanOrEqual(0);
    expect(Object.keys(entry?.input ?? {})).toEqual(['command']);
    const { file } = await verify();
    expect(await readFile(file, 'utf8')).not.toContain(SECRET);
  });

  it('a call that the person refuses, and one that they allow', async () => {
    const { watched, session } = await send('remove', 'default');
    const asked = await watched.until((state) => state.pending.length > 0);
    await client.call('permission.answer', { session, request: asked.pending[0]?.request ?? '', answer: { type: 'reject' } });
    await watched.until(isIdle);
    expect(await list()).toMatchObject([{ state: 'refused', errorKind: 'rejected', decision: { decision: 'ask', answer: 'reject' } }]);
  });

  it('a command in the background: its call, and its end', async () => {
    await finish('background');
    const ends = await eventually(async () => {
      const found = (await list()).filter(({ kind }) => kind === 'background');
      expect(found).toHaveLength(1);
      return found;
    });
    expect(ends).toMatchObject([{ state: 'error', exitCode: 7, summary: 'echo up; exit 7', by: { kind: 'agent', name: 'main' } }]);
    const calls = (await list()).filter(({ kind }) => kind === 'call');
    expect(calls).toMatchObject([{ state: 'ok', id: ends[0]?.item }]);
  });

  it('a page that is fetched', async () => {
    await fixture.ports.config.change({ webFetch: true });
    await finish('fetch');
    expect(await list()).toMatchObject([
      { tool: 'WebFetch', sideEffect: 'network', capabilities: [{ capability: 'network', of: '127.0.0.1' }], state: 'error' },
    ]);
  });

  it("the person's own command", async () => {
    const { session } = await client.call('terminal.command', {
      folder: fixture.folder,
      command: 'exit 4',
      size: { columns: 80, rows: 24 },
    });
    await eventually(async () => expect(await list()).toMatchObject([{ state: 'error', exitCode: 4 }]));
    expect(await list({ agent: 'person' })).toMatchObject([
      { kind: 'command', by: { kind: 'person' }, session, input: { command: 'exit 4' } },
    ]);
  });

  it('what is undone', async () => {
    const { session, state } = await finish('write');
    const turn = state.turns[0]?.turn ?? '';
    await client.call('changes.undo', { session, turn });
    expect((await list())[0]).toMatchObject({
      kind: 'undo',
      by: { kind: 'person' },
      turn,
      paths: [join(fixture.folder, 'new.txt')],
      state: 'ok',
    });
  });

  it('trust, and rules that are changed and taken back', async () => {
    await client.call('folder.trust', { folder: fixture.folder, trusted: true });
    const edits = [{ type: 'cell', row: 'git-commit', column: 'scope:local', verdict: 'allow' } as const];
    const plan = await client.call('permission.plan', { folder: fixture.folder, edits });
    const hashes = Object.fromEntries(plan.files.map(({ path, hash }) => [path, hash]));
    const { undo } = await client.call('permission.apply', { folder: fixture.folder, edits, hashes });
    await client.call('permission.undo', { undo });
    const file = join(fixture.folder, '.claude/settings.local.json');
    const [undone, applied, trusted, ...more] = await list();
    expect(more).toEqual([]);
    expect(trusted).toMatchObject({ kind: 'trust', summary: 'trusted' });
    expect(applied).toMatchObject({ kind: 'rules', by: { kind: 'person' }, paths: [file] });
    expect(applied?.summary).toContain('+      "Bash(git commit *)"');
    expect(undone?.summary).toContain('-      "Bash(git commit *)"');
  });

  it('a rule that the person grants with an answer', async () => {
    const { watched, session } = await send('make', 'default');
    const asked = await watched.until((state) => state.pending.length > 0);
    const request = asked.pending[0];
    const offer = { rule: 'Bash(mkdir made)', scope: 'session' } as const;
    await client.call('permission.answer', { session, request: request?.request ?? '', answer: { type: 'allow-always', offer } });
    await watched.until(isIdle);
    const rules = (await list()).filter(({ kind }) => kind === 'rules');
    expect(rules).toMatchObject([
      { by: { kind: 'person', name: 'test' }, summary: '+ allow Bash(mkdir made)', input: { scope: 'session' } },
    ]);
    expect((await list({ tool: 'Bash' }))[0]?.decision?.answer).toBe('allow-always');
  });
});

describe('a call that is repeated', () => {
  it('asks again when it deletes, and names the earlier record', async () => {
    const { session } = await finish('remove');
    const [first] = await list();
    const { watched } = await send('remove', undefined, session);
    const asked = await watched.until((state) => state.pending.length > 0);
    const request = asked.pending[0];
    expect(request).toMatchObject({ type: 'permission', decision: { decision: 'ask', builtin: 'repeated-call' } });
    expect(JSON.stringify(request)).toContain(first?.id);
    await client.call('permission.answer', { session, request: request?.request ?? '', answer: { type: 'reject' } });
    await watched.until(isIdle);
    const [second] = await list();
    expect(second).toMatchObject({ key: first?.key, state: 'refused' });
  });

  it('is reported as done when it is an edit whose file is as it left it', async () => {
    await finish('twice');
    expect(await readFile(join(fixture.folder, 'notes.txt'), 'utf8')).toBe('one\ntwo two\n');
    const [second, first] = await list();
    expect(second).toMatchObject({ tool: 'Edit', key: first?.key, state: 'error', errorKind: 'already-done' });
    expect(first).toMatchObject({ state: 'ok' });
  });
});

describe('a log that cannot be written', () => {
  it('is an alarm at once, and what cannot be undone does not run', async () => {
    const alarms: string[] = [];
    client.on('alarm', ({ code }) => alarms.push(code));
    const { file } = await verify();
    await mkdir(file, { recursive: true });
    await finish('remove');
    await eventually(() => expect(alarms).toContain('audit-failed'));
    expect(await readFile(join(fixture.folder, 'notes.txt'), 'utf8')).toBe('one\ntwo\n');
    await rm(file, { recursive: true });
    await finish('remove');
    await expect(readFile(join(fixture.folder, 'notes.txt'))).rejects.toMatchObject({ code: 'ENOENT' });
  });
});
