import { describe, expect, it } from 'vitest';
import { writeSeatbeltProfile } from '../../../main/adapters/sandbox/seatbelt-profile';
import { grantSandbox } from '../../../main/core/shell/sandbox-policy';
import { DEFAULT_SANDBOX } from '../../../main/core/shell/sandbox-settings';

const home = '/Users/ann';
const folder = '/Users/ann/my "shop"';
const grant = grantSandbox({
  ...{ folder, home, ignoreCase: true, directories: [folder], repository: undefined, rules: [], protect: [] },
  settings: { ...DEFAULT_SANDBOX, denyRead: ['/srv/private'] },
});
const write = (changes: Partial<Parameters<typeof writeSeatbeltProfile>[0]> = {}) =>
  writeSeatbeltProfile({
    grant,
    home,
    temp: '/private/tmp/v',
    tools: [`${home}/.nvm`],
    guarded: [`${folder}/.env`],
    proxyPort: 3128,
    ...changes,
  });
const lines = (start: string, profile = write()) => profile.split('\n').filter((line) => line.startsWith(start));

describe('a profile for Seatbelt', () => {
  it('denies by default, and closes every parenthesis that it opens outside of texts', () => {
    const profile = write();
    expect(profile.startsWith('(version 1)\n(deny default)\n')).toBe(true);
    const plain = profile.replace(/"(?:[^"\\]|\\.)*"/g, '');
    expect(plain.split('(').length).toBe(plain.split(')').length);
  });

  it('lets write the project and the temp folder, and then denies what is protected', () => {
    const profile = write();
    const allowed = String.raw`(allow file-write* (subpath "/Users/ann/my \"shop\"") (subpath "/private/tmp/v"))`;
    expect(profile).toContain(allowed);
    const [denied = ''] = lines('(deny file-write* ');
    for (const name of ['.git/hooks', '.git/config', '.claude', '.vitrine', '.mcp.json', '.bashrc'])
      expect(denied).toContain(String.raw`(subpath "/Users/ann/my \"shop\"/${name}")`);
    expect(denied).toContain(String.raw`(prefix "/Users/ann/my \"shop\"/.yarnrc")`);
    expect(profile.indexOf(denied)).toBeGreaterThan(profile.indexOf(allowed));
    expect(lines('(deny file-write-unlink')).toEqual([String.raw`(deny file-write-unlink (literal "/Users/ann/my \"shop\"/.git"))`]);
  });

  it('closes the home but for the project and the tools, and hides secrets after that', () => {
    const reads = lines('(allow file-read* ');
    const profile = write();
    expect(profile.indexOf('(deny file-read* (subpath "/Users/ann"))')).toBeGreaterThan(profile.indexOf(reads[0] ?? ''));
    expect(reads[1]).toBe(String.raw`(allow file-read* (subpath "/Users/ann/.nvm") (subpath "/Users/ann/my \"shop\""))`);
    const [hidden = ''] = lines('(deny file-read-data');
    expect(hidden).toBe(String.raw`(deny file-read-data file-write* (subpath "/Users/ann/my \"shop\"/.env") (subpath "/srv/private"))`);
    expect(profile.indexOf(hidden)).toBeGreaterThan(profile.indexOf(reads[1] ?? ''));
  });

  it('opens the proxy alone, or nothing', () => {
    expect(lines('(allow network')).toEqual(['(allow network-outbound (remote ip "localhost:3128"))']);
    expect(lines('(allow network', write({ proxyPort: undefined }))).toEqual([]);
    expect(lines('(allow network', write({ proxyPort: undefined, grant: { ...grant, unixSockets: true } }))).toHaveLength(1);
  });
});
