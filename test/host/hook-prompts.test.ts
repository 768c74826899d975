import { mkdir, rm, writeFile } from 'node:fs/promises';
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

it('counts the cost of a judgement in the turn', async () => {
  await folder.settings({ PreToolUse: [{ hooks: [judge({ prompt: `Are folders allowed? ${'Look well. '.repeat(4000)}` })] }] });
  const free = await folder.run('run a command');
  const costs = free.events.flatMap((event) => (event.type === 'call/ended' ? [event.costUsd ?? 0] : []));
  const turn = free.events.find((event) => event.type === 'turn/ended');
  expect(judgements(free)).toHaveLength(1);
  expect(turn?.costUsd).toBeCloseTo(
    costs.reduce((sum, cost) => sum + cost, 0),
    10,
  );
});

it.each(['prompt', 'agent'])('holds the call back where a limit of money lets no %s judge, and asks the person', async (type) => {
  const prompt = `Are folders allowed? ${'Look well. '.repeat(4000)}`;
  const { fixture } = folder;
  await folder.settings({ PreToolUse: [{ hooks: [judge()] }] });
  const [first = 0] = (await folder.run('run a command')).events.flatMap((event) =>
    event.type === 'call/ended' ? [event.costUsd ?? 0] : [],
  );
  await rm(join(fixture.folder, 'made-by-agent'), { recursive: true, force: true });
  await folder.settings({ PreToolUse: [{ matcher: 'Bash', hooks: [judge({ type, prompt })] }] });
  const { session, finished } = await fixture.host.sessions.send({
    folder: fixture.folder,
    mode: 'bypassPermissions',
    input: { text: 'run a command', images: [] },
    limits: { costUsd: first * 1.1 },
  });
  const client = fixture.connect();
  const asked = async () => (await client.call('session.open', { session })).state.pending;
  await expect.poll(asked, { timeout: 15_000 }).toHaveLength(1);
  const [request] = await asked();
  expect(request).toMatchObject({ decision: { builtin: 'hook', decision: 'ask', reason: expect.stringContaining('limit') } });
  expect(folder.has('made-by-agent')).toBe(false);
  await client.call('session.interrupt', { session });
  await finished;
  const { firings } = await client.call('hooks.log', { session });
  const hooks = [{ outcome: 'error', decision: 'ask', problem: expect.stringContaining('limit') }];
  expect(firings.find(({ event }) => event === 'PreToolUse')).toMatchObject({ decision: 'ask', hooks });
});

it('ends the turn after a call that a prompt judges badly, or tells the model where it is to go on', async () => {
  await folder.settings({ PostToolUse: [{ hooks: [judge()] }] });
  expect((await folder.run('run a command')).reason).toBe('hook_stopped');
  await rm(join(folder.fixture.folder, 'made-by-agent'), { recursive: true });
  await folder.settings({ PostToolUse: [{ hooks: [judge({ continueOnBlock: true })] }] });
  const ran = await folder.run('run a command');
  expect([ran.reason, ran.body.includes('no folders, says the judge')]).toEqual(['end_turn', true]);
});

async function writeSkill(name: string, text: string): Promise<void> {
  await mkdir(join(folder.fixture.folder, '.claude/skills', name), { recursive: true });
  await writeFile(join(folder.fixture.folder, '.claude/skills', name, 'SKILL.md'), text);
}

it.each(['prompt', 'agent'])('has a %s judge the command of a skill, before anything ran', async (type) => {
  await writeSkill('make', '---\nallowed-tools: Bash(mkdir *)\n---\n!`mkdir by-skill`\n');
  await folder.settings({ PreSkillShellCommand: [{ hooks: [judge({ type })] }] });
  const ran = await folder.run('/make');
  expect(ran.runs('PreSkillShellCommand')).toMatchObject([{ outcome: 'blocked', decision: 'deny', reason: 'no folders, says the judge' }]);
  expect([ran.reason, folder.has('by-skill')]).toEqual(['denied', false]);
  expect(ran.notices).toMatchObject([{ code: 'skill-refused', text: expect.stringContaining('no folders, says the judge') }]);
});

it('runs no command of a skill that an agent begins with where nobody can judge it yet', async () => {
  await writeSkill('make', '---\nallowed-tools: Bash(mkdir *)\n---\n!`mkdir by-skill`\n');
  await mkdir(join(folder.fixture.folder, '.claude/agents'));
  const head = '---\nname: maker\ndescription: Makes folders.\nskills: make\n---\nYou make.\n';
  await writeFile(join(folder.fixture.folder, '.claude/agents/maker.md'), head);
  const agent = `{ name: Agent, input: { description: Make, prompt: 'look at the folder, then say hello and report', subagent_type: maker } }`;
  const script = `turns:\n  - id: start\n    match: hand it on\n    rounds:\n      - calls: [${agent}]\n      - text: Done.\n  - id: hello\n    matches: say hello\n    rounds: [{ text: Hello. }]\n`;
  await writeFile(join(folder.fixture.ports.resources, 'scripts/tour.yaml'), script);
  await folder.settings({ PreSkillShellCommand: [{ hooks: [judge()] }] });
  const ran = await folder.run('hand it on');
  expect(ran.runs('PreSkillShellCommand')).toMatchObject([
    { outcome: 'blocked', decision: 'deny', problem: expect.stringContaining('No model') },
  ]);
  expect(ran.events).toContainEqual(expect.objectContaining({ type: 'skill/used', skill: 'make', by: 'preload', outcome: 'refused' }));
  expect(folder.has('by-skill')).toBe(false);
});
