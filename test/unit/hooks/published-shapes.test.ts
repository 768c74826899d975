import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createNodeFileSystem } from '../../../main/adapters/files/node-file-system';
import type { HookEventName } from '../../../main/core/hooks/hook-events';
import { loadHooks } from '../../../main/core/hooks/load-hooks';
import { selectHooks } from '../../../main/core/hooks/select-hooks';

const SHAPES = join(import.meta.dirname, '../../fixtures/hooks');
/** What this host says of them: notes about moments that it never has, and nothing else. */
const NOTES: Record<string, string[]> = {
  'uv-scripts.json': ['hook-never-fires PreCompact'],
  'prompt-context.json': ['hook-never-fires SessionStart'],
};

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vitrine-hook-shapes-'));
  await mkdir(join(folder, '.claude'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function load(name: string) {
  await writeFile(join(folder, '.claude/settings.json'), await readFile(join(SHAPES, name)));
  const place = { files: createNodeFileSystem(), folder, home: join(folder, 'nobody'), trusted: true };
  return loadHooks({ ...place, hash: (text) => text });
}

it.each(await readdir(SHAPES))('says nothing against %s that a careful author would dispute', async (name) => {
  const { hooks, diagnostics } = await load(name);
  const said = diagnostics.map(({ code, severity, message }) => [
    `${code} ${message.split(' ').find((word) => /^[A-Z]\w+[a-z][A-Z]/.test(word))}`,
    severity,
  ]);
  expect(said).toEqual((NOTES[name] ?? []).map((note) => [note, 'info']));
  expect(hooks.every(({ off }) => off === undefined)).toBe(true);
});

it.each<[string, HookEventName, string | undefined, number]>([
  ['format-on-edit.json', 'PostToolUse', 'MultiEdit', 2],
  ['format-on-edit.json', 'PostToolUse', 'NotebookEdit', 0],
  ['server-tools.json', 'PreToolUse', 'mcp__memory__write_notes', 3],
  ['server-tools.json', 'PreToolUse', 'mcp__github__create_issue', 2],
  ['server-tools.json', 'PreToolUse', 'mcp__github__create_issue_comment', 1],
  ['server-tools.json', 'PreToolUse', 'BashOutput', 0],
  ['server-tools.json', 'PreToolUse', 'Agent', 1],
  ['project-scripts.json', 'PreToolUse', 'Grep', 1],
  ['sounds.json', 'Notification', 'permission_prompt', 3],
  ['sounds.json', 'Notification', 'agent_completed', 1],
  ['sounds.json', 'Stop', undefined, 1],
  ['uv-scripts.json', 'PreToolUse', 'Read', 1],
  ['prompt-context.json', 'SessionStart', 'startup', 2],
  ['prompt-context.json', 'SessionStart', 'fork', 0],
  ['prompt-context.json', 'UserPromptExpansion', 'deploy', 1],
  ['quality-gate.json', 'PermissionRequest', 'ExitPlanMode', 1],
])('runs of %s at %s (%s): %i', async (name, event, about, count) => {
  const { hooks } = await load(name);
  const own = hooks.filter((hook) => hook.event === event);
  const moment = { event, agent: 'main', input: {}, askAgent: async () => '', ...(about === undefined ? {} : { about }) };
  const considered = selectHooks(own, moment, { done: new Set(), matchesRule: () => true });
  expect(considered.filter(({ why }) => why === undefined)).toHaveLength(count);
});
