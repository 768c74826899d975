import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { createClock } from '../../main/adapters/clock/create-clock';
import { IDLE_MS } from '../../main/host/hooks/session-notices';
import { createHookedFolder, type HookedFolder, on } from '../support/hooked-folder';
import { eventually } from '../support/eventually';

const SCRIPT = `
turns:
  - id: behind
    match: look behind
    rounds:
      - calls: [{ name: Agent, input: { description: Look, prompt: 'say that you looked', subagent_type: Explore, run_in_background: true } }]
      - text: Started.
      - text: Heard.
  - id: looked
    matches: say that you looked
    rounds:
      - text: I looked.
  - id: apart
    match: look apart
    rounds:
      - calls: [{ name: Agent, input: { description: Look, prompt: 'say that you looked', subagent_type: general-purpose, isolation: worktree } }]
      - text: Looked.
`;

let folder: HookedFolder | undefined;
afterEach(async () => {
  await folder?.fixture.close();
  folder = undefined;
});

/** A folder whose hooks of an event write what they are given, one JSON value per line. */
async function open(event: string, change: Parameters<typeof createHookedFolder>[0] = {}) {
  const made = await createHookedFolder(change);
  folder = made;
  await writeFile(join(made.fixture.ports.resources, 'scripts/tell.yaml'), SCRIPT);
  await made.settings(on(event, 'cat >> told; echo >> told'));
  const told = join(made.fixture.folder, 'told');
  return {
    made,
    told: (): unknown[] =>
      existsSync(told)
        ? readFileSync(told, 'utf8')
            .trim()
            .split('\n')
            .map((line): unknown => JSON.parse(line))
        : [],
    async send(text: string, model?: string) {
      const { fixture } = made;
      const input = { text, images: [] };
      return fixture.host.sessions.send({ folder: fixture.folder, mode: 'acceptEdits', input, ...(model === undefined ? {} : { model }) });
    },
  };
}

it.each([
  ['a call', 'read outside and push', { notification_type: 'permission_prompt', message: expect.stringContaining('outside.txt') }],
  ['a question', 'ask me something', { notification_type: 'permission_prompt', message: 'Which colour?' }],
])('tells that %s waits for the person', async (_name, text, wanted) => {
  const { send, told } = await open('Notification');
  await send(text);
  await eventually(() => expect(told()).toMatchObject([wanted]));
});

it('tells that an agent in the background has ended', async () => {
  const { send, told } = await open('Notification');
  await send('look behind', 'scripted/tell');
  const wanted = { notification_type: 'agent_completed', message: 'Explore: Look (completed)', agent_id: 'main/explore-1' };
  await eventually(() => expect(told()).toMatchObject([wanted]));
});

it('tells that the session waits for the next message once nobody has sent one for a while', async () => {
  const clock = createClock();
  let idle: Array<() => void> = [];
  const sleep: typeof clock.sleep = (ms, signal) =>
    ms === IDLE_MS ? new Promise((resolve) => idle.push(resolve)) : clock.sleep(ms, signal);
  const { send, told, made } = await open('Notification', { change: { clock: { ...clock, sleep } } });
  const { session, finished } = await send('hello');
  await finished;
  await made.fixture.connect().call('session.open', { session });
  idle = [];
  await (await made.fixture.host.sessions.send({ session, input: { text: 'hello again', images: [] } })).finished;
  await eventually(() => expect(idle).toHaveLength(1));
  expect(told()).toEqual([]);
  idle[0]?.();
  await eventually(() => expect(told()).toMatchObject([{ notification_type: 'idle_prompt' }]));
});

it('tells hooks of a worktree before it is removed, also where they remove it themselves', async () => {
  const { send, told, made } = await open('WorktreeRemove');
  const git = (...args: string[]) => execFileSync('git', args, { cwd: made.fixture.folder, encoding: 'utf8' });
  git('init', '-q', '-b', 'main');
  git('-c', 'user.name=Ann', '-c', 'user.email=ann@example.com', 'commit', '-q', '--allow-empty', '-m', 'first');
  await (await send('look apart', 'scripted/tell')).finished;
  const [first] = told();
  expect(first).toMatchObject({ worktree_path: expect.stringContaining('.claude/worktrees/general-purpose-1') });
  await mkdir(join(made.fixture.folder, '.claude'), { recursive: true });
  await made.settings(on('WorktreeRemove', 'rm -rf .claude/worktrees/*'));
  await (await send('look apart', 'scripted/tell')).finished;
  expect(git('worktree', 'list').trim().split('\n')).toHaveLength(1);
  expect(git('branch', '--list', 'vitrine/*')).toBe('');
});
