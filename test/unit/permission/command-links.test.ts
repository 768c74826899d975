import { describe, expect, it } from 'vitest';
import { action, decided, FOLDER } from './support';

describe('a command that names a link', () => {
  const to = (target: string) => ({ ...action('Bash cat link'), paths: [FOLDER, target] });

  it('is denied where a rule denies what the link leads to', () => {
    for (const mode of ['default', 'bypassPermissions'] as const)
      expect(decided(['deny Read(.env)', 'allow Bash'], to(`${FOLDER}/.env`), mode).decision).toBe('deny');
  });

  it('is asked for where the link leads out of the working directories', () => {
    expect(decided([], to('/etc/passwd'))).toMatchObject({ decision: 'ask', builtin: 'outside-working-directories' });
    expect(decided([], to(`${FOLDER}/src/a.ts`)).decision).toBe('allow');
  });

  it('leads elsewhere than the words say where they climb back out of it', () => {
    const climbing = { ...action('Bash cd link && cat ../x'), paths: [FOLDER, FOLDER] };
    expect(decided([], climbing).decision).toBe('ask');
    expect(decided([], 'Bash cd src && cat ../x').decision).toBe('allow');
  });
});
