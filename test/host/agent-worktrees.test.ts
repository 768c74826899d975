import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import type { AgentNode } from '../../shared/model/agent-node';
import { isKnownEvent } from '../../shared/reduce/session-reducer';
import { createHostFixture, type HostFixture } from '../support/host-fixture';

const task = (what: string) =>
  `{ description: Work apart, prompt: '${what} and report', subagent_type: general-purpose, isolation: worktree }`;
const SCRIPT = `
turns:
  - id: idle
    match: delegate looking apart
    rounds:
      - calls: [{ name: Agent, input: ${task('only look at this worktree')} }]
      - text: Looked.
  - id: look
    matches: only look at this worktree
    rounds:
      - text: Nothing to do.
  - id: again
    match: ask it again
    rounds:
      - calls: [{ name: SendMessage, input: { to: general-purpose-1, message: write made.txt in this worktree } }]
      - text: Asked.
  - id: work
    match: delegate work apart
    rounds:
      - calls: [{ name: Agent, input: ${task('write made.txt in this worktree')} }]
      - text: Worked.
  - id: write
    matches: write made.txt in this worktree
    rounds:
      - calls: [{ name: Write, input: { file_path: '{{cwd}}/made.txt', content: made apart } }]
      - text: Written.
  - id: escape
    match: delegate an escape
    rounds:
      - calls: [{ name: Agent, input: ${task('write into the main checkout')} }]
      - text: Tried.
  - id: out
    matches: write into the main checkout
    rounds:
      - calls: [{ name: Write, input: { file_path: '{{cwd}}/../../../escaped.txt', content: no } }]
      - - when: { error: true }
          text: I was not allowed to.
        - text: I got out.
  - id: shell
    match: delegate commands apart
    rounds:
      - calls: [{ name: Agent, input: ${task('run commands in this worktree')} }]
      - text: Ran.
  - id: commands
    matches: run commands in this worktree
    rounds:
      - calls: [{ name: Bash, input: { command: 'git status --porcelain > seen.txt; cat ../../../notes.txt >> seen.txt; echo out > ../../../out.txt; echo out > {{cwd}}/../../../../granted/out.txt; true' } }]
      - text: Ran them.
`;

let fixture: HostFixture | undefined;

afterEach(async () => {
  await fixture?.close();
  fixture = undefined;
});

function git(folder: string, ...args: string[]): string {
  const who = ['-c', 'user.name=Ann', '-c', 'user.email=ann@example.com'];
  return execFileSync('git', [...who, ...args], { cwd: folder, encoding: 'utf8', env: { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null' } });
}

async function openRepository(): Promise<HostFixture> {
  fixture = await createHostFixture();
  const { folder, ports } = fixture;
  await writeFile(join(ports.resources, 'scripts/apart.yaml'), SCRIPT);
  git(folder, 'init', '-q', '-b', 'main');
  git(folder, 'config', 'user.name', 'Ann');
  git(folder, 'config', 'user.email', 'ann@example.com');
  git(folder, 'add', '-A');
  git(folder, 'commit', '-q', '-m', 'first');
  await ports.folders.setTrusted(folder, true);
  return fixture;
}

async function delegate(host: HostFixture, text: string): Promise<{ session: string; node: AgentNode | undefined }> {
  const { session, finished } = await host.host.sessions.send({
    folder: host.folder,
    model: 'scripted/apart',
    mode: 'acceptEdits',
    input: { text, images: [] },
  });
  await finished;
  const reader = await host.ports.store.openForReading(session);
  const node = reader.state.agents?.[0];
  await reader.close();
  return { session, node };
}

it('a worktree in which nothing was changed is removed with its branch', async () => {
  const host = await openRepository();
  const { node } = await delegate(host, 'delegate looking apart');
  expect(node?.worktree?.end).toEqual({ state: 'removed', files: 0, commits: 0 });
  expect(existsSync(node?.worktree?.path ?? '/')).toBe(false);
  expect(git(host.folder, 'branch', '--list', 'vitrine/*')).toBe('');
  expect(git(host.folder, 'status', '--porcelain')).toBe('');
});

it('an agent whose worktree was removed goes on in a new one at the same place', async () => {
  const host = await openRepository();
  const { session, node } = await delegate(host, 'delegate looking apart');
  const path = node?.worktree?.path ?? '/';
  expect(existsSync(path)).toBe(false);
  await (await host.host.sessions.send({ session, input: { text: 'ask it again', images: [] } })).finished;
  expect(await readFile(join(path, 'made.txt'), 'utf8')).toBe('made apart');
  expect(git(path, 'rev-parse', '--abbrev-ref', 'HEAD').trim()).toBe(node?.worktree?.branch);
  expect(existsSync(join(host.folder, 'made.txt'))).toBe(false);
});

it('work in a worktree stays out of the folder until the person merges it', async () => {
  const host = await openRepository();
  const { node } = await delegate(host, 'delegate work apart');
  expect(node?.worktree?.end).toEqual({ state: 'waiting', files: 1, commits: 0 });
  expect(existsSync(join(host.folder, 'made.txt'))).toBe(false);
  const client = host.connect();
  expect(await client.call('worktrees.settle', { folder: host.folder, path: node?.worktree?.path ?? '', how: 'merge' })).toEqual({});
  expect(await readFile(join(host.folder, 'made.txt'), 'utf8')).toBe('made apart');
  expect((await client.call('worktrees.list', { folder: host.folder })).worktrees).toEqual([]);
  expect(existsSync(node?.worktree?.path ?? '/')).toBe(false);
});

it('what cannot be merged stays as it is, and the folder too', async () => {
  const host = await openRepository();
  const { node } = await delegate(host, 'delegate work apart');
  await writeFile(join(host.folder, 'made.txt'), 'made here\n');
  git(host.folder, 'add', '-A');
  git(host.folder, 'commit', '-q', '-m', 'the same file');
  const client = host.connect();
  const { problem } = await client.call('worktrees.settle', { folder: host.folder, path: node?.worktree?.path ?? '', how: 'merge' });
  expect(problem).toMatch(/conflict|merge/i);
  expect(await readFile(join(host.folder, 'made.txt'), 'utf8')).toBe('made here\n');
  expect(git(host.folder, 'status', '--porcelain')).toBe('');
  expect((await client.call('worktrees.list', { folder: host.folder })).worktrees).toMatchObject([{ commits: 1, files: 0 }]);
});

it('a submodule that was planted in a worktree starts nothing', async () => {
  const host = await openRepository();
  const { node } = await delegate(host, 'delegate work apart');
  const path = node?.worktree?.path ?? '';
  const mark = join(host.folder, 'ran');
  git(path, 'init', '-q', 'sub');
  git(join(path, 'sub'), '-c', 'user.name=Ann', 'commit', '-q', '--allow-empty', '-m', 'inner');
  git(join(path, 'sub'), 'config', 'core.fsmonitor', `touch '${mark}';:`);
  git(path, 'update-index', '--add', '--cacheinfo', `160000,${git(join(path, 'sub'), 'rev-parse', 'HEAD').trim()},sub`);
  await writeFile(join(path, 'sub/new.txt'), 'new');
  const client = host.connect();
  const { problem } = await client.call('worktrees.settle', { folder: host.folder, path: node?.worktree?.path ?? '', how: 'merge' });
  expect(problem).toContain(': sub.');
  expect((await client.call('worktrees.list', { folder: host.folder })).worktrees).toHaveLength(1);
  expect(existsSync(mark)).toBe(false);
});

it('worktrees of a folder that is not trusted start none of the programs that its git settings name', async () => {
  const host = await openRepository();
  const { folder } = host;
  const { node } = await delegate(host, 'delegate work apart');
  const path = node?.worktree?.path ?? '';
  const mark = join(folder, 'ran');
  git(path, 'add', '-A');
  git(path, 'commit', '-q', '-m', 'made');
  await writeFile(join(path, '.gitattributes'), 'made.txt filter=own\n');
  await writeFile(join(path, 'made.txt'), 'other text');
  git(folder, 'config', 'filter.own.clean', `touch '${mark}';cat`);
  const client = host.connect();
  await host.ports.folders.setTrusted(folder, false);
  expect((await client.call('worktrees.list', { folder })).worktrees).toEqual([]);
  const settled = client.call('worktrees.settle', { folder, path: node?.worktree?.path ?? '', how: 'discard' });
  await expect(settled).rejects.toMatchObject({ code: 'denied' });
  expect(existsSync(mark)).toBe(false);
  await host.ports.folders.setTrusted(folder, true);
  expect((await client.call('worktrees.list', { folder })).worktrees).toHaveLength(1);
  expect(existsSync(mark)).toBe(true);
});

it('a worktree that lies outside of the folder is not looked at', async () => {
  const host = await openRepository();
  const elsewhere = join(host.ports.personHome, 'other/.claude/worktrees/apart');
  git(host.folder, 'worktree', 'add', '-q', '-b', 'vitrine/apart', elsewhere);
  await writeFile(join(elsewhere, 'new.txt'), 'new');
  expect((await host.connect().call('worktrees.list', { folder: host.folder })).worktrees).toEqual([]);
});

it('hooks for an agent in a worktree run there, and are told so', async () => {
  const host = await openRepository();
  const command = 'pwd > "$CLAUDE_PROJECT_DIR/where.txt"; cat > "$CLAUDE_PROJECT_DIR/input.json"';
  const hooks = { PreToolUse: [{ matcher: 'Write', hooks: [{ type: 'command', command }] }] };
  await mkdir(join(host.folder, '.claude'), { recursive: true });
  await writeFile(join(host.folder, '.claude/settings.json'), JSON.stringify({ hooks }));
  const { node } = await delegate(host, 'delegate work apart');
  expect(await readFile(join(host.folder, 'where.txt'), 'utf8')).toBe(`${node?.worktree?.path}\n`);
  expect(JSON.parse(await readFile(join(host.folder, 'input.json'), 'utf8'))).toMatchObject({ cwd: node?.worktree?.path });
});

it('an agent in a worktree writes nowhere else', async () => {
  const host = await openRepository();
  const { session, node } = await delegate(host, 'delegate an escape');
  const reader = await host.ports.store.openForReading(session);
  const writes = [];
  for await (const event of reader.read(0))
    if (isKnownEvent(event) && event.type === 'item/completed' && event.item.kind === 'tool-call' && event.item.name === 'Write')
      writes.push(event.item);
  await reader.close();
  expect(writes).toMatchObject([{ agent: node?.agent, state: 'denied' }]);
  expect(existsSync(join(host.folder, 'escaped.txt'))).toBe(false);
});

it('commands of an agent in a worktree see the project and change nothing outside, granted folders included', async () => {
  const host = await openRepository();
  const granted = join(host.folder, '../granted');
  await mkdir(granted);
  await mkdir(join(host.folder, '.claude'), { recursive: true });
  const permissions = { additionalDirectories: [granted], allow: ['Bash'] };
  await writeFile(join(host.folder, '.claude/settings.json'), JSON.stringify({ permissions }));
  expect(await host.ports.shell.findSandbox()).toMatchObject({ available: true });
  const { node } = await delegate(host, 'delegate commands apart');
  expect(existsSync(join(host.folder, 'out.txt'))).toBe(false);
  expect(existsSync(join(granted, 'out.txt'))).toBe(false);
  expect(await readFile(join(node?.worktree?.path ?? '', 'seen.txt'), 'utf8')).toBe('?? seen.txt\none\ntwo\n');
});

it('uncommitted work is found by another host, and thrown away only on the person’s word', async () => {
  const host = await openRepository();
  const { node } = await delegate(host, 'delegate work apart');
  await host.host.close();
  const next = await createHostFixture({ home: host.home });
  try {
    const client = next.connect();
    const { worktrees } = await client.call('worktrees.list', { folder: host.folder });
    expect(worktrees).toMatchObject([{ branch: node?.worktree?.branch, files: 1, commits: 0 }]);
    expect(await readFile(join(worktrees[0]?.path ?? '', 'made.txt'), 'utf8')).toBe('made apart');
    await client.call('worktrees.settle', { folder: host.folder, path: worktrees[0]?.path ?? '', how: 'discard' });
    expect((await client.call('worktrees.list', { folder: host.folder })).worktrees).toEqual([]);
  } finally {
    await next.close();
  }
});
