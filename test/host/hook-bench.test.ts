import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createHookedFolder, type HookedFolder, on } from '../support/hooked-folder';

let folder: HookedFolder;
beforeEach(async () => {
  folder = await createHookedFolder();
});
afterEach(() => folder.fixture.close());

it('replays hooks on what was recorded without a trace in the session', async () => {
  await folder.settings(on('PreToolUse', 'grep -q made-by-agent && { echo "seen" >&2; exit 2; }; exit 0'));
  const { session, events } = await folder.run('run a command');
  const client = folder.fixture.connect();
  const { firings } = await client.call('hooks.log', { session });
  expect(firings.map(({ event, decision }) => [event, decision])).toEqual([['PreToolUse', 'deny']]);
  const part = firings[0]?.input;
  const { texts } = await client.call('hooks.parts', { session, parts: part === undefined ? [] : [part] });
  const input = Object(texts[part?.hash ?? '']);
  const tested = await client.call('hooks.test', { folder: folder.fixture.folder, event: 'PreToolUse', input });
  expect(tested.firing.hooks).toMatchObject([{ matched: true, outcome: 'blocked', decision: 'deny', reason: 'seen' }]);
  expect(tested.effect).toMatchObject({ reason: 'seen' });
  const harmless = { ...input, tool_input: { command: 'ls' } };
  const other = await client.call('hooks.test', { folder: folder.fixture.folder, event: 'PreToolUse', input: harmless });
  expect(other.firing.hooks).toMatchObject([{ outcome: 'success', exitCode: 0 }]);
  expect((await client.call('session.events', { session, after: 0 })).events).toHaveLength(events.length);
});

it('says which secrets an input lacks that was recorded: a hook that looks for them answers without having seen them', async () => {
  const client = folder.fixture.connect();
  const hiddenIn = async (content: string) => {
    const input = { tool_name: 'Write', tool_input: { file_path: join(folder.fixture.folder, 'a.txt'), content } };
    return (await client.call('hooks.test', { folder: folder.fixture.folder, event: 'PreToolUse', input })).hidden;
  };
  expect(await hiddenIn('a [[secret:anthropic-key:1f0c93ab]] b [[secret:npm-token:00000000]]')).toEqual([
    { kind: 'anthropic-key', count: 1 },
    { kind: 'npm-token', count: 1 },
  ]);
  expect(await hiddenIn('nothing of the kind')).toEqual([]);
});

it('says on the bench why a hook would not run, and tries settings that nobody has written', async () => {
  const client = folder.fixture.connect();
  const file = join(folder.fixture.folder, '.claude/settings.json');
  const text = JSON.stringify({
    hooks: { PreToolUse: [{ matcher: 'Edit', hooks: [{ type: 'command', command: 'true', if: 'Edit(*.md)' }] }] },
  });
  const test = async (tool: string, path: string) => {
    const input = { tool_name: tool, tool_input: { file_path: join(folder.fixture.folder, path), old_string: 'a', new_string: 'b' } };
    const { firing } = await client.call('hooks.test', {
      folder: folder.fixture.folder,
      event: 'PreToolUse',
      input,
      draft: { path: file, text },
    });
    return firing.hooks.map(({ matched, why }) => (matched ? 'ran' : why));
  };
  expect(await test('Read', 'a.md')).toEqual(['matcher']);
  expect(await test('Edit', 'a.ts')).toEqual(['if']);
  expect(await test('Edit', 'a.md')).toEqual(['ran']);
});

it('has examples that do what they say, once they are written', async () => {
  const client = folder.fixture.connect();
  const place = folder.fixture.folder;
  // The fixture has resources of its own: the product's scripts are what is tried here.
  await mkdir(join(folder.fixture.ports.resources, 'hooks'), { recursive: true });
  for (const name of ['block-secrets', 'format-changed', 'check-types', 'protect-branches'])
    await writeFile(join(folder.fixture.ports.resources, `hooks/${name}.sh`), await readFile(`resources/hooks/${name}.sh`));
  const { examples } = await client.call('hooks.examples', { folder: place });
  expect(examples.map(({ id }) => id)).toEqual(['block-secrets', 'format-changed', 'check-types', 'protect-branches', 'notify']);
  const { text } = await client.call('hooks.edit', { text: '', changes: examples.flatMap(({ changes }) => changes) });
  await writeFile(join(place, '.claude/settings.json'), text);
  for (const { script } of examples)
    if (script) await client.call('document.create', { folder: place, path: script.path, text: script.text ?? '' });
  expect((await client.call('hooks.list', { folder: place })).diagnostics).toEqual([]);
  const decide = async (tool_name: string, tool_input: object) => {
    const { firing } = await client.call('hooks.test', { folder: place, event: 'PreToolUse', input: { tool_name, tool_input } });
    return firing.decision;
  };
  const write = (content: string) => decide('Write', { file_path: join(place, 'a.txt'), content });
  expect(await write(`key = "AKIA${'Q7'.repeat(8)}"`)).toBe('deny');
  expect(await write('key = "[[secret:anthropic-key:1f0c93ab]]"')).toBe('deny');
  expect(await write('key = process.env.KEY')).toBeUndefined();
  expect(await decide('Bash', { command: 'git push origin main' })).toBe('deny');
  expect(await decide('Bash', { command: 'git push origin topic' })).toBeUndefined();
  const stop = { event: 'Stop', input: { stop_hook_active: false } };
  await writeFile(join(place, 'tsconfig.json'), '{}');
  await mkdir(join(place, 'node_modules/.bin'), { recursive: true });
  await writeFile(join(place, 'node_modules/.bin/tsc'), '#!/bin/sh\necho "a.ts(1,1): error"\nexit 1\n', { mode: 0o755 });
  expect((await client.call('hooks.test', { folder: place, ...stop })).effect.block).toContain('a.ts(1,1): error');
});

it('shows the script that stands in the place of an example, since that one would run', async () => {
  const { fixture } = folder;
  await mkdir(join(fixture.ports.resources, 'hooks'), { recursive: true });
  for (const name of ['block-secrets', 'format-changed', 'check-types'])
    await writeFile(join(fixture.ports.resources, `hooks/${name}.sh`), `echo ${name}\n`);
  await mkdir(join(fixture.folder, '.claude/hooks'), { recursive: true });
  await writeFile(join(fixture.folder, '.claude/hooks/block-secrets.sh'), 'echo of the project\n');
  await writeFile(join(fixture.folder, '.claude/hooks/format-changed.sh'), 'x'.repeat(100_000));
  const { examples } = await fixture.connect().call('hooks.examples', { folder: fixture.folder });
  const scripts = examples.flatMap(({ script }) => (script === undefined ? [] : [script]));
  expect(scripts.slice(0, 3)).toEqual([
    { path: expect.stringContaining('block-secrets.sh'), text: 'echo of the project\n', exists: true, differs: true },
    { path: expect.stringContaining('format-changed.sh'), exists: true, differs: true },
    { path: expect.stringContaining('check-types.sh'), text: 'echo check-types\n', exists: false, differs: false },
  ]);
});
