import { describe, expect, it } from 'vitest';
import { isProtectedPath, mayBeProtected } from '../../../main/core/permission/protected-paths';
import { isLiftable } from '../../../main/core/permission/apply-hooks';
import { offerRules } from '../../../main/core/permission/offers';
import { action, decided, ruleSet } from './support';

const home = '/home/ann/.vitrine';
const at = (folder: string, path: string) => isProtectedPath(path, { folder, protect: [home] });

describe('protected paths', () => {
  it('are files that make other programs run code, wherever they lie', () => {
    expect(at('/home/ann/app', '/home/ann/app/.git/hooks/pre-commit')).toBe(true);
    expect(at('/home/ann/app', '/home/ann/app/.Claude/settings.json')).toBe(true);
    expect(at('/home/ann/app', '/home/ann/.bashrc')).toBe(true);
    expect(at('/home/ann/app', '/home/ann/app/src/main.ts')).toBe(false);
  });

  it('are everything in the home of the app, but not the files of a project that lies there', () => {
    expect(at('/home/ann/app', `${home}/config.json`)).toBe(true);
    expect(at(`${home}/sample`, `${home}/config.json`)).toBe(true);
    expect(at(`${home}/sample`, `${home}/sample/menu/teas.csv`)).toBe(false);
    expect(at(`${home}/sample`, `${home}/sample/.claude/settings.json`)).toBe(true);
    expect(at(`${home}/sample`, `${home}/sample2/menu/teas.csv`)).toBe(true);
  });
});

describe('a call that wants a person', () => {
  const call = { ...action('mcp__bank__pay'), needsPerson: true as const };

  it('is asked for in every mode and whatever is allowed, and offers no rule', () => {
    for (const mode of ['default', 'acceptEdits', 'bypassPermissions'] as const)
      expect(decided(['allow mcp__bank', 'allow mcp__bank__pay'], call, mode)).toMatchObject({ decision: 'ask', builtin: 'needs-person' });
    expect(offerRules(call, { rules: ruleSet([]), localFile: '/settings.json' })).toEqual([]);
  });

  it('is denied where nothing may be asked, and where a rule denies it', () => {
    expect(decided(['allow mcp__bank'], call, 'dontAsk')).toMatchObject({ decision: 'deny', builtin: 'needs-person' });
    expect(decided(['deny mcp__bank'], call)).toMatchObject({ decision: 'deny', rule: { text: 'mcp__bank' } });
  });

  it('is not let pass by a hook', () => {
    expect(isLiftable(decided([], action('mcp__bank__pay')))).toBe(true);
    expect(isLiftable(decided([], call))).toBe(false);
  });
});

describe('patterns of the shell', () => {
  const folder = '/home/ann/app';

  it.each([
    '.gi?',
    '.gi?/hooks/x',
    '.claud?/settings.json',
    '.[g]it/config',
    '.*',
    '.g*',
    '?.git/../.gi?',
    'a/.GI?/x',
    '.bash*',
    'le*',
    'l?fthook.yml',
    '*.properties',
    '.conf*/gi?/x',
  ])('stand for the protected names that they could match: %s', (path) => {
    expect(mayBeProtected(`${folder}/${path}`, { folder, protect: [home] })).toBe(true);
  });

  it.each(['build/*', '*', '*.ts', 'src/*.test.ts', 'a?', '?git', '*git'])('name nothing that is protected: %s', (path) => {
    expect(mayBeProtected(`${folder}/${path}`, { folder, protect: [home] })).toBe(false);
  });

  it('reach the folder of the app by its own name', () => {
    expect(mayBeProtected('/home/ann/.vitr*/config.json', { folder, protect: ['/home/ann/.vitrine'] })).toBe(true);
    expect(mayBeProtected('/home/ann/.own*/config.json', { folder, protect: ['/home/ann/.ownplace'] })).toBe(true);
  });

  it.each(['rm -rf .gi?', 'cp evil/ls .gi?/hooks', 'cp x .claud?/settings.json', 'touch .bashr?'])(
    'are asked for in acceptEdits: %s',
    (command) => {
      expect(decided([], `Bash ${command}`, 'acceptEdits')).toMatchObject({ decision: 'ask', builtin: 'protected-path' });
    },
  );

  it.each(['rm build/*.js', 'cp src/*.ts out', 'touch a?'])('pass in acceptEdits where nothing protected fits: %s', (command) => {
    expect(decided([], `Bash ${command}`, 'acceptEdits').decision).toBe('allow');
  });
});
