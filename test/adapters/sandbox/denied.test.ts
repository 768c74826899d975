import { execFileSync } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findProgram } from '../../../main/adapters/sandbox/find-program';
import { IDENTITIES, makePlace, type Place } from './run-as';

const present = process.platform === 'linux' && findProgram('bwrap') !== undefined;
const CONTENT = 'planted-denied-value';

describe.runIf(present).each(IDENTITIES)('what rules deny to a sandboxed command of $name', (identity) => {
  let place: Place;
  const outputOf = async (command: string, ...denials: string[]) => (await place.run({ command, denials }))[0]?.output ?? '';

  beforeAll(async () => {
    place = await makePlace(identity);
    for (const path of ['private/k', 'src/private/k', 'locked/a', 'src/b.key']) await place.write(`project/${path}`, `${CONTENT}\n`);
    await place.write('project/plain', 'plain\n');
    if (process.getuid?.() === 0) execFileSync('chown', ['-hR', `${identity.uid}:${identity.uid}`, place.home]);
  }, 60_000);
  afterAll(() => place.remove());

  it.each(['private/**', './private/**', 'private/k', 'private', 'private/', '/private/**', '**/private/**'])(
    'Read(%s) is read by no detour',
    async (pattern) => {
      const detours = [
        'f() { cat "$1"; }; f private/k',
        'cat $(ls -d private/*)',
        'find private -type f | xargs cat',
        'ls -d private/k | while read f; do cat "$f"; done',
        'ln -s private way; cat way/k; rm way',
        'mv private other; cat other/k',
        'env -C private cat k',
        'cp -r private copied; cat copied/k; rm -rf copied',
      ];
      const output = await outputOf(`${detours.join('; ')}; cat plain`, `Read(${pattern})`);
      expect(output).not.toContain(CONTENT);
      expect(output).toMatch(/plain\n$/);
    },
  );

  it('hides files deeper down, by their names and by patterns', async () => {
    const output = await outputOf('cat src/private/k src/b.key plain', 'Read(private/**)', 'Read(*.key)');
    expect(output).not.toContain(CONTENT);
    expect(output).toMatch(/plain\n$/);
  });

  it.each(['locked/**', './locked/**', 'locked', '/locked/**', '**/locked/**'])('Edit(%s) keeps a folder as it is', async (pattern) => {
    const output = await outputOf(
      'echo x > locked/a; echo x > locked/new; rm -rf locked; mv locked other; cat locked/*',
      `Edit(${pattern})`,
    );
    expect(output).toMatch(new RegExp(`${CONTENT}\\n$`));
    expect(output).not.toMatch(/^x$/m);
  });

  it('keeps a file deeper down as it is', async () => {
    const output = await outputOf('echo x > src/private/k; rm -f src/private/k; cat src/private/k', 'Edit(src/private/k)');
    expect(output).toMatch(new RegExp(`${CONTENT}\\n$`));
  });
});
