import { describe, expect, it } from 'vitest';
import { decided } from './support';

describe('a text that an argument hands over to be run', () => {
  it.each([
    ...["sg root 'git push'", "sg root -c'git push'", "sg - root 'git push'", "env --split='git push'", "env --s 'git push'"],
    ...["env -vS 'git push'", "parallel ::: 'git push'", "parallel -j2 -k ::: ls 'git push'", "parallel --foo 2 'git push' ::: a"],
    ...["parallel sh -c ::: 'git push'", "parallel eval {} ::: 'git push'", "parallel <<< 'git push'", "watch -d -q 3 'git push'"],
    ...["compgen -C 'git push'", "compgen -aC'git push'", "compgen -W '$(git push)'", "script -c'git push'", 'script x -- git push'],
    ...["su -c'git push'", "su root -- -c 'git push'", "su --comm 'git push'", "flock x -c'git push'", "flock x --com 'git push'"],
    ...["csh -c 'git push'", "tcsh -c'git push'", "nc -l 80 -e 'git push'", "ncat --sh-exec='git push' -l", "ls | entr -s 'git push'"],
    ...['fd . --exec=git push', 'fd . -x ls -x git push', 'start-stop-daemon --start --exec=git push', 'start-stop-daemon -S -x git push'],
  ])('is seen: %s', (command) => {
    expect([command, decided(['deny Bash(git push *)', 'allow Bash'], `Bash ${command}`).decision]).toEqual([command, 'deny']);
  });

  it.each(["sg root 'rm -rf /'", "env --split='rm -rf /'", "parallel ::: 'rm -rf /'", "compgen -C 'rm -rf /'"])(
    'is critical in every mode: %s',
    (command) => {
      expect(decided(['allow Bash'], `Bash ${command}`, 'bypassPermissions')).toMatchObject({ builtin: 'critical-removal' });
    },
  );

  it.each([
    ...["echo 'rm -rf /' | xargs -I{} sh -c '{}'", "xargs -0I % sh -c '%'", "xargs --rep sh -c '{}'", 'xargs -I{} {}'],
    ...['xargs --max-lines sh -c', "echo 'git push' | . /dev/fd/0", '. //dev/./stdin', 'source /proc/self/fd/0', 'cd /dev && . fd/0'],
    ...['bash //dev/stdin', 'parallel :::: x', 'ls | parallel sh -c', 'parallel -a x', "parallel echo '{= system(1) =}' ::: a"],
    ...["echo 'git push' | parallel", "make -E 'x := $(shell y)'", "make -sE 'x := $(shell y)'", "make --ev='x := $(shell y)'"],
    ...["make 'x=$(shell y)'", "make 'x!=y'", "MAKEFLAGS='--eval=x := $(shell y)' make", "GNUMAKEFLAGS='-E x' make"],
    ...["x='$(shell y)' make", 'export MAKEFLAGS=--eval=x; make', "mapfile -C'git push' -c 1 x", "tar --us='git push' -cf x y"],
  ])('is not known: %s', (command) => {
    for (const mode of ['default', 'bypassPermissions'] as const)
      expect([command, decided(['allow Bash'], `Bash ${command}`, mode).builtin]).toEqual([command, 'opaque-command']);
  });

  it.each([
    ...['make -j4 all', "make PREFIX=/usr 'CFLAGS=-O2 $(X)' docs", "MAKEFLAGS='-j4 --no-print-directory' make test"],
    ...['parallel echo ::: a b', 'parallel -j4 wc -l ::: a b', 'ls | xargs -I{} wc -l {}', 'ls | xargs -P 4 -n 1 npx tsc -p'],
    ...['watch -n 2 ls', 'env -i A=1 ls', '. ./venv/bin/activate', '. dev/env.sh', 'bash dev/build.sh', 'tar --newer=x -tf y'],
    ...['fd -e ts --exec wc -l', 'ls | entr make', 'nc -z localhost 80'],
    ...['flock x ls', 'compgen -c', 'mapfile -t x < a', 'tar -xf a'],
  ])('is none: %s', (command) => {
    expect([command, decided(['allow Bash'], `Bash ${command}`).decision]).toEqual([command, 'allow']);
  });
});
