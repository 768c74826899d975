import { describe, expect, it } from 'vitest';
import { decided } from './support';

describe('where a command writes', () => {
  it.each([
    ['plan', 'allow Bash'],
    ['plan', 'allow Edit'],
    ['plan', 'allow Edit(src/**)'],
  ] as const)('is asked for in the mode %s with %s, also where the program only reads', (mode, rule) => {
    for (const command of ['echo x > src/a.ts', '> src/a.ts', 'cat b.ts >> src/a.ts', 'true && ls > src/a.ts'])
      expect(decided([rule], `Bash ${command}`, mode)).toMatchObject({ decision: 'ask', builtin: 'plan-mode' });
    expect(decided([rule], 'Bash echo x > /dev/null', mode)).toMatchObject({ decision: 'allow', builtin: 'read-only-command' });
  });

  it('is allowed by what approves the edit, which is named', () => {
    expect(decided(['allow Edit(src/**)'], 'Bash echo x > src/a.ts')).toMatchObject({
      decision: 'allow',
      rule: { text: 'Edit(src/**)' },
    });
    expect(decided([], 'Bash echo x > src/a.ts', 'acceptEdits')).toMatchObject({ decision: 'allow', builtin: 'accept-edits' });
  });

  it.each(['echo a > "$f"', 'echo a > s*c/a.ts', 'tee "$f"', 'for f in s*c/a.ts; do echo > "$f"; done'])(
    'is asked for in every mode where a rule denies edits and the target is not certain: %s',
    (command) => {
      for (const mode of ['default', 'bypassPermissions'] as const)
        expect(decided(['deny Edit(src/**)', 'allow Bash'], `Bash ${command}`, mode).decision).toBe('ask');
    },
  );

  it('is denied through the variable of a loop', () => {
    expect(decided(['deny Edit(src/**)', 'allow Bash'], 'Bash for f in src/a.ts; do echo a > "$f"; done').decision).toBe('deny');
  });

  it('is allowed by an exact rule, of the whole or of a part', () => {
    expect(decided(['allow Bash(tee "$x")'], 'Bash tee "$x"').decision).toBe('allow');
    expect(decided(['allow Bash(tee "$x")', 'allow Bash(npm test)'], 'Bash npm test | tee "$x"').decision).toBe('allow');
  });

  it('is asked for by no wider rule, and by bypassPermissions not at all', () => {
    for (const rule of ['allow Bash', 'allow Bash(touch *)']) expect(decided([rule], 'Bash touch "$x"').decision).toBe('ask');
    expect(decided([], 'Bash touch "$x"', 'bypassPermissions').decision).toBe('allow');
  });
});
