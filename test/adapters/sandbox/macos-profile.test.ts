import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { firstMissing, resolveFar } from '../../../main/adapters/sandbox/look';
import { writeProfile } from '../../../main/adapters/sandbox/macos-profile';
import { planMounts } from '../../../main/adapters/sandbox/plan-mounts';
import { listProtectedPaths } from '../../../main/core/permission/protected-paths';
import type { SandboxGrant } from '../../../shared/model/sandbox';
import { type Attempt, readSeatbeltProfile } from './seatbelt-rules';

const HOSTILE = ['it"s', 'back\\slash', '(allow default)', 'new\nline', 'bell\u0007', '日本 é', '[a-z]*?', '#"^/"', "quote'"];
const OPEN = { hosts: [], deniedHosts: [], unixSockets: false };

describe('a profile of macOS', () => {
  let base: string;
  let home: string;
  let folder: string;
  let temp: string;
  let grant: SandboxGrant;

  beforeAll(() => {
    base = realpathSync(mkdtempSync(join(tmpdir(), 'vitrine-profile-')));
    home = join(base, 'home');
    folder = join(home, 'my "shop"');
    temp = join(base, 'temp');
    mkdirSync(temp, { recursive: true });
    for (const [path, text] of Object.entries({
      ...{ '.env': 'SECRET', 'src/keys/one.pem': 'SECRET', 'src/index.ts': '', '.bashrc': '', 'sub/.git/HEAD': '' },
      ...{
        '.git/HEAD': '',
        '.git/objects/x': '',
        '.git/refs/x': '',
        '.git/hooks/pre-commit': '',
        '.git/config': '[include]\n\tpath = ../more/settings\n',
      },
    })) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
    grant = {
      ...{
        folder,
        writable: [folder],
        neverWritable: ['.git/hooks/', '.git/config', ...listProtectedPaths()],
        readable: [join(home, 'docs')],
      },
      ...{ ...OPEN, unreadable: [], nestedNamespaces: false, limits: { processes: 1, memoryBytes: 1, fileBytes: 1 } },
    };
    mkdirSync(join(home, 'docs'));
  });
  afterAll(() => rmSync(base, { recursive: true, force: true }));

  const judge = (changes: Partial<SandboxGrant> = {}, terminal = false) => {
    const scan = { guarded: [join(folder, '.env'), join(folder, 'src/keys/one.pem')], nested: [join(folder, 'sub/.git')], packages: [] };
    const granted = { ...grant, ...changes };
    const found = planMounts({ grant: granted, system: [], tools: [join(home, '.nvm')], temp, home, scans: [scan] });
    const plan = { ...found, unwanted: found.unwanted.map(firstMissing) };
    return readSeatbeltProfile(writeProfile({ plan, grant: granted, port: 4128, terminal }));
  };
  const at = (path: string) =>
    path.startsWith('~temp') ? join(temp, path.slice(5)) : path.startsWith('/') ? path : resolveFar(join(folder, path));

  it.each([
    ['src/index.ts', 'file-read-data', 'file-write-data', 'file-write-unlink'],
    ['src/new.ts', 'file-write-create', 'file-write-mode', 'file-write-xattr'],
    ['src/keys/other.txt', 'file-read-data', 'file-write-create', 'file-write-unlink'],
    ['.env.example', 'file-read-data', 'file-write-create'],
    ['.git/index', 'file-write-create', 'file-write-unlink'],
    ['.git/HEAD', 'file-write-data', 'file-write-unlink'],
    ['~temp/x', 'file-read-data', 'file-write-create', 'file-write-unlink'],
    ['../docs/guide.md', 'file-read-data'],
    ['/usr/bin/git', 'file-read-data', 'file-map-executable', 'process-exec'],
    ['/private/etc/hosts', 'file-read-data'],
    ['/System/Library/dyld/x', 'file-read-data', 'file-map-executable'],
    ['/dev/null', 'file-read-data', 'file-write-data', 'file-ioctl'],
    ['.env', 'file-read-metadata'],
  ])('allows at %s: %s %s %s', (path, ...operations) => {
    const decide = judge();
    for (const operation of operations) expect([operation, decide({ operation, path: at(path) })]).toEqual([operation, 'allow']);
  });

  it.each([
    ['.env', 'file-read-data', 'file-read-xattr', 'file-write-data', 'file-write-unlink', 'file-write-create', 'file-link', 'file-clone'],
    ['src/keys/one.pem', 'file-read-data', 'file-write-unlink'],
    ['src/keys', 'file-write-unlink'],
    ['src', 'file-write-unlink'],
    ['', 'file-write-unlink'],
    ['.git', 'file-write-unlink'],
    ['.git/hooks/pre-commit', 'file-write-data', 'file-write-unlink'],
    ['.git/hooks/post-merge', 'file-write-create'],
    ['.git/hooks', 'file-write-unlink', 'file-write-mode'],
    ['.git/config', 'file-write-data', 'file-write-unlink', 'file-write-create', 'file-write-xattr'],
    ['.git/commondir', 'file-write-create'],
    ['.git/Config.WorkTree', 'file-write-create'],
    ['more', 'file-write-create'],
    ['more/settings', 'file-write-create'],
    ['sub/.git', 'file-write-unlink'],
    ['sub', 'file-write-unlink'],
    ['.claude', 'file-write-create'],
    ['.CLAUDE/settings.json', 'file-write-create'],
    ['.Mcp.Json', 'file-write-create'],
    ['.vitrine/settings.json', 'file-write-create'],
    ['.bashrc', 'file-write-data', 'file-write-unlink'],
    ['../notes.txt', 'file-read-data', 'file-read-metadata', 'file-write-create'],
    ['../docs/guide.md', 'file-write-data', 'file-write-create', 'file-write-unlink'],
    ['/usr/local/bin/x', 'file-write-create'],
    ['/private/tmp/x', 'file-read-data', 'file-write-create'],
    ['/private/etc/master.passwd', 'file-read-data'],
    ['/System/Volumes/Data/Users/ann/.ssh/id_rsa', 'file-read-data'],
    ['/Library/Keychains/System.keychain', 'file-read-data'],
    ['/private/var/run/docker.sock', 'network-outbound', 'file-read-data'],
    ['/dev/disk0', 'file-read-data', 'file-write-data', 'file-ioctl'],
    ['/dev/ttys001', 'file-read-data', 'file-write-data', 'file-ioctl'],
  ])('denies at %s: %s %s %s', (path, ...operations) => {
    const decide = judge();
    for (const operation of operations) expect([operation, decide({ operation, path: at(path) })]).toEqual([operation, 'deny']);
  });

  it('lets see folders and links on the way to something, and list none but those that are granted', () => {
    const decide = judge();
    expect(decide({ operation: 'file-read-metadata', path: home, kind: 'DIRECTORY' })).toBe('allow');
    expect(decide({ operation: 'file-read-metadata', path: '/tmp', kind: 'SYMLINK' })).toBe('allow');
    expect(decide({ operation: 'file-read-data', path: home, kind: 'DIRECTORY' })).toBe('deny');
  });

  it.each<[Attempt, string]>([
    [{ operation: 'network-outbound', name: 'localhost:4128' }, 'allow'],
    [{ operation: 'network-outbound', name: 'localhost:5432' }, 'deny'],
    [{ operation: 'network-outbound', name: '93.184.216.34:443' }, 'deny'],
    [{ operation: 'network-bind', name: 'localhost:3000' }, 'deny'],
    [{ operation: 'system-socket', name: 'AF_UNIX' }, 'allow'],
    [{ operation: 'mach-lookup', name: 'com.apple.system.opendirectoryd.libinfo' }, 'allow'],
    [{ operation: 'mach-lookup', name: 'com.apple.SecurityServer' }, 'deny'],
    [{ operation: 'mach-lookup', name: 'com.apple.coreservices.launchservicesd' }, 'deny'],
    [{ operation: 'sysctl-read', name: 'hw.ncpu' }, 'allow'],
    [{ operation: 'sysctl-read', name: 'kern.osproductversion' }, 'allow'],
    [{ operation: 'sysctl-read', name: 'kern.procargs2' }, 'deny'],
    [{ operation: 'signal', own: true }, 'allow'],
    [{ operation: 'signal' }, 'deny'],
    [{ operation: 'process-info-pidinfo', own: true }, 'allow'],
    [{ operation: 'process-info-pidinfo' }, 'deny'],
    [{ operation: 'process-exec-interpreter' }, 'allow'],
    [{ operation: 'lsopen' }, 'deny'],
    [{ operation: 'appleevent-send' }, 'deny'],
    [{ operation: 'mach-priv-task-port', own: true }, 'deny'],
  ])('says of the machine: %j is %s', (attempt, verdict) => {
    expect(judge()(attempt)).toBe(verdict);
  });

  it('opens what was granted of the machine itself, port by port', () => {
    const some = judge({ hosts: ['localhost:3000', 'example.com'] });
    const out = (decide: typeof some, name: string) => decide({ operation: 'network-outbound', name });
    expect([out(some, 'localhost:3000'), out(some, 'localhost:3001')]).toEqual(['allow', 'deny']);
    expect(some({ operation: 'network-bind', name: 'localhost:3000' })).toBe('allow');
    expect(out(judge({ hosts: ['127.0.0.1'] }), 'localhost:3001')).toBe('allow');
    expect(out(judge({ hosts: ['localhost'], deniedHosts: ['localhost'] }), 'localhost:3001')).toBe('deny');
    expect(out(judge({ hosts: ['*.localhost.example.com', 'mylocalhost'] }), 'localhost:80')).toBe('deny');
  });

  it('lets sockets lie among what may be written, where they are granted, and nowhere else', () => {
    const decide = judge({ unixSockets: true });
    for (const operation of ['network-outbound', 'network-bind', 'network-inbound']) {
      expect(decide({ operation, path: at('~temp/socket') })).toBe('allow');
      expect(decide({ operation, path: '/private/var/run/docker.sock' })).toBe('deny');
      expect(judge()({ operation, path: at('~temp/socket') })).toBe('deny');
    }
  });

  it('lets a program ask its terminal for its size, and use none but those that it made', () => {
    const other = { path: '/dev/ttys001' };
    expect(judge({}, true)({ operation: 'file-ioctl', ...other })).toBe('allow');
    expect(judge({}, true)({ operation: 'file-write-data', ...other })).toBe('deny');
    expect(judge()({ operation: 'file-write-data', ...other, own: true })).toBe('allow');
  });

  it('keeps what a link in the way leads to', () => {
    symlinkSync(folder, join(base, 'link'));
    expect(resolveFar(join(base, 'link/.env'))).toBe(join(folder, '.env'));
    expect(resolveFar(join(base, 'link/not/there'))).toBe(join(folder, 'not/there'));
  });

  const planOf = (root: string, hidden: string, name: string) => ({
    ...{ standIns: [name], unwanted: [], hidden: [hidden], whole: [] },
    ground: [{ kind: 'writable' as const, from: root, to: root }],
    mounts: [{ kind: 'hidden-file' as const, to: hidden }],
  });

  it('means each path as it is written, whatever is in it', () => {
    const part = fc.oneof(
      fc.constantFrom(...HOSTILE),
      fc.string({ unit: 'binary', minLength: 1, maxLength: 12 }).filter((text) => !/[/\0]/.test(text)),
    );
    fc.assert(
      fc.property(part, part, part, (one, two, three) => {
        const root = `/Users/${one}`;
        const hidden = `${root}/${two}/.env`;
        const name = `${root}/${three}x`;
        const decide = readSeatbeltProfile(writeProfile({ plan: planOf(root, hidden, name), grant: OPEN, port: 1, terminal: false }));
        expect(decide({ operation: 'file-write-create', path: `${root}/plain` })).toBe('allow');
        expect(decide({ operation: 'file-read-data', path: hidden })).toBe('deny');
        expect(decide({ operation: 'file-write-unlink', path: dirname(hidden) })).toBe('deny');
        expect(decide({ operation: 'file-write-create', path: `${name}/below` })).toBe('deny');
        expect(decide({ operation: 'file-write-create', path: `${root}-beside/x` })).toBe('deny');
        expect(decide({ operation: 'file-read-data', path: `${hidden}.example` })).toBe('allow');
      }),
    );
  });

  it('is not written where a path is longer than the language takes', () => {
    const long = `/Users/${'x'.repeat(1_000)}`;
    expect(() => writeProfile({ plan: planOf(long, `${long}/a`, `${long}/b`), grant: OPEN, port: 1, terminal: false })).toThrow(/so long/);
  });
});
