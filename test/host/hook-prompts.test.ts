import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createHookedFolder, type HookedFolder } from '../support/hooked-folder';

let folder: HookedFolder;
beforeEach(async () => {
  folder = await createHookedFolder();
});
afterEach(() => folder.fixture.close());

const judge = (more: Record<string, unknown> = {}) => ({ type: 'prompt', prompt: 'Are folders allowed? $ARGUMENTS', ...more });
type Ran = Awaited<ReturnType<HookedFolder['run']>>;
const judgements = ({ events }: Ran) =>
  events.flatMap((event) => (event.type === 'call/started' && event.agent.startsWith('main/hook-') ? [event] : []));

it('asks the model that a prompt names, and says so where there is none', async () => {
  const script = `turns:\n  - id: strict\n    matches: 'Are folders allowed'\n    rounds:\n      - text: '{"ok": false, "reason": "not with me"}'\n`;
  await writeFile(join(folder.fixture.ports.resources, 'scripts/strict.yaml'), script);
  await folder.settings({ PreToolUse: [{ hooks: [judge({ model: 'scripted/strict' }), judge({ model: 'nobody/nothing' })] }] });
  const ran = await folder.run('run a command');
  expect(judgements(ran)).toMatchObject([{ model: 'strict' }]);
  expect(ran.runs('PreToolUse')).toMatchObject([
    { outcome: 'blocked', decision: 'deny', reason: 'not with me' },
    { outcome: 'error', problem: expect.stringContaining('nobody/nothing') },
  ]);
});

it('counts the cost of a judgement in the turn, and makes none that would go over the limit of money', async () => {
  await folder.settings({ PreToolUse: [{ hooks: [judge({ prompt: `Are folders allowed? ${'Look well. '.repeat(4000)}` })] }] });
  const free = await folder.run('run a command');
  const costs = free.events.flatMap((event) => (event.type === 'call/ended' ? [event.costUsd ?? 0] : []));
  const [first = 0] = costs;
  const turn = free.events.find((event) => event.type === 'turn/ended');
  expect(judgements(free)).toHaveLength(1);
  expect(turn?.costUsd).toBeCloseTo(
    costs.reduce((sum, cost) => sum + cost, 0),
    10,
  );
  const { sessions } = folder.fixture.host;
  const { session, finished } = await sessions.send({
    folder: folder.fixture.folder,
    mode: 'bypassPermissions',
    input: { text: 'run a command', images: [] },
    limits: { costUsd: first * 1.1 },
  });
  await finished;
  const { firings } = await folder.fixture.connect().call('hooks.log', { session });
  expect(firings.at(-1)?.hooks).toMatchObject([{ outcome: 'error', problem: 'No model was asked: the limit of cost is reached.' }]);
});

it('ends the turn after a call that a prompt judges badly, or tells the model where it is to go on', async () => {
  await folder.settings({ PostToolUse: [{ hooks: [judge()] }] });
  expect((await folder.run('run a command')).reason).toBe('hook_stopped');
  await rm(join(folder.fixture.folder, 'made-by-agent'), { recursive: true });
  await folder.settings({ PostToolUse: [{ hooks: [judge({ continueOnBlock: true })] }] });
  const ran = await folder.run('run a command');
  expect([ran.reason, ran.body.includes('no folders, says the judge')]).toEqual(['end_turn', true]);
});
