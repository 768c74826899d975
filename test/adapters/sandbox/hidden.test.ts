import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findProgram } from '../../../main/adapters/sandbox/find-program';
import { IDENTITIES, makePlace, type Place } from './run-as';

const present = process.platform === 'linux' && findProgram('bwrap') !== undefined;
const SECRET = 'planted-secret-value';

describe.runIf(present).each(IDENTITIES)('what a sandboxed command of $name sees of secrets', (identity) => {
  let place: Place;
  const outputOf = async (command: string) => (await place.run(command))[0]?.output ?? '';
  const own = () => {
    if (process.getuid?.() === 0) execFileSync('chown', ['-hR', `${identity.uid}:${identity.uid}`, place.home]);
  };

  beforeAll(async () => {
    place = await makePlace(identity);
    await place.write('.config/git/config', '[user]\n\tname = Ann\n');
    await place.write('.config/git/credentials', SECRET);
    await place.write('.nvm/alias/default', '22\n');
    await place.write('.nvm/tool/.env', SECRET);
    await place.write('notes.txt', 'of the home');
    await place.write('.ssh/id_rsa', SECRET, 0o600);
    await place.write('project/conf/prod', SECRET);
    await place.write('project/conf/plain', 'plain\n');
    symlinkSync('conf/prod', join(place.project, '.env'));
    await place.write('project/keys/one', SECRET);
    symlinkSync('../project/keys', join(place.project, '.ssh'));
    symlinkSync('keys/one', join(place.project, 'inner.pem'));
    symlinkSync('.', join(place.project, 'self.pem'));
    symlinkSync('nowhere', join(place.project, 'gone.pem'));
    own();
  }, 60_000);
  afterAll(() => place.remove());

  it('is nothing beside the settings of git', async () => {
    expect(await outputOf('cat ~/.config/git/credentials; git config --global user.name')).toMatch(/No such file[\s\S]*\nAnn\n$/);
  });

  it('is nothing among the tools of the home', async () => {
    const output = await outputOf('cat ~/.nvm/alias/default; cat ~/.nvm/tool/.env');
    expect(output).toMatch(/^22\n/);
    expect(output).not.toContain(SECRET);
  });

  it('is nothing behind a link that is named like one', async () => {
    const output = await outputOf('cat .env; cat conf/prod; cat .ssh/one; cat keys/one; cat inner.pem; cat conf/plain self.pem/conf/plain');
    expect(output).not.toContain(SECRET);
    expect(output).toMatch(/plain\nplain\n$/);
  });

  it('is nothing in a folder that cannot be listed, which stops no command', async () => {
    const closed = join(place.project, 'closed');
    mkdirSync(closed);
    own();
    expect(await outputOf('echo one')).toBe('one\n');
    chmodSync(closed, 0);
    expect(await outputOf('echo two')).toBe('two\n');
    expect(await outputOf('echo three')).toBe('three\n');
  });

  it.each([
    ['the home', () => place.home],
    ['what is around the home', () => place.base],
  ])('stays hidden where %s is granted to read', async (_name, folder) => {
    const [result] = await place.run({
      command: 'cat ~/notes.txt; echo; cat ~/.ssh/id_rsa; echo x > ~/planted; echo made > made && cat made',
      grant: { readable: [folder()] },
    });
    expect(result?.output).toMatch(/^of the home\n[\s\S]*Read-only file system[\s\S]*\nmade\n$/);
    expect(result?.output).not.toContain(SECRET);
  });

  it('is no matter where the whole home would be the project: that is refused in plain words', async () => {
    for (const folder of [place.home, place.base]) {
      const [result] = await place.run({ command: 'echo ran', cwd: folder, grant: { folder, writable: [folder] } });
      expect(result?.output).toContain('the sandbox cannot hold a project that is your whole home');
      expect(result?.output).not.toContain('ran');
    }
  });
});
