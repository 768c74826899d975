import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { HostClient } from '../../renderer/transport/host-client';
import { createHostFixture, type HostFixture } from '../support/host-fixture';

let fixture: HostFixture;
let client: HostClient;
let folder: string;
beforeEach(async () => {
  fixture = await createHostFixture();
  client = fixture.connect();
  ({ folder } = fixture);
});
afterEach(() => fixture.close());

async function put(path: string, text: string): Promise<string> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text);
  return path;
}
const managed = (name: string, text: string) => put(join(fixture.ports.managedDir, name), text);
const own = (name: string, text: string) => put(join(folder, name), text);

it('skills, commands and agents of the machine come before all others', async () => {
  const skill = await managed('.claude/skills/deploy/SKILL.md', '---\ndescription: As we all do\n---\nDeploy.\n');
  await own('.claude/skills/deploy/SKILL.md', '---\ndescription: My way\n---\nDeploy.\n');
  await managed('.claude/agents/reviewer.md', '---\nname: reviewer\ndescription: Ours\n---\nReview.\n');
  await own('.claude/agents/reviewer.md', '---\nname: reviewer\ndescription: Mine\n---\nReview.\n');
  const { skills, places } = await client.call('skills.tree', { folder });
  expect(skills.filter(({ name }) => name === 'deploy').map(({ scope, state, by }) => [scope, state, by])).toEqual([
    ['managed', 'in-force', undefined],
    ['project', 'shadowed', skill],
  ]);
  expect(places.map(({ scope }) => scope)).not.toContain('managed');
  const { types } = await client.call('agents.types', { folder });
  expect(types.filter(({ name }) => name === 'reviewer').map(({ scope, shadowedBy }) => [scope, shadowedBy?.scope])).toEqual([
    ['managed', undefined],
    ['project', 'managed'],
  ]);
  const { commands } = await client.call('folder.commands', { folder });
  expect(commands.find(({ name }) => name === 'deploy')).toMatchObject({ source: 'managed' });
});

it('skills and instructions of the machine are in what a trigger test sends and an agent begins with', async () => {
  await managed('.claude/skills/deploy/SKILL.md', '---\ndescription: Use it to deploy\n---\nDeploy.\n');
  await managed('CLAUDE.md', 'Be kind.\n');
  await managed('.claude/agents/reviewer.md', '---\nname: reviewer\ndescription: Ours\n---\nReview.\n');
  const script = 'turns: [{ id: any, matches: ., rounds: [{ calls: [{ name: Skill, input: { skill: deploy } }] }] }]\n';
  await put(join(fixture.ports.resources, 'scripts/tour.yaml'), script);
  const tried = await client.call('skills.tryTrigger', { folder, name: 'deploy', prompt: 'Deploy it', model: 'scripted/tour' });
  expect(tried).toMatchObject({ fired: true, listed: true });
  const { start } = await client.call('agents.preview', { folder, name: 'reviewer' });
  expect(start?.system.map(({ text }) => text).join('\n')).toContain(join(fixture.ports.managedDir, 'CLAUDE.md'));
});

it('instructions of the machine are loaded first, and no setting leaves them out', async () => {
  const path = await managed('CLAUDE.md', 'Be kind.\n');
  const settings = await managed('managed-settings.json', '{\n  "claudeMd": "Be honest.\\nBe @brief."\n}\n');
  await own('CLAUDE.md', 'Be brief.\n');
  await own('.claude/settings.json', '{ "claudeMdExcludes": ["**/*"] }');
  const { files } = await client.call('folder.memory', { folder });
  expect(files.map(({ path: file, scope }) => [file, scope])).toEqual([
    [path, 'managed'],
    [settings, 'managed'],
  ]);
  expect(files[1]).toMatchObject({ lines: 2, size: 'Be honest.\nBe @brief.'.length });
});

it('settings of the machine beat all others, its additions the main file', async () => {
  await managed(
    'managed-settings.json',
    '{ "permissions": { "deny": ["Bash(rm *)"], "defaultMode": "plan" }, "skillOverrides": { "debug": "off" } }',
  );
  await managed(
    'managed-settings.d/20-more.json',
    '{ "permissions": { "defaultMode": "acceptEdits" }, "skillOverrides": { "commit": "off" } }',
  );
  await own('.claude/settings.json', '{ "permissions": { "allow": ["Bash(rm *)"] }, "skillOverrides": { "debug": "on" } }');
  await client.call('folder.trust', { folder, trusted: true });
  const checked = await client.call('permission.check', { folder, tool: 'Bash', input: { command: 'rm x' } });
  expect(checked).toMatchObject({ decision: 'deny', mode: 'acceptEdits', rule: { scope: 'managed', text: 'Bash(rm *)' } });
  const { skills } = await client.call('skills.tree', { folder });
  expect(skills.filter(({ state }) => state === 'off').map(({ name }) => name)).toEqual(['commit', 'debug']);
});

it('files of the machine are shown, and never written from here', async () => {
  const skill = await managed('.claude/skills/deploy/SKILL.md', '---\ndescription: As we all do\n---\nDeploy.\n');
  const shown = await client.call('document.read', { folder, path: skill });
  expect(shown).toMatchObject({ scope: 'managed', writable: false });
  await expect(client.call('document.write', { folder, path: skill, text: 'x', base: shown.hash })).rejects.toMatchObject({
    code: 'denied',
  });
  const to = join(folder, '.claude/skills/deploy');
  await client.call('document.copy', { folder, path: dirname(skill), to });
  expect(await client.call('document.read', { folder, path: join(to, 'SKILL.md') })).toMatchObject({ text: shown.text, writable: true });
});
