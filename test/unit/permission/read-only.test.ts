import { describe, expect, it } from 'vitest';
import { decided, shellParser } from './support';

describe('the read-only set', () => {
  it.each(['git status', 'git diff HEAD~1', 'git log --oneline -5'])(
    'leaves %s out in an untrusted folder, whose settings may name programs',
    (command) => {
      expect(decided([], `Bash ${command}`).decision).toBe('allow');
      expect(decided([], `Bash ${command}`, 'default', { trusted: false }).decision).toBe('ask');
    },
  );

  it.each(['git diff --outpu=x', 'git log --outp=x HEAD', 'git diff --ext-dif', 'git show --textc', 'git diff --no-ind a b'])(
    'knows a shortened option with an effect: %s',
    (command) => {
      expect(decided([], `Bash ${command}`).decision).toBe('ask');
    },
  );

  it.each(['grep -vf/etc/passwd src/a.txt', 'grep -ivf/etc/passwd src/a.txt', 'grep -xvf../../secret src/a.txt', 'head -n5q~/x'])(
    'sees a path behind several option letters: %s',
    (command) => {
      expect(decided([], `Bash ${command}`).decision).not.toBe('allow');
    },
  );

  it.each(['cat link/../x', 'head ./src/link/../../x', 'grep a --file=link/..'])(
    'trusts no way back out of a folder that may be a link: %s',
    (command) => {
      expect(decided([], `Bash ${command}`).decision).toBe('ask');
    },
  );

  it.each([
    ...[
      'cd; ls',
      'cd && ls -la',
      'cd && find',
      'cd && du',
      'cd ~; ls',
      'cd -- && ls',
      'command cd && ls',
      'cd; echo',
      'cd',
      'cd /tmp && ls',
    ],
    ...['cd && find -newer /home/ann/code/shop/a', 'cd .. && ls', 'cd -P link && cat ../x', 'pushd && ls'],
  ])('asks before names outside of the project are shown: %s', (command) => {
    for (const mode of ['default', 'plan', 'acceptEdits'] as const) expect(decided([], `Bash ${command}`, mode).decision).toBe('ask');
    expect(decided([], `Bash ${command}`, 'default', { trusted: false }).decision).toBe('ask');
  });

  it('follows the way through many folders', () => {
    const command = Array.from({ length: 40 }, (_, index) => `cd p${index} && cat a && cd ..`).join(' && ');
    expect(decided([], `Bash ${command}`).decision).toBe('allow');
    expect(decided([], `Bash ${command} && cat ../a`).decision).toBe('ask');
    expect(decided([], 'Bash cd src; cat a; cd ../lib; cat b; cd ..; ls').decision).toBe('ask');
    expect(decided([], 'Bash cd /home/ann/code/shop/src && cd .. && ls').decision).toBe('allow');
    expect(decided([], 'Bash cd ~/code && cd shop && ls').decision).toBe('ask');
  });

  it('takes a way that nobody would write for an unknown one', () => {
    expect(shellParser.parse(`${'cd abc && '.repeat(200)}ls`).parts[200]?.places).toEqual([undefined]);
    expect(shellParser.parse('cd ~/a && cd ../.. && ls').parts[2]?.places).toEqual(['~/a/../..']);
    expect(decided([], `Bash ${'cd abc && '.repeat(200)}ls`).decision).toBe('ask');
  });

  it('knows a way up from the folder where the command starts', () => {
    expect(decided([], 'Bash cat ../shop/a.txt').decision).toBe('allow');
  });

  it.each(['git reflog drop --all', 'git reflog expire --all', 'git reflog delete HEAD@{1}', 'git reflog write x'])(
    'throws away nothing that could be brought back: %s',
    (command) => {
      expect(decided([], `Bash ${command}`).decision).toBe('ask');
      expect(decided([], 'Bash git reflog -5').decision).toBe('allow');
    },
  );

  it.each(['wc --files0-from=a', 'wc --files0=a', 'du --f=a'])('reads no names of files from a file: %s', (command) => {
    expect(decided([], `Bash ${command}`).decision).toBe('ask');
  });

  it('takes no pattern file where reads are denied', () => {
    expect(decided(['deny Read(secrets/**)'], 'Bash grep -vfsecrets/key src/a.txt').decision).not.toBe('allow');
  });
});
