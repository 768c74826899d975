import { describe, expect, it } from 'vitest';
import { decided, FOLDER } from './support';

const options = { presentSecrets: [`${FOLDER}/apps/a/.env`] };

describe('a guarded file', () => {
  it.each([
    'git commit -F apps/a/.env',
    'git commit --fil apps/a/.env',
    'git tag -F apps/a/.env x',
    'git interpret-trailers apps/a/.env',
    'git fmt-merge-msg -F apps/a/.env',
    'git mv apps/a/.env x',
    'git grep --no-index S=',
    'git grep --no-index S= apps',
    'git diff --no-index apps/a apps/b',
    'git diff /tmp/x apps/a',
    'hd apps/a/.env',
    'base32 apps/a/.env',
    'm4 apps/a/.env',
    'look x apps/a/.env',
    'd=.env; cat apps/a/$d',
    'd=apps/a; cat "$d"/.env',
    'd=.e; d+=nv; cat apps/a/${d}',
    'export d=.env && cat apps/a/$d',
    'cat ${x:-apps/a/.env}',
    'cat $(echo apps/a/.env)',
    'for d in .env; do cat apps/a/$d; done',
    "find apps -name '.e*' -exec cat {} +",
    'find apps -type f -exec grep -l x {} +',
    "find . -name '.e*' | xargs cat",
    'find . -type f -print0 | xargs -0 grep KEY',
    'echo apps/a/.env | xargs cat',
    "printf '%s\\n' apps/a/.env | xargs -I{} cat {}",
    `awk 'BEGIN{while((getline l < "apps/a/.env")>0) print l}'`,
    `awk 'BEGIN{f="apps/a/.env"; while((getline l < f)>0) print l}'`,
    "sed 'r apps/a/.env' x",
    "sed -n '1r apps/a/.env' x",
    'echo "$(<apps/a/.env)"',
    'diff apps/a apps/b',
    'diff apps/a/ x',
    'sdiff apps/a/.env x',
    "find . -name '*env' -exec cat {} +",
    "find . -path '*/a/*' -exec cat {} \\;",
    "find . -path './apps/a/.e*' -exec cat {} \\;",
    "find apps -type f | xargs -I{} sh -c 'cat {}'",
    'find apps/a -exec sudo cat {} \\;',
    "find . -name '*.md' -o -type f -exec cat {} +",
    "find . -exec cat {} + -name '*.md'",
    "find . -not \\( -name '*.md' \\) -exec cat {} +",
    'find . -name x , -exec cat {} +',
    "find . -regex '.*/\\.env' -exec cat {} +",
    'grep -r -A 3 x',
    'grep -r --include "*" x',
    'rg -uu x',
    'rg --hidden x .',
    'rg -. -t all x',
    'rg --files --hidden | xargs cat',
    'fd -H env -x cat',
    'fd -H | xargs grep x',
    'ack x',
    'ug --hidden x',
  ])('is kept from: %s', (command) => {
    for (const mode of ['default', 'plan', 'bypassPermissions'] as const)
      expect([command, decided(['allow Bash'], `Bash ${command}`, mode, options).builtin]).toEqual([command, 'secret-path']);
  });

  it('may stand for a variable with more values than are followed, so that nothing is allowed', () => {
    const many = (last: string) => `${Array.from({ length: 20 }, (_, at) => `d=${at}`).join('; ')}; d=${last}; cat apps/a/$d`;
    const outcome = (command: string) => decided(['allow Bash'], `Bash ${command}`, 'default', options).decision;
    expect([many('.env'), many('x')].map(outcome)).toEqual(['ask', 'ask']);
    expect(outcome('for d in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18; do echo $d; done')).toBe('allow');
  });

  it.each([
    'git commit -m ".env"',
    'git commit -am "mv .env to x"',
    'git add .env',
    'git grep KEY',
    'git diff a b',
    'git diff main -- src',
    "find . -name '*.ts' -exec cat {} +",
    "find . -name '*.ts' | xargs grep -l foo",
    'find . -type f -exec wc -l {} +',
    'find . -type f',
    "find . -not -name '.env*' -type f -exec cat {} +",
    'find . -type f | xargs wc -l',
    'echo apps/a/.env',
    'echo apps/a/.env | wc -c',
    'diff a.ts b.ts',
    'diff -u package.json package-lock.json',
    `awk '{print ".env"}' x`,
    "sed -n 's/r .env/w/p' x",
    'd=src; cat $d/a.ts',
    'node --env-file=.env server.js',
    "find . -path './src/*' -exec cat {} \\;",
    'find src -exec cat {} \\;',
    "find . -iname '*.MD' -exec head -3 {} +",
    "find . -path ./apps -prune -o -name '*.ts' -exec cat {} +",
    'find . -path ./apps -prune -o -exec cat {} +',
    'find . -name apps -type d -prune -o -type f -exec cat {} +',
    "find . -not \\( -name '*env' -o -name x \\) -exec cat {} +",
    "find . \\( -name '*.ts' -o -name '*.tsx' \\) -exec grep -l x {} +",
    "find . -regex '.*\\.ts' -exec cat {} +",
    "find . -regex '.*\\.\\(js\\|ts\\)' -exec cat {} +",
    'find . -maxdepth 1 -type f -exec head -1 {} +',
    "find . -name '*.ts' -exec cat {} + -o -name '.env' -print",
    'find . -type d -exec cat {} +',
    'rg x',
    'rg -t ts x src',
    'rg --files --hidden',
    'git status | rg -uu x',
    'rg -uu x < a.txt',
    'fd -e ts -H -x cat',
    'fd x -x cat',
    'diff . src',
    'sg run -p x --lang ts',
  ])('is not shown by: %s', (command) => {
    expect([command, decided(['allow Bash'], `Bash ${command}`, 'default', options).decision]).toEqual([command, 'allow']);
  });
});

describe('what a rule says of a folder', () => {
  const rules = ['deny Read(private/**)', 'deny Edit(src/gen/**)'];
  it.each([
    ...['diff private src', 'diff a.ts private', 'cp -r private x', 'tar -c private', 'grep -r x private', 'd=private; cat $d/k'],
    ...['git log -p -- private', 'git show HEAD -- private', 'git diff HEAD -- private', 'git grep x -- private'],
    ...[
      'git add private && git diff --cached',
      'git add private/k; git commit -vm x',
      'git stage private && git show',
      'git mv private pp',
    ],
    ...['ln -s ../private src/z && cat src/z/k', 'ln -s private z', 'ln -s ../private src', 'mv private pp; cat pp/k'],
    ...['find private -exec cat {} +', 'git diff --no-index private src', 'mv src/gen x', 'rm -r src/gen'],
  ])('holds where the folder itself is named: %s', (command) => {
    expect([command, decided([...rules, 'allow Bash'], `Bash ${command}`).decision]).toEqual([command, 'deny']);
  });

  it.each(['git add src && git diff --cached', 'git add private && git commit -m x', 'git log -p -- src', 'ln -s ../a src/b', 'mv a b'])(
    'holds for nothing else: %s',
    (command) => {
      expect([command, decided([...rules, 'allow Bash'], `Bash ${command}`).decision]).toEqual([command, 'allow']);
    },
  );

  it('lets two files be compared, and asks for what may be folders', () => {
    expect(decided(rules, 'Bash diff a.ts b.ts')).toMatchObject({ decision: 'allow', builtin: 'read-only-command' });
    expect(decided(rules, 'Bash diff src lib').decision).toBe('ask');
  });
});

describe('the variables of the shell', () => {
  it.each(['env', 'export -p', 'declare -p', 'export', 'declare', 'declare -x', 'typeset -p PATH', 'readonly -p', 'declare -xp TOKEN'])(
    'are not printed without a word: %s',
    (command) => {
      expect([command, decided([], `Bash ${command}`)]).toMatchObject([command, { decision: 'ask' }]);
    },
  );

  it.each(['export A=1', 'declare -x A=1', 'readonly A=b'])('are set: %s', (command) => {
    expect([command, decided([], `Bash ${command}`).decision]).toEqual([command, decided([], 'Bash A=1').decision]);
  });
});
