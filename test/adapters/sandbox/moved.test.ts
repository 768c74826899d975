import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { findProgram } from '../../../main/adapters/sandbox/find-program';
import { IDENTITIES, makePlace, type Place } from './run-as';

const present = process.platform === 'linux' && findProgram('bwrap') !== undefined;
const SECRET = 'planted-secret-value';

describe.runIf(present).each(IDENTITIES)('secrets that a sandboxed command of $name would move, or lie far off', (identity) => {
  let place: Place;
  const below = (...names: string[]) => join(place.project, ...names);
  const own = () => {
    if (process.getuid?.() === 0) execFileSync('chown', ['-hR', `${identity.uid}:${identity.uid}`, place.project]);
  };
  /** Everything that the next command can read, under whatever name. */
  const readAll = 'grep -rsh "" . ; find . -type f -exec cat {} + 2>/dev/null; find . -name ".e*" -execdir cat {} \\; 2>/dev/null';
  const outputOf = async (command: string) => (await place.run(command))[0]?.output ?? '';

  // One runner for all: what it starts with takes longer than most of what is tested.
  beforeAll(async () => {
    place = await makePlace(identity);
  });
  beforeEach(async () => {
    // Paths that are too long for Node.
    execFileSync('rm', ['-rf', place.project]);
    await place.write('project/plain', 'plain\n');
    await place.write('project/sub/x/.env', SECRET);
    await place.write('project/sub/x/other', 'other\n');
    await place.write('project/node_modules/pkg/index.js', 'index\n');
    own();
  });
  afterAll(async () => {
    execFileSync('rm', ['-rf', place.project]);
    await place.remove();
  });

  it('stay where they are, whatever way they are moved', async () => {
    const moves = [
      'mv sub node_modules/',
      'mv sub/x node_modules/',
      "mv sub $'\\xff'",
      'mv sub other',
      'mkdir -p own/.git/objects && mv sub own/.git/objects/',
      'for i in $(seq 40); do n=$(printf "%0200d" 0); mkdir $n && cd $n || break; done; mv ~/project/sub .',
    ];
    const results = await place.run(...moves.map((move) => `${move}; echo "ended with $?"`), readAll);
    const read = results.pop()?.output;
    for (const { output } of results) expect(output).toMatch(/ended with [1-9]/);
    expect(existsSync(below('sub/x/.env'))).toBe(true);
    expect(read).toContain('plain');
    expect(read).toContain('other');
    expect(read).not.toContain(SECRET);
  });

  it('leave the folders on their way writable, and protected ones as they are', async () => {
    await place.write('project/.claude/keys/one.pem', SECRET);
    own();
    expect(await outputOf('echo new > sub/x/made && mv sub/x/made sub/made && mv sub/made made && cat made')).toBe('new\n');
    expect(await outputOf('echo new > .claude/keys/made')).toMatch(/Read-only file system/);
  });

  it('are hidden in packages, where published keys stay in sight', async () => {
    await place.write('project/node_modules/pkg/.env', SECRET);
    await place.write('project/node_modules/pkg/node_modules/inner/.env.local', SECRET);
    await place.write('project/node_modules/pkg/test/server.key', 'published\n');
    own();
    const output = await outputOf('cat node_modules/pkg/.e*; cat node_modules/pkg/test/server.key; grep -rsh "" node_modules');
    expect(output).not.toContain(SECRET);
    expect(output).toMatch(/^published$/m);
  });

  it('are hidden with the folder around a name that is not UTF-8', async () => {
    const odd = Buffer.concat([Buffer.from(below('sub/')), Buffer.from([0xff])]);
    mkdirSync(odd);
    writeFileSync(Buffer.concat([odd, Buffer.from('/.env')]), SECRET);
    own();
    expect(await outputOf(readAll)).not.toContain(SECRET);
  });

  it('stop commands, in plain words, where such a name lies at the top', async () => {
    const odd = Buffer.concat([Buffer.from(below('/')), Buffer.from([0xff])]);
    mkdirSync(odd);
    own();
    expect(await outputOf('cat plain')).toBe('plain\n');
    writeFileSync(Buffer.concat([odd, Buffer.from('/.env')]), SECRET);
    expect(await outputOf('cat plain')).toContain(`in ${place.project} a secret lies under a name that is not UTF-8`);
  });

  it('are hidden at the end of a path that is too long', async () => {
    const step = 'd'.repeat(200);
    execFileSync('bash', ['-c', `for i in $(seq 25); do mkdir ${step} && cd ${step}; done; echo ${SECRET} > .env`], { cwd: below('sub') });
    own();
    const deep = `cd sub; while cd ${step} 2>/dev/null; do :; done; cat .env`;
    expect((await place.run(deep, readAll)).map(({ output }) => output).join('')).not.toContain(SECRET);
  });

  it('are hidden with their folder where they are many, which is told; at the top commands say why they do not run', async () => {
    mkdirSync(below('keys'));
    for (let count = 0; count < 300; count += 1) writeFileSync(below('keys', `${count}.pem`), SECRET);
    own();
    const [many] = await place.run('cat keys/*.pem; grep -rs planted .; cat plain');
    expect(many).toMatchObject({ exitCode: 0, hiddenWhole: [below('keys')] });
    expect(many?.output).not.toContain(SECRET);
    for (let count = 0; count < 300; count += 1) writeFileSync(below(`${count}.pem`), SECRET);
    own();
    expect(await outputOf('cat plain')).toMatch(/\d+ guarded files lie in .*project, more than a sandbox can hide/);
  });
});
