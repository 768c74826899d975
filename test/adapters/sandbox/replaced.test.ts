import { execFileSync } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findProgram } from '../../../main/adapters/sandbox/find-program';
import { IDENTITIES, makePlace, type Place } from './run-as';

const present = process.platform === 'linux' && findProgram('bwrap') !== undefined;
const SECRET = 'planted-secret-value';
/** Waits for what somebody outside does; then until what is named has no longer the right that is asked for. */
const WAIT = 'touch started; until [ -e done ]; do sleep 0.02; done; for i in $(seq 200); do';
const until = (right: '-r' | '-w', path: string) => `${WAIT} [ ${right} ${path} ] || { echo covered; break; }; sleep 0.02; done;`;

describe.runIf(present).each(IDENTITIES)('while a sandboxed command of $name runs', (identity) => {
  let place: Place;
  const below = (...names: string[]) => join(place.project, ...names);
  const give = (path: string) => {
    if (process.getuid?.() === 0) chownSync(path, identity.uid, identity.uid);
  };
  function write(path: string, text: string): void {
    writeFileSync(below(path), text, { mode: 0o600 });
    give(below(path));
  }
  /** As an editor saves. */
  function replace(path: string, text: string): void {
    write('saved', text);
    renameSync(below('saved'), below(path));
  }
  /** As the person does. */
  const git = (...args: string[]) => {
    execFileSync('git', ['-c', 'safe.directory=*', '-C', place.project, ...args]);
    give(below('.git/config'));
  };
  /** What is done outside once the command runs. */
  async function during(command: string, background: boolean, act: () => void | Promise<void>) {
    const running = place.run({ command, background, timeoutMs: 30_000 });
    await expect.poll(() => existsSync(below('started'))).toBe(true);
    await act();
    write('done', '');
    const [result] = await running;
    if (result === undefined) throw new Error('no result');
    return result;
  }

  beforeEach(async () => {
    place = await makePlace(identity);
    await place.write('project/deep/er/.env.local', 'old', 0o600);
    await place.write('project/.env', 'old', 0o600);
    execFileSync('git', ['init', '-q', place.project]);
    if (process.getuid?.() === 0) execFileSync('chown', ['-R', `${identity.uid}:${identity.uid}`, place.project]);
  });
  afterEach(() => place.remove());

  it.each([
    ['by a rename', '.env', () => replace('.env', SECRET)],
    [
      'by removing and making it',
      '.env',
      () => {
        rmSync(below('.env'));
        write('.env', SECRET);
      },
    ],
    [
      'together with its folders',
      'deep/er/.env.local',
      () => {
        rmSync(below('deep'), { recursive: true });
        for (const folder of ['deep', 'deep/er']) {
          mkdirSync(below(folder));
          give(below(folder));
        }
        replace('deep/er/.env.local', SECRET);
      },
    ],
    ['in another folder than it was', 'moved/er/.env.local', () => renameSync(below('deep'), below('moved'))],
  ])('a secret that is replaced %s stays hidden', async (_how, path, act) => {
    for (const background of [false, true]) {
      const result = await during(`${until('-r', path)} cat ${path}; echo x > ${path}; echo end`, background, act);
      expect(result.output).toMatch(/^covered\n[\s\S]*end\n$/);
      expect(result.output).not.toContain(SECRET);
      rmSync(below('started'));
      rmSync(below('done'));
      if (path.startsWith('moved')) renameSync(below('moved'), below('deep'));
      else expect(result.replaced).toEqual([{ path: below(path), hidden: true, openMs: expect.any(Number) }]);
    }
  });

  it('the settings of git that the person changes cannot be written', async () => {
    const result = await during(
      `${until('-w', '.git/config')} echo bad >> .git/config; git commit -q --allow-empty -m x; echo end`,
      false,
      () => git('remote', 'add', 'origin', 'https://example.com/x.git'),
    );
    expect(result.output).toMatch(/^covered\n[\s\S]*end\n$/);
    expect(result.replaced).toEqual([{ path: below('.git/config'), hidden: false, openMs: expect.any(Number) }]);
    expect(readFileSync(below('.git/config'), 'utf8')).toMatch(/origin/);
    expect(readFileSync(below('.git/config'), 'utf8')).not.toMatch(/bad/);
  });

  it('hooks that the settings name from now on are kept too', async () => {
    mkdirSync(below('my-hooks'));
    give(below('my-hooks'));
    const result = await during(`${until('-w', 'my-hooks')} echo bad > my-hooks/pre-commit; echo end`, true, () =>
      git('config', 'core.hooksPath', 'my-hooks'),
    );
    expect(result.output).toMatch(/^covered\n/);
    expect(existsSync(below('my-hooks/pre-commit'))).toBe(false);
  });

  it('the folder of hooks cannot be made anew', async () => {
    const result = await during(`${until('-w', '.git/hooks')} echo bad > .git/hooks/pre-commit; echo end`, false, () =>
      rmSync(below('.git/hooks'), { recursive: true }),
    );
    expect(result.output).toMatch(/^covered\n[\s\S]*end\n$/);
    expect(existsSync(below('.git/hooks/pre-commit'))).toBe(false);
  });

  it.each(['.env.production', 'deep/.env', 'deep/er/server.pem'])(
    'a new secret is hidden from what runs beside the person: %s',
    async (path) => {
      const result = await during(`${until('-r', path)} cat ${path}; echo end`, true, async () => {
        // Whatever else came to be by then: folders further down are watched a second after the start.
        await new Promise((done) => setTimeout(done, 1_500));
        write(path, SECRET);
      });
      expect(result.output).toMatch(/^covered\n[\s\S]*end\n$/);
      expect(result.output).not.toContain(SECRET);
      expect(result.replaced).toMatchObject([{ path: below(path), hidden: true }]);
    },
  );

  it('a secret that a command makes for itself stays usable to it', async () => {
    const [result] = await place.run('echo made > own.pem; sleep 0.3; cat own.pem');
    expect(result).toMatchObject({ output: 'made\n', replaced: [] });
  });

  it('it is ended where what was protected is gone and cannot be covered', async () => {
    const result = await during('touch started; sleep 30; echo survived', true, () => rmSync(below('.git/config')));
    expect(result.output).not.toContain('survived');
    expect(result.replaced).toEqual([{ path: below('.git/config'), hidden: false }]);
  });
});
