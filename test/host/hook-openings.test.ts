import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createHookedFolder, type HookedFolder, on } from '../support/hooked-folder';

let folder: HookedFolder;
beforeEach(async () => {
  folder = await createHookedFolder();
});
afterEach(() => folder.fixture.close());

const say = (event: string, fields: Record<string, unknown>) =>
  `echo '${JSON.stringify({ hookSpecificOutput: { hookEventName: event, ...fields } })}'`;

it('names the session as a hook says, and tells hooks the name that it has', async () => {
  const secret = `ghp_${'aB3'.repeat(12)}`;
  await folder.settings({
    ...on('SessionStart', say('SessionStart', { sessionTitle: `Night shift ${secret}\nmore` })),
    ...on('UserPromptSubmit', 'grep -o \'"session_title":"[^"]*"\''),
  });
  const { events, runs } = await folder.run('hello');
  const titles = events.flatMap((event) => (event.type === 'session/changed' && event.title !== undefined ? [event.title] : []));
  expect(titles).toHaveLength(1);
  expect(titles[0]).toMatch(/^Night shift \S+/);
  expect(titles[0]).not.toContain(secret);
  expect(runs('UserPromptSubmit')[0]?.toModel).toContain('Night shift');
});

it('puts the first message of a hook before the person’s, as the host’s own', async () => {
  await folder.settings(on('SessionStart', say('SessionStart', { initialUserMessage: 'The branch is frozen.' })));
  const { events, runs, body } = await folder.run('hello');
  const texts = events.flatMap((event) => (event.type === 'item/completed' && event.item.kind === 'user-text' ? [event.item] : []));
  expect(texts.map(({ author, preview }) => [author, preview])).toEqual([
    ['host', 'The branch is frozen.'],
    ['user', 'hello'],
  ]);
  expect(runs('SessionStart')[0]?.toModel).toBe('The branch is frozen.');
  expect(body.indexOf('The branch is frozen.')).toBeGreaterThan(0);
  expect(body.indexOf('The branch is frozen.')).toBeLessThan(body.lastIndexOf('hello'));
});

it('lets PowerShell read the command of a hook that asks for it', async () => {
  const bin = join(folder.fixture.folder, 'bin');
  await mkdir(bin);
  await writeFile(join(bin, 'pwsh'), '#!/bin/sh\nprintf "%s|" "$@"\n');
  await chmod(join(bin, 'pwsh'), 0o755);
  const other = await createHookedFolder({ env: { PATH: `${bin}:${process.env['PATH']}` } });
  try {
    await other.settings(on('UserPromptSubmit', 'Write-Output hi', { shell: 'powershell' }));
    expect((await other.run('hello')).runs('UserPromptSubmit')[0]?.toModel).toBe('-NoProfile|-NonInteractive|-Command|Write-Output hi|');
  } finally {
    await other.fixture.close();
  }
});
