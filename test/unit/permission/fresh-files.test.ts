import { describe, expect, it } from 'vitest';
import { decided } from './support';

const RULES = ['allow Bash(npm test *)', 'allow Bash(mktemp *)', 'allow Bash(sort *)'];

describe('a file that mktemp made in the same command', () => {
  it.each([
    ...['tmp=$(mktemp); npm test > "$tmp" 2>&1', 'tmp=$(mktemp) && npm test > $tmp', 'tmp="$(mktemp)"; npm test > "${tmp}"'],
    ...[
      'tmp=$(mktemp /tmp/x.XXXXXX); npm test >> "$tmp"',
      'd=$(mktemp -d); npm test > "$d/out.txt"',
      'a=$(mktemp)\nb=$(mktemp)\nnpm test > "$a" 2> "$b"',
    ],
    'tmp=$(mktemp); while read -r line; do echo "$line"; done < a > "$tmp"',
  ])('is written without a question: %s', (command) => {
    expect(decided(['allow Bash'], `Bash ${command}`).decision).toBe('allow');
    if (!command.includes('while')) expect(decided(RULES, `Bash ${command}`).decision).toBe('allow');
  });

  it('can also be what a program writes', () => {
    expect(decided(['allow Bash', 'deny Edit(src/**)'], 'Bash tmp=$(mktemp); sort -o "$tmp" a; tee "$tmp"').decision).toBe('allow');
  });

  it.each([
    ...[
      'npm test > "$tmp"',
      'tmp=$(mktemp); tmp=src/a.ts; npm test > "$tmp"',
      'tmp=$(mktemp)src; npm test > "$tmp"',
      'tmp=x$(mktemp); npm test > "$tmp"',
    ],
    ...['tmp=$(mktemp; echo src/a.ts); npm test > "$tmp"', 'mktemp() { echo src/a.ts; }; tmp=$(mktemp); npm test > "$tmp"'],
    ...[
      'tmp=$(mktemp); ln -sf src/a.ts "$tmp"; npm test > "$tmp"',
      'tmp=$(mktemp); read tmp; npm test > "$tmp"',
      'tmp=$(mktemp); npm test > "$tmp/../x"',
    ],
    ...[
      'tmp=$(mktemp); read "$x"; npm test > "$tmp"',
      'tmp=$(mktemp); printf -v tmp src/a.ts; npm test > "$tmp"',
      'tmp=$(mktemp "$x"); npm test > "$tmp"',
    ],
    ...[
      'd=$(mktemp -d); npm test > "$d/../x"',
      'd=$(mktemp -d); npm test > "$d/a/b"',
      'd=$(mktemp -d -p x); npm test > "$d/a"',
      'd=$(mktemp -d); npm test > "$d$x"',
    ],
    ...[
      'tmp=$(mktemp); for tmp in src/a.ts; do npm test > "$tmp"; done',
      'tmp=$(mktemp) npm test > "$tmp"',
      'tmp=$(mktemp); npm test > "$tmp"x',
    ],
  ])('is nothing else: %s', (command) => {
    for (const mode of ['default', 'bypassPermissions'] as const)
      expect(decided(['allow Bash', 'deny Edit(src/**)'], `Bash ${command}`, mode).decision).not.toBe('allow');
  });

  it('is no reading in plan mode', () => {
    expect(decided(['allow Bash(mktemp *)'], 'Bash tmp=$(mktemp); cat a > "$tmp"', 'plan')).toMatchObject({ decision: 'ask' });
  });
});
