import { describe, expect, it } from 'vitest';
import { decided } from './support';

describe('a program that another one runs is seen', () => {
  it.each([
    ...[
      "mise x node@20 -c 'git push'",
      'mise exec node@20 -- git push',
      "doppler run --command 'git push'",
      "infisical run --command='git push'",
    ],
    ...["cross-env-shell 'git push'", "cross-env-shell X=1 'git push'", "flock --command='git push' x", "hyperfine --prepare='git push' x"],
    ...['hatch run dev:git push', 'fd a -x git push', 'fd -X git push', 'cmake -E env X=1 git push', "pnpm exec -c 'git push'"],
    ...['lerna exec -- git push', 'nx exec -- git push', 'npm explore x -- git push', 'rustup run nightly git push', 'watchexec git push'],
    ...[
      "watchexec -e ts 'git push'",
      "nodemon --exec 'git push'",
      'just -c git push',
      'nix develop -c git push',
      "nix-shell --run 'git push'",
    ],
    ...["sg x -c 'git push'", "sops exec-env f 'git push'", 'env-cmd -f x git push', '/usr/lib/git-core/git-push', 'git-push origin'],
  ])('%s', (command) => {
    expect([command, decided(['deny Bash(git push *)', 'allow Bash'], `Bash ${command}`).decision]).toEqual([command, 'deny']);
    expect(decided(['allow Bash'], `Bash ${command}`).decision).toBe('ask');
  });

  it('or not known', () => {
    for (const command of ['rg --pre x a', 'rg --pre=x a', 'doppler run --command "$x"', 'watchexec "$x"', 'just -c $x'])
      expect([command, decided(['allow Bash'], `Bash ${command}`).builtin]).toEqual([command, 'opaque-command']);
  });

  it('and removes nothing critical', () => {
    expect(decided(['allow Bash'], 'Bash cmake -E rm -rf /', 'bypassPermissions')).toMatchObject({ builtin: 'critical-removal' });
  });

  it.each(['cmake --build x', 'fd a src', 'rg a', 'just test', 'mise install', 'lerna run test', 'npx tsc -- a.ts', 'nodemon a.js'])(
    '%s starts nothing else',
    (command) => {
      expect(decided(['allow Bash'], `Bash ${command}`).decision).toBe('allow');
    },
  );
});
