import { describe, expect, it } from 'vitest';
import { isProtectedPath } from '../../../main/core/permission/protected-paths';

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
