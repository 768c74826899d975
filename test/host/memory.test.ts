import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { memoryFolders } from '../../main/host/memory/memory-folders';
import type { HostClient } from '../../renderer/transport/host-client';
import type { Segment } from '../../shared/model/segment';
import { createHostFixture, type HostFixture } from '../support/host-fixture';
import { isIdle, watchSession } from '../support/host-watch';

let fixture: HostFixture;
let client: HostClient;
let folder: string;
let person: string;
beforeEach(async () => {
  fixture = await createHostFixture();
  client = fixture.connect();
  ({ folder } = fixture);
  person = fixture.ports.personHome;
});
afterEach(() => fixture.close());

async function put(path: string, text: string): Promise<string> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text);
  return path;
}
const memory = () => client.call('folder.memory', { folder });

async function say(text: string, session?: string) {
  const sent = await client.call('session.send', {
    ...(session === undefined ? { folder, model: 'scripted/tour' } : { session }),
    input: { text },
  });
  const watched = await watchSession(client, sent.session);
  return {
    session: sent.session,
    watched,
    state: await watched.until((state) => isIdle(state) && state.turns.some(({ turn }) => turn === sent.turn)),
  };
}
async function segmentsOf(session: string, call: string): Promise<Segment[]> {
  return (await client.call('call.anatomy', { session, call })).segments;
}

describe('the instruction files of a folder', () => {
  it('are listed with scope, size and import, and linted with what would hold a sentence', async () => {
    await put(join(folder, 'CLAUDE.md'), 'Use tabs.\nNever run `npm publish`.\nSee @docs/style.md\n');
    await put(join(folder, 'docs/style.md'), '<!--\nnote\n-->\nUse spaces.\nkey: ghp_0123456789abcdefghijABCDEFGHIJ012345\n');
    expect((await memory()).files).toEqual([
      expect.objectContaining({ path: join(folder, 'CLAUDE.md'), scope: 'project', size: 54, lines: 3 }),
      expect.objectContaining({ path: join(folder, 'docs/style.md'), importedBy: join(folder, 'CLAUDE.md') }),
    ]);
    const { findings } = await client.call('memory.lint', { folder });
    expect(findings.map(({ code, line }) => [code, line])).toEqual([
      ['memory-secret', 5],
      ['memory-contradiction', 4],
      ['memory-unenforced', 2],
    ]);
    const rule = 'Bash(npm publish *)';
    await client.call('permission.apply', {
      folder,
      edits: [{ type: 'add', scope: 'project', verdict: 'deny', rule }],
      hashes: { [join(folder, '.claude/settings.json')]: '' },
    });
    expect((await client.call('memory.lint', { folder })).findings.map(({ code }) => code)).not.toContain('memory-unenforced');
  });

  it('are shown as the model gets them', async () => {
    const path = await put(join(folder, 'CLAUDE.md'), 'One.\n<!-- not this -->\nTwo.\n');
    expect(await client.call('memory.show', { folder, path })).toEqual({ files: [{ path, text: 'One.\nTwo.\n' }] });
    await expect(client.call('memory.show', { folder, path: '/etc/hosts' })).rejects.toMatchObject({ code: 'not-found' });
  });
});

describe('adding a line', () => {
  it('offers the likely files, shows exactly what it would write, and writes nothing by itself', async () => {
    const { targets } = await client.call('memory.targets', { folder });
    const { own } = await memoryFolders(fixture.ports, folder);
    expect(targets).toEqual([
      { target: 'project', path: join(folder, 'CLAUDE.md'), exists: false },
      { target: 'local', path: join(folder, 'CLAUDE.local.md'), exists: false },
      { target: 'user', path: join(person, '.claude/CLAUDE.md'), exists: false },
      { target: 'auto', path: join(own, 'MEMORY.md'), exists: false },
    ]);
    for (const { path } of targets) {
      const plan = await client.call('memory.planLine', { folder, path, line: 'Use tabs' });
      expect(plan).toMatchObject({ text: '- Use tabs\n', before: '', patch: expect.stringContaining('+- Use tabs') });
      await client.call('document.create', { folder, path, text: plan.text });
      const again = await client.call('memory.planLine', { folder, path, line: 'And test' });
      expect(again.text).toBe('- Use tabs\n- And test\n');
      await client.call('document.write', { folder, path, text: again.text, base: again.base ?? '' });
      expect(await readFile(path, 'utf8')).toBe('- Use tabs\n- And test\n');
    }
    await expect(client.call('memory.planLine', { folder, path: join(folder, 'notes.txt'), line: 'x' })).rejects.toMatchObject({
      code: 'denied',
    });
  });

  it('goes to AGENTS.md where that stands in for CLAUDE.md', async () => {
    await put(join(folder, 'AGENTS.md'), 'Be kind.\n');
    expect((await client.call('memory.targets', { folder })).targets[0]).toMatchObject({
      target: 'project',
      path: join(folder, 'AGENTS.md'),
    });
  });

  it('reaches the model with its next call, without a message of its own', async () => {
    const path = await put(join(folder, 'CLAUDE.md'), '- One\n');
    const { session } = await say('hello');
    const { text, base = '' } = await client.call('memory.planLine', { folder, path, line: 'Answer in verse' });
    await client.call('document.write', { folder, path, text, base });
    const { state } = await say('hello', session);
    expect(state.turns).toHaveLength(2);
    const [first, second] = await Promise.all(state.calls.map(({ call }) => segmentsOf(session, call)));
    const own = (segments: Segment[] = []) => segments.filter(({ source }) => source.type === 'file' && source.path === path);
    expect(own(first).map(({ why }) => why.trigger)).toEqual(['first-reminder']);
    expect(own(second).map(({ why }) => why.trigger)).toEqual(['first-reminder', 'changed']);
  });
});

describe('notes of agents', () => {
  it('come first, bounded, from their own source, with what Claude Code keeps for the same repository', async () => {
    const { own, shared } = await memoryFolders(fixture.ports, folder);
    const index = await put(join(own, 'MEMORY.md'), `${Array.from({ length: 300 }, (_, at) => `- note ${at}`).join('\n')}\n@topic.md\n`);
    const theirs = await put(join(shared, 'MEMORY.md'), '- theirs\n');
    await put(join(own, 'topic.md'), 'on demand');
    await put(join(folder, 'CLAUDE.md'), 'Be kind.\n');
    const { files, diagnostics, notes } = await memory();
    expect(files.map(({ path, scope }) => [path, scope])).toEqual([
      [index, 'auto'],
      [theirs, 'auto'],
      [join(folder, 'CLAUDE.md'), 'project'],
    ]);
    expect(notes).toEqual({ on: true, folder: own, topics: [join(own, 'topic.md')] });
    expect(diagnostics.map(({ code }) => code)).toEqual(['notes-cut']);
    const { session, state } = await say('hello');
    const segments = await segmentsOf(session, state.calls[0]?.call ?? '');
    expect(segments.find(({ source }) => source.type === 'file' && source.path === index)).toMatchObject({
      origin: 5,
      kind: 'instructions',
      trust: 'untrusted',
      source: { startLine: 1, endLine: 200 },
    });
  });

  it('are off for a project that says so', async () => {
    const { own } = await memoryFolders(fixture.ports, folder);
    await put(join(own, 'MEMORY.md'), '- note\n');
    await put(join(folder, '.claude/settings.local.json'), '{ "permissions": {} }\n');
    await client.call('memory.keepNotes', { folder, on: false });
    expect(JSON.parse(await readFile(join(folder, '.claude/settings.local.json'), 'utf8'))).toEqual({
      permissions: {},
      autoMemoryEnabled: false,
    });
    expect(await memory()).toMatchObject({ files: [], notes: { on: false } });
    expect((await client.call('memory.targets', { folder })).targets.map(({ target }) => target)).not.toContain('auto');
    await client.call('memory.keepNotes', { folder, on: true });
    expect((await memory()).files).toHaveLength(1);
  });

  it('are read without a question and written under permission; the rest of the home stays protected', async () => {
    const { own, shared } = await memoryFolders(fixture.ports, folder);
    const check = (tool: string, path: string, mode: 'default' | 'acceptEdits' | 'plan' = 'default') =>
      client
        .call('permission.check', { folder, tool, mode, input: tool === 'Read' ? { file_path: path } : { file_path: path, content: 'x' } })
        .then(({ decision, builtin }) => `${decision} ${builtin}`);
    const note = join(own, 'topics/tests.md');
    expect(await check('Read', note)).toBe('allow working-directory');
    expect(await check('Read', join(shared, 'MEMORY.md'))).toBe('allow working-directory');
    expect(await check('Write', note)).toBe('ask edit');
    expect(await check('Write', note, 'acceptEdits')).toBe('allow accept-edits');
    expect(await check('Write', note, 'plan')).toBe('deny plan-mode');
    expect(await check('Write', join(shared, 'MEMORY.md'), 'acceptEdits')).toBe('ask protected-path');
    expect(await check('Write', join(fixture.home, 'config.json'), 'acceptEdits')).toBe('ask protected-path');
    expect(await check('Write', join(own, '../sessions/x'), 'acceptEdits')).toBe('ask protected-path');
  });

  it('are shared by the work trees of a repository', async () => {
    await mkdir(join(folder, '.git/objects'), { recursive: true });
    await mkdir(join(folder, '.git/refs'), { recursive: true });
    await put(join(folder, '.git/HEAD'), 'ref: refs/heads/main\n');
    await put(join(folder, '.git/worktrees/side/commondir'), '../..\n');
    const side = join(dirname(folder), 'side');
    await put(join(side, '.git'), `gitdir: ${join(folder, '.git/worktrees/side')}\n`);
    const here = await memoryFolders(fixture.ports, folder);
    expect(await memoryFolders(fixture.ports, side)).toEqual(here);
    expect(await memoryFolders(fixture.ports, join(folder, 'src'))).toEqual(here);
  });
});
