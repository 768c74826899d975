import { describe, expect, it } from 'vitest';
import { action, decided, FOLDER, NOTHING_FOUND } from './support';

describe('a command that names a link', () => {
  const decideWith = (target: string, lines: readonly string[] = [], mode: 'default' | 'bypassPermissions' = 'default') => {
    const reach = { ...NOTHING_FOUND, command: 'cat link', links: [target], targets: new Map([[`${FOLDER}/link`, [target]]]) };
    return decided(lines, 'Bash cat link', mode, { reaches: [reach] });
  };

  it('is denied where a rule denies what the link leads to', () => {
    for (const mode of ['default', 'bypassPermissions'] as const)
      expect(decideWith(`${FOLDER}/a`, ['deny Read(a)', 'allow Bash'], mode).decision).toBe('deny');
  });

  it('is asked for where the link leads out of the working directories', () => {
    expect(decideWith('/etc/passwd')).toMatchObject({ decision: 'ask', builtin: 'outside-working-directories' });
    expect(decideWith(`${FOLDER}/src/a.ts`).decision).toBe('allow');
  });
});

it('a command that nobody looked around for is asked for where others were', () => {
  const reaches = [{ ...NOTHING_FOUND, command: 'cat other' }];
  expect(decided(['allow Bash'], 'Bash cat link', 'bypassPermissions', { reaches }).decision).toBe('ask');
  expect(decided([], { ...action('Bash cat other'), paths: [`${FOLDER}/src`] }, 'default', { reaches }).decision).toBe('ask');
  expect(decided([], 'Bash cat other', 'default', { reaches }).decision).toBe('allow');
});
