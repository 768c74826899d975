import { describe, expect, it } from 'vitest';
import { findRefusals, refusalWords, widenGrant } from '../../../main/core/shell/find-refusals';
import { grantSandbox } from '../../../main/core/shell/sandbox-policy';
import { DEFAULT_SANDBOX } from '../../../main/core/shell/sandbox-settings';

const folder = '/home/ann/shop';
const grant = grantSandbox({
  ...{ folder, home: '/home/ann', ignoreCase: false, directories: [folder], repository: undefined, rules: [], protect: [] },
  settings: DEFAULT_SANDBOX,
});
const there = new Set(['/home/ann/notes.txt', '/srv', '/srv/data', '/etc', '/home/ann/.ssh/id_rsa']);
const context = {
  grant,
  cwd: folder,
  home: '/home/ann',
  isGuarded: (path: string) => path.endsWith('.env') || path.includes('/.ssh/'),
  exists: async (path: string) => there.has(path),
};

describe('a refusal of the sandbox', () => {
  it.each([
    ['bash: line 1: /etc/x: Read-only file system', 'write /etc/x'],
    ["touch: cannot touch '/srv/data/x': Read-only file system", 'write /srv/data/x'],
    ['mkdir: cannot create directory ‘/srv/new’: Permission denied', 'write /srv/new'],
    ["Error: EROFS: read-only file system, open '/srv/data/x'", 'write /srv/data/x'],
    ["PermissionError: [Errno 13] Permission denied: '/srv/data/x'", 'write /srv/data/x'],
    ["OSError: [Errno 30] Read-only file system: '../out'", 'write /home/ann/out'],
    ['open /srv/data/x: read-only file system', 'write /srv/data/x'],
    ['bash: ~/.bashrc: Read-only file system', 'write /home/ann/.bashrc'],
    ['error: could not write config file .git/config: Device or resource busy', 'write /home/ann/shop/.git/config (it is protected)'],
    ["mv: cannot move '.git' to 'other': Device or resource busy", 'write /home/ann/shop/.git (it is protected)'],
    ['bash: .claude/settings.json: Read-only file system', 'write /home/ann/shop/.claude/settings.json (it is protected)'],
    ['cat: .env: Permission denied', 'read /home/ann/shop/.env (it is guarded)'],
    ['bash: line 1: /srv/new.txt: No such file or directory', 'write /srv/new.txt'],
    ['cat: /home/ann/notes.txt: No such file or directory', 'read /home/ann/notes.txt'],
    ['cat: /home/ann/.ssh/id_rsa: No such file or directory', 'read /home/ann/.ssh/id_rsa (it is guarded)'],
    ['cat: /home/ann/notes.txt: Operation not permitted', 'read /home/ann/notes.txt'],
    ['cat: .env: Operation not permitted', 'read /home/ann/shop/.env (it is guarded)'],
    ['touch: /srv/data/x: Operation not permitted', 'write /srv/data/x'],
    ['touch: /srv/data: Operation not permitted', 'write /srv/data'],
    ['/bin/bash: /srv/data: Operation not permitted', 'write /srv/data'],
    ["Error: EPERM: operation not permitted, open '/home/ann/notes.txt'", 'read /home/ann/notes.txt'],
    ["Error: EPERM: operation not permitted, unlink '/home/ann/notes.txt'", 'write /home/ann/notes.txt'],
    ["PermissionError: [Errno 1] Operation not permitted: '.git/config'", 'write /home/ann/shop/.git/config (it is protected)'],
    ['Error: connect EPERM 127.0.0.1:5432 - Local (undefined:undefined)', 'reach localhost:5432'],
    ['Error: listen EPERM: operation not permitted :::3000', 'reach localhost:3000'],
  ])('is seen in: %s', async (line, words) => {
    expect(refusalWords(await findRefusals(`building…\n${line}\ndone`, context))).toBe(`tried to ${words}`);
  });

  it.each([
    'cat: /home/ann/nowhere: No such file or directory',
    'cat: /srv/new.txt: No such file or directory',
    'bash: line 1: /nowhere/x: No such file or directory',
    'cat: src/a.ts: No such file or directory',
    'bash: ./run.sh: Permission denied',
    'bash: /tmp/x: Permission denied',
    'Error: connect ECONNREFUSED 127.0.0.1:5432',
    'permission denied for relation users',
    'remote: Permission to a/b.git denied',
    '',
  ])('is not read into: %s', async (line) => {
    expect(await findRefusals(line, context)).toEqual([]);
  });

  it('is named once, and never more than a few', async () => {
    const lines = Array.from({ length: 50 }, (_, index) => `bash: /srv/${index % 9}: Read-only file system`).join('\n');
    expect(await findRefusals(lines, context)).toHaveLength(5);
  });
});

describe('the wider grant', () => {
  it('takes in what is there, the folder of what is not, and the host with its port', async () => {
    const wider = await widenGrant(
      grant,
      [
        { kind: 'write', target: '/srv/data' },
        { kind: 'write', target: '/srv/new' },
        { kind: 'read', target: '/home/ann/notes.txt' },
        { kind: 'host', target: 'example.com:443' },
      ],
      context.exists,
    );
    expect(wider).toEqual({
      ...grant,
      writable: [folder, '/srv/data', '/srv'],
      readable: ['/home/ann/notes.txt'],
      hosts: ['example.com:443'],
    });
  });

  it.each([
    [{ kind: 'write', target: '/etc/x' }],
    [{ kind: 'write', target: '/x' }],
    [{ kind: 'write', target: '/nowhere/at/all' }],
    [{ kind: 'read', target: '/home/ann/shop/.env', firm: 'it is guarded' }],
  ] as const)('is not there for %j', async (refusal) => {
    expect(await widenGrant(grant, [refusal], context.exists)).toBeUndefined();
  });
});
