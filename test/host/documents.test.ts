import { chmod, mkdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { HostClient } from '../../renderer/transport/host-client';
import type { NotificationData } from '../../shared/contract/notifications';
import { createHostFixture, type HostFixture } from '../support/host-fixture';

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

async function put(path: string, text: string | Uint8Array): Promise<string> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text);
  return path;
}
const read = (path: string) => client.call('document.read', { folder, path });
const changes = (of: HostClient) => {
  const heard: NotificationData<'document/changed'>[] = [];
  const waiting = new Set<() => void>();
  of.on('document/changed', (data) => {
    heard.push(data);
    for (const check of waiting) check();
  });
  const until = (holds: () => boolean) =>
    new Promise<void>((resolve) => {
      const check = () => {
        if (holds()) resolve();
      };
      waiting.add(check);
      check();
    });
  return { heard, until };
};

describe('a document', () => {
  it('is read with its hash and scope, and written to the very text that it was made from', async () => {
    const path = await put(join(folder, 'CLAUDE.md'), '# One\n');
    const { text, hash, size, scope, writable } = await read(path);
    expect({ text, size, scope, writable }).toEqual({ text: '# One\n', size: 6, scope: 'project', writable: true });
    const written = await client.call('document.write', { folder, path, text: '# Two\n', base: hash });
    expect(await readFile(path, 'utf8')).toBe('# Two\n');
    expect((await read(path)).hash).toBe(written.hash);
  });

  it('is left as it is where somebody else wrote it meanwhile, and the caller gets what stands there', async () => {
    const path = await put(join(folder, '.claude/rules/style.md'), 'mine\n');
    const { hash } = await read(path);
    await writeFile(path, 'theirs\r\n');
    const failed = client.call('document.write', { folder, path, text: 'edited\n', base: hash });
    await expect(failed).rejects.toMatchObject({ code: 'conflict', data: { text: 'theirs\n' } });
    expect(await readFile(path, 'utf8')).toBe('theirs\r\n');
    await rm(path);
    await expect(client.call('document.write', { folder, path, text: 'edited\n', base: hash })).rejects.toMatchObject({ code: 'conflict' });
    await expect(stat(path)).rejects.toThrow();
  });

  it('is made where there was none, and never over what is there', async () => {
    const path = join(folder, '.claude/skills/new/SKILL.md');
    await client.call('document.create', { folder, path, text: 'text' });
    await expect(client.call('document.create', { folder, path, text: 'other' })).rejects.toMatchObject({
      code: 'conflict',
      data: { text: 'text' },
    });
    expect(await readFile(path, 'utf8')).toBe('text');
  });

  it('keeps encoding, mark and line ends, and only edited lines change', async () => {
    const path = await put(join(folder, 'AGENTS.md'), '\ufeffone\r\ntwo\nthree\r\nfour\r\n');
    const { text, hash } = await read(path);
    expect(text).toBe('one\ntwo\nthree\nfour\n');
    await client.call('document.write', { folder, path, text: 'one\ntwo\nnew\nthree!\nfour\n', base: hash });
    expect(await readFile(path, 'utf8')).toBe('\ufeffone\r\ntwo\nnew\r\nthree!\r\nfour\r\n');
    const wide = await put(join(folder, 'docs/CLAUDE.md'), new Uint8Array([0xff, 0xfe, 0x42, 0x30, 0x0a, 0x00]));
    const opened = await read(wide);
    expect(opened.text).toBe('あ\n');
    await client.call('document.write', { folder, path: wide, text: 'い\n', base: opened.hash });
    expect([...(await readFile(wide))]).toEqual([0xff, 0xfe, 0x44, 0x30, 0x0a, 0x00]);
    const binary = await put(join(folder, '.claude/skills/x/logo.png'), new Uint8Array([0x89, 0x50, 0, 1, 2]));
    await expect(read(binary)).rejects.toMatchObject({ code: 'bad-request' });
  });

  it('is renamed, and goes to a trash from which it comes back', async () => {
    const skill = await put(join(folder, '.claude/skills/old/SKILL.md'), 'body');
    const to = join(folder, '.claude/skills/renamed');
    await client.call('document.rename', { folder, path: dirname(skill), to });
    expect(await readFile(join(to, 'SKILL.md'), 'utf8')).toBe('body');
    await put(join(folder, '.claude/skills/taken/SKILL.md'), 'other');
    await expect(client.call('document.rename', { folder, path: to, to: join(folder, '.claude/skills/taken') })).rejects.toMatchObject({
      code: 'conflict',
    });
    const { undo } = await client.call('document.trash', { folder, path: to });
    await expect(stat(to)).rejects.toThrow();
    await put(join(to, 'SKILL.md'), 'somebody made it anew');
    await expect(client.call('document.restore', { undo })).rejects.toMatchObject({ code: 'conflict' });
    await rm(to, { recursive: true });
    expect(await client.call('document.restore', { undo })).toEqual({ path: to });
    expect(await readFile(join(to, 'SKILL.md'), 'utf8')).toBe('body');
    await expect(client.call('document.restore', { undo })).rejects.toMatchObject({ code: 'not-found' });
    await expect(client.call('document.restore', { undo: '../x' })).rejects.toMatchObject({ code: 'not-found' });
  });

  it('is copied with all that lies beside it, from what is only looked at too, and never over anything', async () => {
    const skill = await put(join(folder, '.claude/skills/old/SKILL.md'), 'body');
    const script = await put(join(folder, '.claude/skills/old/scripts/run.sh'), 'echo');
    await chmod(script, 0o755);
    const to = join(person, '.claude/skills/old');
    await client.call('document.copy', { folder, path: dirname(skill), to });
    expect(await readFile(join(to, 'SKILL.md'), 'utf8')).toBe('body');
    expect((await stat(join(to, 'scripts/run.sh'))).mode & 0o111).toBe(0o111);
    expect(await readFile(skill, 'utf8')).toBe('body');
    await expect(client.call('document.copy', { folder, path: dirname(skill), to })).rejects.toMatchObject({ code: 'conflict' });
    const shipped = join(fixture.ports.skills, 'explain-payload');
    await expect(client.call('document.copy', { folder, path: skill, to: join(shipped, 'x.md') })).rejects.toMatchObject({
      code: 'denied',
    });
    await client.call('document.copy', { folder, path: shipped, to: join(folder, '.claude/skills/explain-payload') });
    expect(await readFile(join(folder, '.claude/skills/explain-payload/SKILL.md'), 'utf8')).toBe(
      await readFile(join(shipped, 'SKILL.md'), 'utf8'),
    );
    await expect(client.call('document.copy', { folder, path: join(folder, '.claude/none'), to: `${to}-2` })).rejects.toMatchObject({
      code: 'not-found',
    });
  });

  it('tells everybody who watches it of a change, and nobody else', async () => {
    const path = await put(join(folder, 'CLAUDE.md'), 'one');
    const other = fixture.connect();
    const [watching, gone] = [changes(client), changes(other)];
    for (const one of [client, other]) await one.call('document.watch', { folder, path });
    await other.call('document.unwatch', { folder, path });
    await writeFile(path, 'two');
    await watching.until(() => watching.heard.length === 1);
    expect(watching.heard).toEqual([{ path, hash: (await read(path)).hash }]);
    await rm(path);
    await watching.until(() => watching.heard.length === 2);
    expect(watching.heard.at(-1)).toEqual({ path });
    expect(gone.heard).toEqual([]);
  });

  it('is watched as it was asked for last, however fast it is opened and closed', async () => {
    const path = await put(join(folder, 'CLAUDE.md'), 'one');
    const other = fixture.connect();
    const [open, closed] = [changes(client), changes(other)];
    const place = { folder, path };
    const [, , last] = await Promise.all([
      client.call('document.watch', place),
      client.call('document.unwatch', place),
      client.call('document.watch', place),
      other.call('document.watch', place),
      other.call('document.unwatch', place),
    ]);
    expect(last).toEqual({ hash: (await read(path)).hash });
    await writeFile(path, 'two');
    await open.until(() => open.heard.length === 1);
    expect([open.heard.at(-1)?.hash, closed.heard]).toEqual([(await read(path)).hash, []]);
  });

  it('tells both windows that edit it what stands there in the end', async () => {
    const path = await put(join(folder, 'CLAUDE.md'), 'one');
    const windows = [client, fixture.connect()];
    const heard = windows.map(changes);
    for (const one of windows) await one.call('document.watch', { folder, path });
    const { hash } = await read(path);
    const written = await Promise.allSettled(
      windows.map((one, index) => one.call('document.write', { folder, path, text: `window ${index}`, base: hash })),
    );
    expect(written.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const now = (await read(path)).hash;
    for (const one of heard) await one.until(() => one.heard.at(-1)?.hash === now);
  });

  it('is told of when its folder is moved away, thrown away, or made anew', async () => {
    const path = await put(join(folder, '.claude/skills/old/SKILL.md'), 'one');
    const watching = changes(client);
    await client.call('document.watch', { folder, path });
    await client.call('document.rename', { folder, path: dirname(path), to: join(folder, '.claude/skills/new') });
    await watching.until(() => watching.heard.at(-1)?.path === path && watching.heard.at(-1)?.hash === undefined);
    await put(path, 'another');
    await watching.until(() => watching.heard.at(-1)?.hash !== undefined);
    await rm(join(folder, '.claude/skills'), { recursive: true });
    await watching.until(() => watching.heard.at(-1)?.hash === undefined);
    await put(path, 'the third');
    const third = (await read(path)).hash;
    await watching.until(() => watching.heard.at(-1)?.hash === third);
    await writeFile(path, 'the fourth');
    const fourth = (await read(path)).hash;
    await watching.until(() => watching.heard.at(-1)?.hash === fourth);
  });

  it('is told of when a folder takes its place, and when it is a file again', async () => {
    const path = await put(join(folder, '.claude/rules/style.md'), 'one');
    const watching = changes(client);
    await client.call('document.watch', { folder, path });
    await rm(path);
    await mkdir(path);
    await watching.until(() => watching.heard.length > 0 && watching.heard.at(-1)?.hash === undefined);
    await expect(read(path)).rejects.toMatchObject({ code: 'bad-request' });
    await rm(path, { recursive: true });
    await writeFile(path, 'one again');
    const { hash } = await read(path);
    await watching.until(() => watching.heard.at(-1)?.hash === hash);
  });
});

it('puts a change of settings into force at once, and on record', async () => {
  const path = join(folder, '.claude/settings.json');
  await client.call('document.create', { folder, path, text: '{\n  "permissions": { "deny": ["Bash(rm *)"] }\n}\n' });
  expect(await client.call('permission.check', { folder, tool: 'Bash', input: { command: 'rm x' } })).toMatchObject({ decision: 'deny' });
  const page = { folder, filter: {}, offset: 0, limit: 10 };
  await expect
    .poll(async () => (await client.call('audit.list', page)).entries)
    .toEqual([
      expect.objectContaining({ kind: 'rules', summary: expect.stringContaining('+  "permissions": { "deny": ["Bash(rm *)"] }') }),
    ]);
});

it('puts a change of hooks alone on record as one', async () => {
  const path = join(folder, '.claude/settings.json');
  const rules = '  "permissions": { "deny": ["Bash(rm *)"] }';
  const { hash } = await client.call('document.create', { folder, path, text: `{\n${rules}\n}\n` });
  const hooks = '  "hooks": { "Stop": [{ "hooks": [{ "type": "command", "command": "true" }] }] }';
  await client.call('document.write', { folder, path, text: `{\n${rules},\n${hooks}\n}\n`, base: hash });
  const page = { folder, filter: {}, offset: 0, limit: 10 };
  await expect
    .poll(async () => (await client.call('audit.list', page)).entries.map(({ kind, summary }) => [kind, summary?.includes('"command"')]))
    .toEqual([
      ['hooks', true],
      ['rules', false],
    ]);
});

it('puts settings that are moved, thrown away or brought back into force at once, and on record', async () => {
  const path = join(folder, '.claude/settings.json');
  const draft = join(folder, '.claude/rules/draft.md');
  const decision = async () => (await client.call('permission.check', { folder, tool: 'Bash', input: { command: 'rm x' } })).decision;
  await put(draft, '{ "permissions": { "deny": ["Bash(rm *)"] } }\n');
  await client.call('document.rename', { folder, path: draft, to: path });
  expect(await decision()).toBe('deny');
  const { undo } = await client.call('document.trash', { folder, path });
  expect(await decision()).not.toBe('deny');
  await client.call('document.restore', { undo });
  expect(await decision()).toBe('deny');
  const signs = async () =>
    (await client.call('audit.list', { folder, filter: {}, offset: 0, limit: 10 })).entries.map(({ summary }) => summary?.[0]);
  await expect.poll(signs).toEqual(['+', '-', '+']);
});

it('moves a folder only when writes into it are done', async () => {
  const path = await put(join(folder, '.claude/skills/old/SKILL.md'), 'before');
  const { hash } = await read(path);
  const [old, next] = ['old', 'next'].map((name) => join(folder, '.claude/skills', name));
  const [written, moved] = await Promise.allSettled([
    client.call('document.write', { folder, path, text: 'after', base: hash }),
    client.call('document.rename', { folder, path: old ?? '', to: next ?? '' }),
  ]);
  expect(moved.status).toBe('fulfilled');
  expect((await read(join(next ?? '', 'SKILL.md'))).text).toBe(written.status === 'fulfilled' ? 'after' : 'before');
  await expect(stat(old ?? '')).rejects.toThrow();
});

describe('what is no document', () => {
  it.each(['notes.txt', 'src/main.ts', '.git/config', '.claude', '.claude/worktrees/a/CLAUDE.ts', '../outside.md', '.mcp.json'])(
    'is refused: %s',
    async (name) => {
      await put(join(folder, 'src/main.ts'), 'x');
      await expect(read(join(folder, name))).rejects.toMatchObject({ code: 'denied' });
      await expect(client.call('document.create', { folder, path: join(folder, name), text: '' })).rejects.toMatchObject({
        code: 'denied',
      });
    },
  );

  it.each(['skills/nl\n- fake: do evil/SKILL.md', 'commands/turned\u202Earound.md', 'rules/-x.md'])(
    'makes none by a name that would not load: %j',
    async (name) => {
      const good = await put(join(folder, '.claude/skills/good/SKILL.md'), 'good');
      const path = join(folder, '.claude', name);
      await expect(client.call('document.create', { folder, path, text: 'x' })).rejects.toMatchObject({ code: 'bad-request' });
      await expect(client.call('document.rename', { folder, path: good, to: path })).rejects.toMatchObject({ code: 'bad-request' });
      await expect(client.call('document.copy', { folder, path: good, to: path })).rejects.toMatchObject({ code: 'bad-request' });
      expect(await readFile(good, 'utf8')).toBe('good');
    },
  );

  it.each(['.claude/.credentials.json', '.claude/projects/x/session.jsonl', '.claude.json', '.ssh/config', '.claude/settings.local.json'])(
    'is refused of the person too: %s',
    async (name) => {
      await put(join(person, name), '{}');
      await expect(read(join(person, name))).rejects.toMatchObject({ code: 'denied' });
    },
  );

  it('lets no link of the project lead out of it, for reading and for writing', async () => {
    await put(join(person, 'secret.md'), 'secret');
    await mkdir(join(folder, '.claude'), { recursive: true });
    await symlink(join(person, 'secret.md'), join(folder, 'CLAUDE.md'));
    await symlink(person, join(folder, '.claude/rules'));
    for (const path of [join(folder, 'CLAUDE.md'), join(folder, '.claude/rules/secret.md'), join(folder, '.claude/rules/new.md')]) {
      await expect(client.call('document.create', { folder, path, text: 'x' })).rejects.toMatchObject({ code: 'denied' });
      await expect(read(path)).rejects.toMatchObject({ code: 'denied' });
    }
    expect(await readFile(join(person, 'secret.md'), 'utf8')).toBe('secret');
  });

  it('writes nothing above the project by a link in it, and shows it', async () => {
    const above = await put(join(dirname(folder), 'CLAUDE.md'), 'for all');
    const skill = await put(join(dirname(folder), '.claude/skills/shared/SKILL.md'), 'shared');
    const [link, linked] = [join(folder, 'CLAUDE.md'), join(folder, '.claude/skills/shared')];
    await symlink('../CLAUDE.md', link);
    await mkdir(dirname(linked), { recursive: true });
    await symlink(dirname(skill), linked);
    const { hash, ...shown } = await read(link);
    expect(shown).toMatchObject({ text: 'for all', scope: 'project', writable: false });
    await expect(client.call('document.write', { folder, path: link, text: 'mine', base: hash })).rejects.toMatchObject({ code: 'denied' });
    await expect(read(join(linked, 'SKILL.md'))).rejects.toMatchObject({ code: 'denied' });
    await client.call('folder.trust', { folder, trusted: true });
    const path = join(linked, 'SKILL.md');
    const skillShown = await read(path);
    expect(skillShown).toMatchObject({ text: 'shared', scope: 'project', writable: false, linked: true });
    await expect(client.call('document.write', { folder, path, text: 'x', base: skillShown.hash })).rejects.toMatchObject({
      code: 'denied',
    });
    expect(await read(above)).toMatchObject({ writable: true });
  });

  it('shows what a link of the person leads to, and writes nothing there', async () => {
    const skill = await put(join(person, 'dotfiles/skills/mine/SKILL.md'), 'mine');
    await mkdir(join(person, '.claude'), { recursive: true });
    await symlink(join(person, 'dotfiles/skills'), join(person, '.claude/skills'));
    const path = join(person, '.claude/skills/mine/SKILL.md');
    const { hash, ...shown } = await read(path);
    expect(shown).toMatchObject({ text: 'mine', scope: 'user', writable: false });
    await expect(client.call('document.write', { folder, path, text: 'x', base: hash })).rejects.toMatchObject({ code: 'denied' });
    expect(await readFile(skill, 'utf8')).toBe('mine');
  });

  it('writes nothing of the person or of the product by a link of the project', async () => {
    const own = await put(join(person, '.claude/CLAUDE.md'), 'be brief');
    const settings = await put(join(person, '.claude/settings.json'), '{}');
    const shipped = join(fixture.ports.skills, 'explain-payload/SKILL.md');
    const before = await readFile(shipped, 'utf8');
    const links = { 'rules/own.md': own, 'settings.json': settings, 'skills/mine/SKILL.md': shipped };
    for (const [name, target] of Object.entries(links)) {
      const path = join(folder, '.claude', name);
      await mkdir(dirname(path), { recursive: true });
      await symlink(target, path);
      const { hash } = await read(target);
      await expect(client.call('document.write', { folder, path, text: '{ }', base: hash })).rejects.toMatchObject({ code: 'denied' });
    }
    expect([await readFile(own, 'utf8'), await readFile(settings, 'utf8')]).toEqual(['be brief', '{}']);
    expect(await readFile(shipped, 'utf8')).toBe(before);
  });

  it('does not write what ships with the product, and shows it', async () => {
    const path = join(fixture.ports.skills, 'explain-payload/SKILL.md');
    const shipped = await read(path);
    expect(shipped).toMatchObject({ scope: 'bundled', writable: false });
    await expect(client.call('document.write', { folder, path, text: 'x', base: shipped.hash })).rejects.toMatchObject({ code: 'denied' });
  });
});

describe('what the person has for all projects, and what is imported', () => {
  it('is edited like the files of the project', async () => {
    const path = await put(join(person, '.claude/CLAUDE.md'), 'be brief');
    const { hash, scope } = await read(path);
    expect(scope).toBe('user');
    await client.call('document.write', { folder, path, text: 'be kind', base: hash });
    expect(await readFile(path, 'utf8')).toBe('be kind');
  });

  it('is made where an import of the project names a file that is not there, and nowhere else', async () => {
    const path = join(folder, 'docs/style.md');
    await put(join(folder, 'CLAUDE.md'), 'See @docs/style.md and @../outside.md.\n');
    const { diagnostics } = await client.call('folder.memory', { folder });
    expect(diagnostics.map(({ missing }) => missing)).toEqual([path, join(dirname(folder), 'outside.md')]);
    await expect(read(path)).rejects.toMatchObject({ code: 'not-found' });
    await client.call('document.create', { folder, path, text: 'Use tabs.\n' });
    expect((await client.call('folder.memory', { folder })).files.map((file) => file.path)).toContain(path);
    for (const other of [join(folder, 'docs/other.md'), join(dirname(folder), 'outside.md')])
      await expect(client.call('document.create', { folder, path: other, text: '' })).rejects.toMatchObject({ code: 'denied' });
  });

  it('opens an import of the project for writing, and one of the person for looking', async () => {
    await put(join(folder, 'CLAUDE.md'), 'See @docs/style.md');
    const style = await put(join(folder, 'docs/style.md'), 'tabs');
    expect(await read(style)).toMatchObject({ writable: true, scope: 'project' });
    await put(join(person, '.claude/CLAUDE.md'), 'See @~/notes/habits.md');
    const habits = await put(join(person, 'notes/habits.md'), 'tea');
    expect(await read(habits)).toMatchObject({ writable: false, scope: 'user' });
  });
});
