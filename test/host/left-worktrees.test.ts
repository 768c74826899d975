import { execFileSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import type { HostClient } from '../../renderer/transport/host-client';
import { runCli } from '../support/built-cli';
import { eventually } from '../support/eventually';
import { createHostFixture, type HostFixture } from '../support/host-fixture';
import { serveProcess } from '../support/serve-process';

const task = (what: string, more = '') =>
  `{ name: Agent, input: { description: Work apart, prompt: '${what} and report', subagent_type: general-purpose, isolation: worktree${more} } }`;
const SCRIPT = `
turns:
  - id: work
    match: delegate work apart
    rounds:
      - calls: [${task('write made.txt here')}]
      - text: Worked.
  - id: stay
    match: delegate staying apart
    rounds:
      - calls: [${task('write made.txt and stay')}]
      - text: Never said.
  - id: idle
    match: delegate looking apart
    rounds:
      - calls: [${task('only look at this worktree')}]
      - text: Looked.
  - id: look
    matches: only look at this worktree
    rounds:
      - text: Nothing to do.
  - id: write
    matches: write made.txt here
    rounds:
      - calls: [{ name: Write, input: { file_path: '{{cwd}}/made.txt', content: made apart } }]
      - text: Written.
  - id: stays
    matches: write made.txt and stay
    rounds:
      - calls: [{ name: Write, input: { file_path: '{{cwd}}/made.txt', content: made apart } }]
      - text: "${'working on it. '.repeat(400)}"
        chars_per_second: 20
`;

const HOOKED = 'trees/$(basename "$(cat | sed -n \'s/.*"name":"\\([^"]*\\)".*/\\1/p\')")';
const CREATE = `cd "$CLAUDE_PROJECT_DIR" && tree="$CLAUDE_PROJECT_DIR/${HOOKED}" && git worktree add -q -b "own-branch" "$tree" >&2 && echo "$tree"`;
const REMOVE = 'cat >> "$CLAUDE_PROJECT_DIR/removed.jsonl"; echo >> "$CLAUDE_PROJECT_DIR/removed.jsonl"';

const fixtures: HostFixture[] = [];
let served: ChildProcess | undefined;

afterEach(async () => {
  served?.kill('SIGKILL');
  served = undefined;
  for (const fixture of fixtures.splice(0).reverse()) await fixture.close();
});

function git(folder: string, ...args: string[]): string {
  const who = ['-c', 'user.name=Ann', '-c', 'user.email=ann@example.com'];
  return execFileSync('git', [...who, ...args], { cwd: folder, encoding: 'utf8', env: { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null' } });
}

async function openHost(home?: string): Promise<HostFixture> {
  const fixture = await createHostFixture(home === undefined ? {} : { home });
  fixtures.push(fixture);
  await mkdir(join(fixture.home, 'scripts'), { recursive: true });
  await writeFile(join(fixture.home, 'scripts/left.yaml'), SCRIPT);
  return fixture;
}

async function openRepository(hooks: Record<string, string> = {}): Promise<HostFixture> {
  const host = await openHost();
  const entries = Object.entries(hooks).map(([event, command]) => [event, [{ hooks: [{ type: 'command', command }] }]]);
  await mkdir(join(host.folder, '.claude'), { recursive: true });
  await writeFile(join(host.folder, '.claude/settings.json'), JSON.stringify({ hooks: Object.fromEntries(entries) }));
  git(host.folder, 'init', '-q', '-b', 'main');
  git(host.folder, 'config', 'user.name', 'Ann');
  git(host.folder, 'config', 'user.email', 'ann@example.com');
  git(host.folder, 'add', '-A');
  git(host.folder, 'commit', '-q', '-m', 'first');
  await host.ports.folders.setTrusted(host.folder, true);
  return host;
}

function say({ host, folder }: HostFixture, text: string) {
  return host.sessions.send({ folder, model: 'scripted/left', mode: 'acceptEdits', input: { text, images: [] } });
}

const listed = async (client: HostClient, folder: string) => (await client.call('worktrees.list', { folder })).worktrees;

/** Where an agent that still runs has written its file. A file on its way to its place counts as one too. */
function writtenBy(client: HostClient, folder: string): Promise<string> {
  return eventually(async () => {
    const [worktree] = await listed(client, folder);
    expect(worktree).toMatchObject({ inUse: true });
    expect(existsSync(join(worktree?.path ?? '', 'made.txt'))).toBe(true);
    return worktree?.path ?? '';
  });
}

const records = (home: string) => readdir(join(home, 'worktrees')).catch(() => []);

async function removals(folder: string): Promise<unknown[]> {
  const text = await readFile(join(folder, 'removed.jsonl'), 'utf8').catch(() => '');
  return text.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line)]));
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

async function serve(host: HostFixture): Promise<HostClient> {
  const started = await serveProcess(host);
  served = started.served;
  return started.client;
}

it('the worktree of an agent that runs is shown as in use, and nothing is decided about it', async () => {
  const host = await openRepository();
  const { session } = await say(host, 'delegate staying apart');
  const client = host.connect();
  const path = await writtenBy(client, host.folder);
  expect(await listed(client, host.folder)).toMatchObject([{ files: 1, inUse: true }]);
  for (const how of ['merge', 'keep', 'discard'] as const)
    await expect(client.call('worktrees.settle', { folder: host.folder, path, how })).rejects.toMatchObject({ code: 'busy' });
  expect(await readFile(join(path, 'made.txt'), 'utf8')).toBe('made apart');
  host.host.sessions.interrupt(session);
  await expect.poll(() => listed(client, host.folder)).toMatchObject([{ files: 1, inUse: false }]);
  expect(await client.call('worktrees.settle', { folder: host.folder, path, how: 'discard' })).toEqual({});
  expect(await listed(client, host.folder)).toEqual([]);
  expect(await records(host.home)).toEqual([]);
});

it('work in a worktree that a hook made is found by the next host; its branch stays, and hooks hear of its end', async () => {
  const host = await openRepository({ WorktreeCreate: CREATE, WorktreeRemove: REMOVE });
  await (await say(host, 'delegate work apart')).finished;
  await host.host.close();
  const next = await openHost(host.home);
  const client = next.connect();
  const path = join(host.folder, 'trees/general-purpose-1');
  expect(await listed(client, host.folder)).toMatchObject([{ path, branch: 'own-branch', files: 1, inUse: false }]);
  expect(await removals(host.folder)).toEqual([]);
  expect(await client.call('worktrees.settle', { folder: host.folder, path, how: 'discard' })).toEqual({});
  expect(existsSync(path)).toBe(false);
  expect(git(host.folder, 'branch', '--list', 'own-branch').trim()).toBe('own-branch');
  expect(await removals(host.folder)).toMatchObject([{ hook_event_name: 'WorktreeRemove', worktree_path: path }]);
});

it('hooks hear of a worktree that is removed because nothing was changed in it', async () => {
  const host = await openRepository({ WorktreeRemove: REMOVE });
  await (await say(host, 'delegate looking apart')).finished;
  expect(await removals(host.folder)).toMatchObject([{ worktree_path: expect.stringContaining('/.claude/worktrees/general-purpose-1-') }]);
  expect(await records(host.home)).toEqual([]);
});

it('work on a branch that was switched to in the worktree is merged too', async () => {
  const host = await openRepository();
  await (await say(host, 'delegate work apart')).finished;
  const client = host.connect();
  const path = (await listed(client, host.folder))[0]?.path ?? '';
  git(path, 'switch', '-q', '--detach');
  git(path, 'add', '-A');
  git(path, 'commit', '-q', '-m', 'made');
  expect(await client.call('worktrees.settle', { folder: host.folder, path, how: 'merge' })).toEqual({});
  expect(await readFile(join(host.folder, 'made.txt'), 'utf8')).toBe('made apart');
});

it('of two words on a worktree at once the first counts, and what is merged is whole', async () => {
  const host = await openRepository();
  await (await say(host, 'delegate work apart')).finished;
  const client = host.connect();
  const path = (await listed(client, host.folder))[0]?.path ?? '';
  const settle = (how: 'merge' | 'discard') => client.call('worktrees.settle', { folder: host.folder, path, how });
  const [merged, discarded] = await Promise.allSettled([settle('merge'), settle('discard')]);
  const left = { status: 'rejected', reason: { code: 'not-found' } };
  expect([merged, discarded]).toMatchObject(merged.status === 'fulfilled' ? [{ value: {} }, left] : [left, { value: {} }]);
  expect(existsSync(join(host.folder, 'made.txt'))).toBe(merged.status === 'fulfilled');
  expect(git(host.folder, 'status', '--porcelain', '--untracked-files=no')).toBe('');
  expect(await listed(client, host.folder)).toEqual([]);
});

it('a worktree whose agent could not begin leaves nothing behind', async () => {
  const host = await openRepository();
  const { run } = host.ports.process;
  host.ports.process.run = (file, args, options) => {
    if (options.cwd.includes('/.claude/worktrees/') && args.includes('log')) throw new Error('the disk is gone');
    return run(file, args, options);
  };
  const { session, finished } = await say(host, 'delegate looking apart');
  await finished;
  expect((await host.connect().call('session.open', { session })).state.agents ?? []).toEqual([]);
  expect(git(host.folder, 'worktree', 'list', '--porcelain').match(/^worktree /gm)).toHaveLength(1);
  expect(git(host.folder, 'branch', '--list', 'vitrine/*')).toBe('');
  expect(await records(host.home)).toEqual([]);
});

it('uncommitted work of an agent whose host was killed is listed at the next start, and can be merged; its hooks are ended', async () => {
  const host = await openRepository();
  // A hook that goes on by itself, outside of a sandbox: only the next host ends it.
  const command = `trap '' HUP TERM; echo "$$ $CLAUDE_ENV_FILE" > left-by-hook; sleep 300`;
  const settings = { sandbox: { enabled: false }, hooks: { SessionStart: [{ hooks: [{ type: 'command', command, async: true }] }] } };
  await mkdir(join(host.ports.personHome, '.claude'), { recursive: true });
  await writeFile(join(host.ports.personHome, '.claude/settings.json'), JSON.stringify(settings));
  await host.host.close();
  const client = await serve(host);
  const content = { text: 'delegate staying apart', images: [] };
  const { session } = await client.call('session.send', {
    folder: host.folder,
    model: 'scripted/left',
    mode: 'acceptEdits',
    input: content,
  });
  await writtenBy(client, host.folder);
  const mark = await eventually(async () => {
    const text = await readFile(join(host.folder, 'left-by-hook'), 'utf8');
    expect(text.trim()).toMatch(/^\d+ \S+$/);
    return text.trim();
  });
  client.close();
  const gone = served === undefined ? undefined : once(served, 'exit');
  served?.kill('SIGKILL');
  await gone;
  const [hookProcess = '', exports = ''] = mark.split(' ');
  expect([isRunning(Number(hookProcess)), existsSync(exports)]).toEqual([true, true]);

  const next = await openHost(host.home);
  const again = next.connect();
  await expect.poll(() => [isRunning(Number(hookProcess)), existsSync(exports)]).toEqual([false, false]);
  const env = { VITRINE_HOME: host.home, HOME: host.ports.personHome };
  const shown = JSON.parse((await runCli(['sessions', 'show', session, '--json'], { cwd: host.folder, env })).out);
  expect(shown.agents).toMatchObject([{ state: 'stopped', reason: 'interrupted' }]);
  const found = await listed(again, host.folder);
  expect(found).toMatchObject([{ files: 1, inUse: false }]);
  expect(await readFile(join(found[0]?.path ?? '', 'made.txt'), 'utf8')).toBe('made apart');
  expect(await again.call('worktrees.settle', { folder: host.folder, path: found[0]?.path ?? '', how: 'merge' })).toEqual({});
  expect(await readFile(join(host.folder, 'made.txt'), 'utf8')).toBe('made apart');
  const { state } = await again.call('session.open', { session });
  expect(state.agents).toMatchObject([{ state: 'stopped', reason: 'interrupted', worktree: { settled: 'merged' } }]);
});
