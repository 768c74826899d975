import { describe, expect, it } from 'vitest';
import { decided } from './support';

const UNCLEAR = [
  ...[
    'curl -o "$x" https://example.org',
    'curl -sSLo "$x" https://example.org',
    'curl -o"$x" u',
    'curl --output "$x" u',
    'curl --output="$x" u',
  ],
  ...['curl -D "$x" u', 'curl --output-dir "$x" -O u', 'curl -O "$u"', 'curl -sSLO "$u"', 'curl -c "$x" u', 'curl --cookie-jar "$x" u'],
  ...[
    'wget -O "$x" u',
    'wget -qO "$x" u',
    'wget -P "$x" u',
    'wget --directory-prefix="$x" u',
    'wget "$u"',
    'wget -o "$x" u',
    'aria2c -d "$x" u',
  ],
  ...[
    'tar -C "$x" -xf a.tar',
    'tar xf a.tar -C "$x"',
    'tar xfC a.tar "$x"',
    'tar -xf a.tar --directory="$x"',
    'tar -xf a.tar --direct "$x"',
  ],
  ...['tar czf "$x" src', 'tar -czf "$x" src', 'tar -c --file="$x" src', 'bsdtar -xf a.tar -C "$x"'],
  ...[
    'sort -o "$x" a',
    'sort -uo "$x" a',
    'sort --output="$x" a',
    'cp -t "$x" a',
    'cp -rt "$x" a',
    'cp --target-directory="$x" a',
    'cp a "$x"',
  ],
  ...[
    'mv -t "$x" a',
    'ln -st "$x" a',
    'install -t "$x" a',
    'install -m 644 -t "$x" a',
    'install a "$x"',
    'rsync -a a "$x"',
    'scp h:a "$x"',
  ],
  ...[
    'rsync -a --log-file="$x" a b',
    'unzip -d "$x" a.zip',
    'unzip a.zip -d "$x"',
    'unzip a.zip -d"$x"',
    '7z x a.7z -o"$x"',
    'zip -r "$x" src',
  ],
  ...[
    'patch -o "$x" a',
    'patch -d "$x"',
    'patch "$x"',
    'split -l 10 a "$x"',
    'gzip "$x"',
    'xz -9 "$x"',
    'dd if=a of="$x"',
    'gcc -o "$x" a.c',
  ],
  ...[
    'go build -o "$x" .',
    'openssl req -keyout "$x"',
    'ssh-keygen -t ed25519 -f "$x"',
    'gpg -o "$x" -d a',
    'find src -fprint "$x"',
    'tee "$x"',
  ],
  ...[
    'git -C "$x" commit -m a',
    'git -C "$x" apply a',
    'git --git-dir="$x" gc',
    'git format-patch -o "$x" HEAD~1',
    'git archive -o "$x" HEAD',
  ],
  ...[
    'git diff --output="$x"',
    'git diff --outpu "$x"',
    'git clone u "$x"',
    'git worktree add "$x"',
    'git bundle create "$x" HEAD',
    'git init "$x"',
  ],
  ...['touch "$x"', 'touch -d $x a', 'mkdir -p "$x"', 'sed -i s/a/b/ "$x"', 'truncate -s 0 "$x"'],
];

describe('the file that a program writes is not known before it runs', () => {
  it.each(UNCLEAR)('%s', (command) => {
    expect(decided(['allow Bash'], `Bash ${command}`)).toMatchObject({ decision: 'ask', builtin: 'unclear-redirect' });
    for (const mode of ['default', 'bypassPermissions'] as const)
      expect(decided(['deny Edit(src/**)', 'allow Bash'], `Bash ${command}`, mode).decision).toBe('ask');
  });

  it.each([
    ...['curl -H "$x" -o a u', 'curl "$u"', 'curl -sSd "$x" u', 'wget -O - "$u"', 'wget -qO a "$u"', 'wget --header="$x" -O a u'],
    ...[
      'tar -tf "$x"',
      'tar xf "$x"',
      'tar -xf "$x" -C out',
      'tar czf a.tgz "$x"',
      'sort -k "$x" a',
      'sort "$x"',
      'cp "$x" a',
      'cp -t a "$x"',
    ],
    ...[
      'install -m "$x" a b',
      'unzip "$x" -d out',
      'unzip -P "$x" a.zip',
      'zip -r a.zip "$x"',
      'patch a "$x"',
      'split -l "$x" a',
      'gzip -dc "$x"',
    ],
    ...[
      'dd if="$x" of=/dev/null',
      'gcc -DA="$x" -o a a.c',
      'git -C "$x" status',
      'git -C "$x" log',
      'git commit -m "$x"',
      'git clone "$u" a',
    ],
    ...['touch -d "$x" a', 'mkdir -m "$x" a', 'truncate -s "$x" a', 'sed -i "s/a/$x/" a', 'find src -name "$x"'],
  ])('%s writes what is known', (command) => {
    expect(decided(['allow Bash'], `Bash ${command}`).decision).toBe('allow');
  });
});

describe('the file that an option names is written', () => {
  it.each([
    ...['curl -o src/a.ts u', 'curl -sSLosrc/a.ts u', 'curl --output=src/a.ts u', 'curl -c src/a.ts u'],
    ...[
      'wget -O src/a.ts u',
      'wget -P src/b u',
      'tar -xf a.tar -C src/b',
      'tar xfC a.tar src/b',
      'tar -cf src/a.tar b',
      'sort -o src/a.ts b',
    ],
    ...[
      'cp a.ts src',
      'cp b/a.ts src/',
      'mv a.ts b.ts src',
      'cp -t src a.ts',
      'ln -s a.ts src',
      'install -m 644 a.ts src',
      'rsync -a b/a.ts src',
    ],
    ...[
      'cp -t src/b a',
      'install -tsrc/b a',
      'unzip a.zip -d src/b',
      '7z x a.7z -osrc/b',
      'patch -o src/a.ts b',
      'gzip src/a.ts',
      'zip src/a b',
    ],
    ...[
      'cd src && curl -O https://example.org/a.ts',
      'cd src && wget https://example.org/a.ts?x',
      'git archive -osrc/a.tar HEAD',
      'gcc a.c -o src/a',
    ],
  ])('a rule denies %s', (command) => {
    expect(decided(['deny Edit(src/**)', 'allow Bash'], `Bash ${command}`)).toMatchObject({ decision: 'deny' });
  });

  it.each([
    'curl -o .git/hooks/post-commit u',
    'wget -P .git/hooks u',
    'tar xf a.tar -C .claude',
    'unzip a.zip -d .git',
    'sort -o .claude/settings.json a',
  ])('%s is asked for, since that is protected', (command) => {
    expect(decided(['allow Bash'], `Bash ${command}`)).toMatchObject({ decision: 'ask', builtin: 'protected-path' });
  });

  it.each(['curl -o .env u', 'sort -o .env a', 'wget -O.env u'])('%s is denied, since that is guarded', (command) => {
    expect(decided(['allow Bash'], `Bash ${command}`)).toMatchObject({ decision: 'deny', builtin: 'secret-path' });
  });
});
