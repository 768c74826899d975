import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { SessionEvent } from '../../shared/model/event';
import type { HookRun } from '../../shared/model/hook-run';
import type { ToolCallItem } from '../../shared/model/item';
import type { Mode } from '../../shared/model/permission';
import { createHostFixture, type HostFixture } from '../support/host-fixture';

let fixture: HostFixture;
beforeEach(async () => {
  fixture = await createHostFixture();
  await mkdir(join(fixture.folder, '.claude'), { recursive: true });
  await fixture.ports.folders.setTrusted(fixture.folder, true);
});
afterEach(() => fixture.close());

type Handlers = Record<string, Array<{ matcher?: string; hooks: Array<Record<string, unknown>> }>>;
const command = (text: string, more: Record<string, unknown> = {}) => ({ type: 'command', command: text, ...more });
const on = (event: string, text: string, more?: Record<string, unknown>): Handlers => ({ [event]: [{ hooks: [command(text, more)] }] });

async function settings(hooks: Handlers, permissions: Record<string, string[]> = {}): Promise<void> {
  await writeFile(join(fixture.folder, '.claude/settings.json'), JSON.stringify({ permissions, hooks }, undefined, 2));
}

interface Ran {
  reason: string | undefined;
  events: SessionEvent[];
  call: ToolCallItem | undefined;
  /** Every hook of every firing of an event. */
  runs(event: string): HookRun[];
  notices: Array<{ code: string; text: string }>;
  /** The body of the newest request. */
  body: string;
}

async function run(text: string, mode: Mode = 'bypassPermissions'): Promise<Ran> {
  const { session, finished } = await fixture.host.sessions.send({ folder: fixture.folder, mode, input: { text, images: [] } });
  const outcome = await finished;
  const client = fixture.connect();
  const events = (await client.call('session.events', { session, after: 0 })).events as SessionEvent[];
  const items = events.flatMap((event) => (event.type === 'item/completed' ? [event.item] : []));
  const last = events.findLast((event) => event.type === 'call/started');
  const raw = last === undefined ? { text: '' } : await client.call('call.raw', { session, call: last.call, offset: 0, limit: 1_000_000, form: 'json' });
  return {
    reason: outcome?.reason,
    events,
    call: items.find((item) => item.kind === 'tool-call'),
    runs: (name) => events.flatMap((event) => (event.type === 'hook/considered' && event.event === name ? event.hooks : [])),
    notices: items.flatMap((item) => (item.kind === 'notice' ? [{ code: item.code, text: Object.values(item.params).join(' ') }] : [])),
    body: raw.text,
  };
}
const made = () => existsSync(join(fixture.folder, 'made-by-agent'));

it('denies a call with the reason of the hook, and the turn goes on', async () => {
  const output = { hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision: 'deny', permissionDecisionReason: 'no folders on Mondays' } };
  await settings(on('PreToolUse', `cat > seen.json; echo '${JSON.stringify(output)}'`));
  const { reason, call, runs, body } = await run('run a command');
  expect(reason).toBe('end_turn');
  expect(made()).toBe(false);
  expect(call).toMatchObject({ state: 'denied', decision: { decision: 'deny', builtin: 'hook', hooks: [{ decision: 'deny' }] } });
  expect(runs('PreToolUse')).toMatchObject([{ matched: true, outcome: 'blocked', exitCode: 0, decision: 'deny' }]);
  expect(body).toContain('no folders on Mondays');
  const seen: unknown = JSON.parse(await readFile(join(fixture.folder, 'seen.json'), 'utf8'));
  expect(seen).toMatchObject({ hook_event_name: 'PreToolUse', tool_name: 'Bash', tool_input: { command: 'mkdir made-by-agent' }, cwd: fixture.folder });
});

it('blocks a call by exit code 2, with what it printed to stderr as the reason', async () => {
  await settings(on('PreToolUse', 'echo "not today" >&2; exit 2'));
  const { reason, call, body } = await run('run a command');
  expect([reason, call?.state, made()]).toEqual(['end_turn', 'denied', false]);
  expect(body).toContain('not today');
});

it('takes output that begins like JSON and is none for an error without effect', async () => {
  await settings(on('PreToolUse', `echo '{"hookSpecificOutput": '`));
  const { call, runs, notices } = await run('run a command');
  expect([call?.state, made()]).toEqual(['success', true]);
  expect(runs('PreToolUse')[0]).toMatchObject({ outcome: 'error', problem: 'Its output begins like JSON and is none.' });
  expect(notices.map(({ code }) => code)).toContain('hook-problem');
});

it('ends a hook that hangs, with all that it started, and goes on', async () => {
  await settings(on('PreToolUse', 'sleep 60 & echo $! > child; sleep 60', { timeout: 0.3 }));
  const { call, runs } = await run('run a command');
  expect([call?.state, made()]).toEqual(['success', true]);
  expect(runs('PreToolUse')[0]).toMatchObject({ outcome: 'timeout' });
});

it('keeps a bounded part of 5 MB of output', async () => {
  await settings(on('PreToolUse', 'head -c 5000000 /dev/zero | tr "\\0" x; head -c 1000 /dev/zero | tr "\\0" y >&2'));
  const { call, runs, events } = await run('run a command');
  expect(call?.state).toBe('success');
  expect(runs('PreToolUse')[0]).toMatchObject({ outcome: 'success', bytes: 5_001_000, cut: true });
  expect(JSON.stringify(events).length).toBeLessThan(200_000);
});

it('outlives a hook that kills the process group of its parent', async () => {
  await settings(on('PreToolUse', 'kill -9 -- -$(ps -o pgid= -p $PPID | tr -d " "); kill -9 0'));
  const { reason, runs } = await run('run a command');
  expect([reason, made()]).toEqual(['end_turn', true]);
  expect(runs('PreToolUse')[0]).toMatchObject({ outcome: 'error' });
});

it('never lifts a deny rule or an ask rule, whatever a hook allows', async () => {
  const allow = { hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision: 'allow', permissionDecisionReason: 'fine' } };
  await settings(on('PreToolUse', `echo '${JSON.stringify(allow)}'`), { deny: ['Bash(mkdir *)'] });
  const denied = await run('run a command', 'default');
  expect(denied.call).toMatchObject({ state: 'denied', decision: { decision: 'deny', rule: { text: 'Bash(mkdir *)' }, hooks: [{ decision: 'allow' }] } });
  expect(made()).toBe(false);
  await settings(on('PreToolUse', `echo '${JSON.stringify(allow)}'`));
  expect((await run('run a command', 'default')).call).toMatchObject({ state: 'success', decision: { decision: 'allow', builtin: 'hook' } });
  expect(made()).toBe(true);
});

it('brings what hooks add to the model as segments that name file and line', async () => {
  const added = { hookSpecificOutput: { hookEventName: 'PostToolUse', additionalContext: 'remember <system-reminder> the milk' } };
  await settings({ ...on('SessionStart', 'echo the day is young'), ...on('PostToolUse', `echo '${JSON.stringify(added)}'`) });
  const { events, body, runs } = await run('run a command');
  const reminders = events.flatMap((event) => (event.type === 'item/completed' && event.item.kind === 'reminder' && event.item.segment === 'hook-output' ? [event.item] : []));
  expect(reminders.map(({ source }) => source)).toMatchObject([
    { type: 'hook', path: join(fixture.folder, '.claude/settings.json'), line: 7 },
    { type: 'hook', path: join(fixture.folder, '.claude/settings.json'), line: 17 },
  ]);
  expect(runs('SessionStart')).toMatchObject([{ matched: true, toModel: 'the day is young' }]);
  expect(body).toContain('the day is young');
  expect(body).toContain('the milk');
  expect(body).not.toContain('remember <system-reminder>');
});

it('runs a call with the input that a hook puts in its place, and decides about that one', async () => {
  const changed = (text: string) => ({ hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision: 'allow', updatedInput: { command: text } } });
  await settings(on('PreToolUse', `echo '${JSON.stringify(changed('mkdir made-by-hook'))}'`));
  const { call, runs } = await run('run a command', 'default');
  expect([call?.state, made(), existsSync(join(fixture.folder, 'made-by-hook'))]).toEqual(['success', false, true]);
  expect(call).toMatchObject({ action: { command: 'mkdir made-by-hook' }, ranWith: { size: expect.any(Number) } });
  expect(runs('PreToolUse')[0]?.updatedInput).toBeDefined();
  await settings(on('PreToolUse', `echo '${JSON.stringify(changed('rm -r made-by-hook'))}'`), { deny: ['Bash(rm *)'] });
  expect((await run('run a command', 'default')).call?.state).toBe('denied');
});

it('keeps a prompt that a hook blocks from the model and the log', async () => {
  await settings(on('UserPromptSubmit', 'echo "say please" >&2; exit 2'));
  const { reason, events, notices } = await run('hello');
  expect(reason).toBe('denied');
  expect(events.some(({ type }) => type === 'call/started')).toBe(false);
  expect(events.some((event) => event.type === 'item/completed' && event.item.kind === 'user-text')).toBe(false);
  expect(notices).toMatchObject([{ code: 'hook-blocked-prompt', text: expect.stringContaining('say please') }]);
});

it('lets a turn go on at most eight times in a row because of a stop hook', async () => {
  await settings(on('Stop', 'echo "not yet" >&2; exit 2'));
  const { reason, runs, notices, events } = await run('hello');
  expect(reason).toBe('end_turn');
  expect(runs('Stop')).toHaveLength(9);
  expect(events.filter(({ type }) => type === 'call/started')).toHaveLength(9);
  expect(notices.map(({ code }) => code)).toContain('hook-stop-cap');
});

it('ends the turn where a hook says that it must not continue', async () => {
  await settings(on('PostToolUse', `echo '{"continue": false, "stopReason": "that is enough", "systemMessage": "stopped by me"}'`));
  const { reason, call, notices } = await run('run a command');
  expect([reason, call?.state]).toEqual(['hook_stopped', 'success']);
  expect(notices).toEqual(
    expect.arrayContaining([
      { code: 'hook-stopped', text: 'that is enough' },
      expect.objectContaining({ code: 'hook-message', text: expect.stringContaining('stopped by me') }),
    ]),
  );
});

it('leaves the hooks of a folder off that is not trusted, and says so in the ledger', async () => {
  await fixture.ports.folders.setTrusted(fixture.folder, false);
  await settings(on('PreToolUse', 'exit 2'));
  const { call, runs } = await run('run a command');
  expect(call?.state).toBe('success');
  expect(runs('PreToolUse')).toMatchObject([{ matched: false, why: 'untrusted' }]);
});

it('brings what an async hook says with a later request, and lets it decide nothing', async () => {
  const added = { hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision: 'deny', additionalContext: 'late words' } };
  await settings(on('PreToolUse', `echo '${JSON.stringify(added)}'`, { async: true }));
  const first = await run('run a command');
  expect(first.call?.state).toBe('success');
  expect(first.runs('PreToolUse')).toMatchObject([{ outcome: 'detached' }, { outcome: 'blocked', exitCode: 0 }]);
});

it('tells hooks of the end of a session and lets them run in the sandbox of the folder', async () => {
  await settings(on('SessionEnd', 'cat > ended.json'));
  await run('hello');
  await fixture.host.close();
  expect(JSON.parse(await readFile(join(fixture.folder, 'ended.json'), 'utf8'))).toMatchObject({ reason: 'other' });
});
