import { describe, expect, it } from 'vitest';
import { classify } from '../../../main/core/permission/classify';
import { action, decided, FOLDER, NOTHING_FOUND, ruleSet } from './support';

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

describe('what a link leads to is named among what the command uses', () => {
  const usesOf = (command: string, found: Partial<typeof NOTHING_FOUND>) => {
    const reaches = [{ ...NOTHING_FOUND, ...found, command }];
    return classify(action(`Bash ${command}`), ruleSet([], { reaches })).uses.map(({ capability }) => capability);
  };
  const targets = (target: string) => new Map([[`${FOLDER}/link`, [target]]]);

  it.each([
    ['cat link', '/etc/passwd', ['read-outside', 'run-read-only']],
    ['cat link', `${FOLDER}/.env`, ['read-secrets', 'run-read-only']],
    ['cat link', `${FOLDER}/src/a.ts`, ['run-read-only']],
    ['echo x > link', '/etc/passwd', ['write-outside', 'write-source', 'run-read-only']],
    ['tee link', `${FOLDER}/.git/config`, ['write-protected', 'run-other', 'write-source']],
  ])('%s with %s', (command, target, uses) => {
    expect(usesOf(command, { targets: targets(target), links: [target] })).toEqual(uses);
  });

  it('and what patterns and walks come upon', () => {
    expect(usesOf('grep -R x src', { links: ['/etc/passwd'] })).toContain('read-outside');
    expect(usesOf('cat *', { read: [`${FOLDER}/.env`] })).toContain('read-secrets');
    expect(usesOf('tee *', { written: [`${FOLDER}/.git/config`] })).toContain('write-protected');
    expect(usesOf('./tool', { links: ['/opt/tool'] })).toEqual(['run-other']);
  });
});

it('a command that nobody looked around for is asked for where others were', () => {
  const reaches = [{ ...NOTHING_FOUND, command: 'cat other' }];
  expect(decided(['allow Bash'], 'Bash cat link', 'bypassPermissions', { reaches }).decision).toBe('ask');
  expect(decided([], { ...action('Bash cat other'), paths: [`${FOLDER}/src`] }, 'default', { reaches }).decision).toBe('ask');
  expect(decided([], 'Bash cat other', 'default', { reaches }).decision).toBe('allow');
});
