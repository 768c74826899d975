import { execFileSync } from 'node:child_process';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
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

async function put(name: string, text: string | Uint8Array): Promise<string> {
  const path = join(folder, name);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text);
  return path;
}
const skill = (description: string, body = 'Do it.\n') => `---\ndescription: ${description}\n---\n${body}`;
const agent = (name: string) => `---\nname: ${name}\ndescription: An agent\n---\nDo it.\n`;
const own = async () => {
  const { skills, diagnostics } = await client.call('skills.tree', { folder });
  return { skills: skills.filter(({ scope }) => scope === 'project'), diagnostics };
};

describe('what lies among the files of an agent', () => {
  it('as a pipe is left alone, whatever it is called', async () => {
    for (const name of [
      '.claude/skills/pipe/SKILL.md',
      '.claude/commands/pipe.md',
      '.claude/agents/pipe.md',
      '.claude/rules/pipe.md',
      'CLAUDE.md',
    ]) {
      await mkdir(dirname(join(folder, name)), { recursive: true });
      execFileSync('mkfifo', [join(folder, name)]);
    }
    await put('.claude/skills/good/SKILL.md', skill('Good'));
    await put('.claude/agents/good.md', agent('good'));
    expect((await own()).skills.map(({ name }) => name)).toEqual(['good']);
    const { types } = await client.call('agents.types', { folder });
    expect(types.filter(({ scope }) => scope === 'project').map(({ name }) => name)).toEqual(['good']);
    expect((await client.call('folder.memory', { folder })).files).toEqual([]);
    for (const name of ['.claude/skills/pipe/SKILL.md', 'CLAUDE.md'])
      await expect(client.call('document.read', { folder, path: join(folder, name) })).rejects.toMatchObject({ code: 'bad-request' });
  });

  it('as links in a circle is gone through once', async () => {
    await put('.claude/skills/good/SKILL.md', skill('Good'));
    await put('.claude/commands/sub/one.md', skill('One'));
    await put('.claude/agents/sub/one.md', agent('one'));
    await put('.claude/rules/sub/one.md', '- One\n');
    for (const kind of ['skills', 'commands', 'agents', 'rules']) {
      await symlink('..', join(folder, '.claude', kind, kind === 'skills' ? 'good' : 'sub', 'round'));
      await symlink('self', join(folder, '.claude', kind, 'self'));
    }
    const { skills } = await own();
    expect(skills.filter(({ form }) => form === 'skill').map(({ name }) => name)).toEqual(['good']);
    expect(skills.filter(({ form }) => form === 'command').map(({ name }) => name)).toContain('sub:one');
    expect((await client.call('agents.types', { folder })).types.filter(({ name }) => name === 'one')[0]).toMatchObject({
      scope: 'project',
    });
    const { files } = await client.call('folder.memory', { folder });
    expect(files.filter(({ kind }) => kind === 'rule')).toHaveLength(1);
    const preview = await client.call('skills.preview', { folder, path: join(folder, '.claude/skills/good/SKILL.md') });
    expect(preview.files).toEqual([]);
  });

  it('in thousands, or deep, is listed up to a bound, which is said, and nothing in it is taken for missing', async () => {
    const path = await put(
      '.claude/skills/big/SKILL.md',
      skill('Big', 'See [the last](references/9/499.md) and [none](references/none.md).\n'),
    );
    for (let part = 0; part < 10; part += 1) {
      await mkdir(join(folder, `.claude/skills/big/references/${part}`), { recursive: true });
      await Promise.all(
        Array.from({ length: 500 }, (_, at) => writeFile(join(folder, `.claude/skills/big/references/${part}/${at}.md`), 'x')),
      );
    }
    const preview = await client.call('skills.preview', { folder, path });
    expect([preview.files.length, preview.filesCut]).toEqual([500, true]);
    expect(preview.diagnostics.flatMap(({ code, message }) => (code === 'skill-dead-reference' ? [message] : []))).toEqual([
      'There is no file references/none.md beside the skill',
    ]);
  });

  it('of a megabyte, with a mark, Windows lines, tabs or a name of any script works, or is refused with the reason', async () => {
    await put('.claude/skills/large/SKILL.md', skill('Large', `${'word '.repeat(200_000)}\n`));
    await put('.claude/skills/huge/SKILL.md', skill('Huge', 'x'.repeat(1024 * 1024)));
    await put('.claude/skills/windows/SKILL.md', `\ufeff${skill('Windows').replace(/\n/g, '\r\n')}`);
    await put('.claude/skills/tabs/SKILL.md', '---\ndescription:\tTabbed\nmetadata:\n\ta: b\n---\nText\n');
    for (const name of ['🚀-launch', 'מיון', '日本語の手順']) await put(`.claude/skills/${name}/SKILL.md`, skill(`About ${name}`));
    await put('.claude/skills/binary/SKILL.md', new Uint8Array([0, 255, 1, 2, 0]));
    const { skills, diagnostics } = await own();
    expect(skills.find(({ name }) => name === 'windows')?.description).toBe('Windows');
    for (const name of ['large', 'tabs', '🚀-launch', 'מיון', '日本語の手順']) expect(skills.map((one) => one.name)).toContain(name);
    expect(skills.map(({ name }) => name)).not.toContain('huge');
    const codeOf = (name: string) => diagnostics.flatMap(({ code, file }) => (file?.includes(`/${name}/`) === true ? [code] : []));
    expect([codeOf('huge'), codeOf('tabs')]).toEqual([['skill-too-large'], ['skill-frontmatter']]);
    expect(codeOf('binary').length + skills.filter(({ name }) => name === 'binary').length).toBeGreaterThan(0);
    const large = await client.call('skills.preview', { folder, path: join(folder, '.claude/skills/large/SKILL.md') });
    expect(large.diagnostics.map(({ code }) => code)).toContain('skill-long');
  });
});
