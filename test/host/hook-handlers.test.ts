import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createHookedFolder, type HookedFolder } from '../support/hooked-folder';

let folder: HookedFolder;
beforeEach(async () => {
  folder = await createHookedFolder();
});
afterEach(() => folder.fixture.close());
const settings: HookedFolder['settings'] = (...args) => folder.settings(...args);
const run: HookedFolder['run'] = (...args) => folder.run(...args);

it('puts a prompt to a model as a call of its own, which counts, and takes its judgement', async () => {
  await settings({ PreToolUse: [{ hooks: [{ type: 'prompt', prompt: 'Are folders allowed? $ARGUMENTS' }] }] });
  const { call, runs, events } = await run('run a command');
  expect(runs('PreToolUse')).toMatchObject([{ outcome: 'blocked', decision: 'deny', reason: 'no folders, says the judge' }]);
  expect(call?.state).toBe('denied');
  const asked = events.flatMap((event) => (event.type === 'call/started' && event.agent.startsWith('main/hook-') ? [event] : []));
  expect(asked).toHaveLength(1);
  const ends = events.flatMap((event) => (event.type === 'call/ended' ? [event.usage?.output ?? 0] : []));
  const turn = events.find((event) => event.type === 'turn/ended');
  expect(turn?.usage.output).toBe(ends.reduce((sum, count) => sum + count, 0));
  const client = folder.fixture.connect();
  const { segments } = await client.call('call.anatomy', {
    session: events[0]?.type === 'session/created' ? events[0].session : '',
    call: asked[0]?.call ?? '',
  });
  expect(segments.map(({ kind, source }) => [kind, source.type])).toEqual([
    ['core', 'host'],
    ['hook-output', 'hook'],
  ]);
});

it('sends requests only where they are allowed, without secrets', async () => {
  const bodies: string[] = [];
  const server = createServer((request, response) => {
    request.on('data', (piece: Buffer) => bodies.push(piece.toString()));
    request.on('end', () => response.end('{}'));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/hook`;
  try {
    const hooks = { UserPromptSubmit: [{ hooks: [{ type: 'http', url }] }] };
    await settings(hooks);
    expect((await run('hello')).runs('UserPromptSubmit')).toMatchObject([
      { outcome: 'error', problem: expect.stringContaining('allowedHttpHookUrls') },
    ]);
    const write = (value: unknown) => writeFile(join(folder.fixture.folder, '.claude/settings.json'), JSON.stringify(value));
    // What stands before the host is none.
    const posing = { UserPromptSubmit: [{ hooks: [{ type: 'http', url: url.replace('://', '://hooks.corp.example@') }] }] };
    await write({ hooks: posing, allowedHttpHookUrls: ['http://hooks.corp.example*'] });
    expect((await run('hello')).runs('UserPromptSubmit')).toMatchObject([{ outcome: 'error' }]);
    expect(bodies).toEqual([]);
    await write({ hooks, allowedHttpHookUrls: ['http://127.0.0.1:*'] });
    const secret = `ghp_${'aB3'.repeat(12)}`;
    expect((await run(`hello ${secret}`)).runs('UserPromptSubmit')).toMatchObject([{ outcome: 'success', exitCode: 0 }]);
    expect(bodies.join('')).toContain('hello');
    expect(bodies.join('')).not.toContain(secret);
  } finally {
    server.close();
  }
});
