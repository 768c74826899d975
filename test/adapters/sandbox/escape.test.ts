import { execFileSync, spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findProgram } from '../../../main/adapters/sandbox/find-program';
import { IDENTITIES, makePlace, type Place } from './run-as';

/** Only a Linux machine without bubblewrap may leave these out: where it is installed, a sandbox that does not come up is a failure. */
const present = process.platform === 'linux' && findProgram('bwrap') !== undefined;
const SECRET = 'planted-secret-value';

describe.runIf(present).each(IDENTITIES)('a sandboxed command as $name', (identity) => {
  let place: Place;
  const one = async (command: string) => {
    const [result] = await place.run(command);
    if (result === undefined) throw new Error('no result');
    return result;
  };
  /** The command must fail in what it tries, and say nothing of the secret. */
  async function refuses(command: string, unchanged: Record<string, string | undefined> = {}): Promise<string> {
    const { output } = await one(`${command}\necho "ended with $?"`);
    expect(output).toMatch(/ended with [1-9]/);
    expect(output).not.toContain(SECRET);
    for (const [path, text] of Object.entries(unchanged))
      expect(existsSync(path) ? readFileSync(path, 'utf8') : undefined, path).toBe(text);
    return output;
  }

  /** What root made in the project is the user's. */
  const giveAway = () => {
    if (process.getuid?.() === 0) execFileSync('chown', ['-R', `${identity.uid}:${identity.uid}`, place.project]);
  };

  beforeAll(async () => {
    place = await makePlace(identity);
    await place.write('.bashrc', '# mine\n');
    await place.write('.ssh/id_rsa', SECRET, 0o600);
    await place.write('.aws/credentials', SECRET, 0o600);
    await place.write('notes.txt', SECRET);
    await place.write('project/.env', `KEY=${SECRET}\n`);
    await place.write('project/.env.example', 'KEY=\n');
    await place.write('project/deep/er/.env.local', SECRET);
    await place.write('project/server.pem', SECRET);
    await place.write('project/.claude/settings.json', '{}\n');
    await place.write('project/readme.md', 'hello\n');
    const git = (...args: string[]) => place.run(['git', ...args].map((word) => `'${word}'`).join(' '));
    const outside = (...args: string[]) => execFileSync('git', ['-c', 'safe.directory=*', '-C', place.project, ...args]);
    outside('init', '-q');
    outside('config', 'user.email', 'a@example.com');
    outside('config', 'user.name', 'A');
    giveAway();
    await git('add', 'readme.md');
    await git('commit', '-q', '-m', 'first');
  }, 60_000);
  afterAll(() => place.remove());

  it('is isolated at all', async () => {
    expect((await place.ask([])).support).toMatchObject({ available: true, network: true });
  });

  describe('writes only where it may', () => {
    it.each([
      ['/etc', 'echo x > /etc/vitrine-planted', '/etc/vitrine-planted'],
      ['/usr', 'echo x > /usr/vitrine-planted', '/usr/vitrine-planted'],
      ['the root', 'echo x > /vitrine-planted', '/vitrine-planted'],
      ['the folder above the project', 'echo x > ../planted', undefined],
      ['a start-up file of a shell', 'echo x >> ~/.bashrc', undefined],
      ['a new file of the home', 'echo x > ~/.zshrc', undefined],
      ['the key store', 'mkdir -p ~/.ssh && echo x > ~/.ssh/authorized_keys', undefined],
    ])('not %s', async (_name, command, planted) => {
      await refuses(command, { [join(place.home, '.bashrc')]: '# mine\n', [join(place.home, '.zshrc')]: undefined });
      if (planted !== undefined) expect(existsSync(planted)).toBe(false);
      expect(readdirSync(place.home).sort()).toEqual(['.aws', '.bashrc', '.ssh', 'notes.txt', 'project']);
    });

    it.each([
      ['a git hook', 'echo x > .git/hooks/pre-commit'],
      ['the git settings', 'git config core.fsmonitor /bin/true'],
      ['the git settings by hand', 'echo "[core]" >> .git/config'],
      ['the git settings by a rename', 'cp .git/config c && mv c .git/config'],
      ['the git folder by a rename', 'mv .git other'],
      ['the hooks by a rename', 'mv .git/hooks .git/other'],
      ['the hooks by a link', 'rm -rf .git/hooks && ln -s /tmp .git/hooks'],
      ['settings of the agent', 'echo "{}" > .claude/settings.json'],
      ['new settings of the agent', 'echo "{}" > .claude/settings.local.json'],
      ['the settings by a rename of their folder', 'mv .claude other'],
      ['servers that do not exist yet', 'echo "{}" > .mcp.json'],
      ['servers by a rename', 'echo "{}" > m.json && mv -T m.json .mcp.json'],
      ['the folder of the product', 'mkdir -p .vitrine/x'],
    ])('not %s', async (_name, command) => {
      const config = readFileSync(join(place.project, '.git/config'), 'utf8');
      await refuses(command, {
        [join(place.project, '.git/config')]: config,
        [join(place.project, '.claude/settings.json')]: '{}\n',
        [join(place.project, '.claude/settings.local.json')]: undefined,
        [join(place.project, '.mcp.json')]: undefined,
        [join(place.project, '.vitrine/x')]: undefined,
        [join(place.project, '.git/hooks/pre-commit')]: undefined,
      });
      expect(readdirSync(place.project)).not.toContain('.mcp.json');
      expect(readdirSync(place.project)).not.toContain('.vitrine');
    });

    it('not a repository where there is none, and leaves no trace of what stood in for it', async () => {
      const empty = await makePlace(identity);
      const [result] = await empty.run('git init . ; mkdir -p .git/hooks; echo "ended with $?"');
      expect(result?.output).toMatch(/ended with [1-9]/);
      expect(readdirSync(empty.project)).toEqual([]);
      await empty.remove();
    });

    it('not a file that makes git look for its settings elsewhere', async () => {
      const result = await one('echo . > .git/commondir; true');
      expect(result.removed).toEqual([join(place.project, '.git/commondir')]);
      expect(existsSync(join(place.project, '.git/commondir'))).toBe(false);
    });

    it('not through a link that leads out, be it old or made by the command', async () => {
      symlinkSync(join(place.home, '.bashrc'), join(place.project, 'out'));
      await refuses('echo x >> out', { [join(place.home, '.bashrc')]: '# mine\n' });
      await refuses('ln -s /etc here && echo x > here/vitrine-planted');
      await refuses('ln -s "$HOME" up && echo x > up/.profile', { [join(place.home, '.profile')]: undefined });
    });

    it('not through a hard link or an open descriptor', async () => {
      await refuses('ln ~/.bashrc mine && echo x >> mine', { [join(place.home, '.bashrc')]: '# mine\n' });
      await refuses('ln /etc/hostname host && echo x >> host');
      await refuses('exec 7< /etc/hostname; echo x > /proc/self/fd/7');
      await refuses('for f in /proc/self/fd/*; do [ -d "$f/." ] && ls "$f/../../../.." && echo found; done; false');
    });

    it('not the settings of the kernel', async () => {
      // Each is what is there already: a sandbox with a hole must not change the machine that tests it.
      for (const path of ['/proc/sys/kernel/core_pattern', '/proc/sys/vm/swappiness', '/sys/devices/system/cpu/cpu1/online'])
        await refuses(`text=$(cat ${path}) && echo "$text" > ${path}`);
      await refuses('echo h > /proc/sysrq-trigger');
      await refuses('echo 0 > /proc/self/oom_score_adj');
    });
  });

  describe('reads no secret', () => {
    it.each([
      ['by its name', 'cat .env'],
      ['by a pattern', 'cat .e?v'],
      ['by grep', 'grep -E "A|K" .env'],
      ['at any depth', 'cat deep/er/.env.local'],
      ['as a key', 'cat server.pem'],
      ['after a rename of its folder', 'mv deep moved; cat moved/er/.env.local; r=$?; mv moved deep; (exit $r)'],
      ['after chmod', 'chmod 644 .env; cat .env'],
      ['by the folder of the process', 'cat /proc/self/cwd/.env'],
      ['by the root of the process', 'cat /proc/self/root"$PWD"/.env'],
      ['by the root of the first process', 'cat /proc/1/root"$PWD"/.env'],
      ['by a hard link', 'ln .env plain && cat plain'],
      ['by a symbolic link', 'ln -s .env soft && cat soft'],
      ['from the key store', 'cat ~/.ssh/id_rsa'],
      ['from the cloud credentials', 'cat ~/.aws/credentials'],
      ['from the rest of the home', 'cat ~/notes.txt'],
      ['from another way to the home', `cat ../notes.txt`],
      ['from the password file', 'cat /etc/shadow'],
      ['by moving it away', 'mv .env plain && cat plain'],
      ['by removing what hides it', 'rm -f .env; cat .env'],
    ])('%s', (_name, command) => refuses(command).then(() => undefined));

    it.each([
      ['tar', 'tar cf /tmp/all.tar . 2>/dev/null; tar xOf /tmp/all.tar 2>/dev/null; cat /tmp/all.tar; true'],
      ['cp -r', 'cp -r . /tmp/copy 2>/dev/null; grep -r planted /tmp/copy; true'],
      ['find', 'find . -type f -exec cat {} + 2>/dev/null; true'],
      ['git add', 'git add -f .env 2>&1; git show :.env 2>&1; true'],
      ['a search through the project', 'grep -r planted . 2>/dev/null; true'],
      ['the environment of the first process', "tr '\\0' '\\n' < /proc/1/environ; true"],
    ])('in what %s sees', async (_name, command) => {
      const { output } = await one(command);
      expect(output).not.toContain(SECRET);
    });

    it('and keeps what lies beside it usable', async () => {
      expect((await one('cat .env.example readme.md')).output).toBe('KEY=\nhello\n');
    });

    it('but cannot hide what was committed: that is said in the documentation', async () => {
      await place.write('project/committed/.env', SECRET);
      const git = ['-c', 'safe.directory=*', '-C', place.project];
      execFileSync('git', [...git, 'add', '-f', 'committed/.env']);
      execFileSync('git', [...git, 'commit', '-q', '-m', 'mistake']);
      giveAway();
      expect((await one('cat committed/.env; true')).output).not.toContain(SECRET);
      expect((await one('git show HEAD:committed/.env')).output).toContain(SECRET);
    });

    it('nor the variables that are named like one', async () => {
      const { results } = await place.ask([[{ command: 'env; echo "[$KEEP]"' }]], {
        GITHUB_TOKEN: SECRET,
        AWS_SECRET_ACCESS_KEY: SECRET,
        DB_PASSWORD: SECRET,
        KEEP: 'kept',
      });
      expect(results[0]?.output).not.toContain(SECRET);
      expect(results[0]?.output).toContain('[kept]');
    });
  });

  describe('has no privilege', () => {
    it('and no capability', async () => {
      const { output } = await one('grep -E "^(Cap(Inh|Prm|Eff|Bnd|Amb)|NoNewPrivs|Seccomp):" /proc/self/status');
      expect(output.replace(/[\t ]+/g, ' ')).toBe(
        `${['Inh', 'Prm', 'Eff', 'Bnd', 'Amb'].map((name) => `Cap${name}: 0000000000000000\n`).join('')}NoNewPrivs: 1\nSeccomp: 2\n`,
      );
    });

    it.each([
      ['mount', 'mount -t tmpfs none /mnt'],
      ['mount over the project', 'mount --bind / .'],
      ['unmount what hides a file', 'umount .env'],
      ['make namespaces', 'unshare -Ur true'],
      ['make a network', 'unshare -rn true'],
      ['enter namespaces', 'nsenter --mount=/proc/1/ns/mnt true'],
      ['change its root', 'chroot / true'],
      ['become somebody else by a program that may', 'su -c true nobody'],
      ['make a device', 'mknod disk b 8 0'],
      ['set the clock', 'date -s 2020-01-01'],
      ['look at processes that are not its own', 'test "$(ls -d /proc/[0-9]* | wc -l)" -gt 20'],
    ])('to %s', (_name, command) => refuses(command).then(() => undefined));

    it.runIf(process.arch === 'x64')('nor system calls that only attacks use', async () => {
      const calls = {
        ptrace: '101, 16, 1, 0, 0',
        keyctl: '250, 0, -3, 1',
        bpf: '321, 0, 0, 0',
        perf: '298, 0, 0, -1, -1, 0',
        move: '310, 1, 0, 0, 0, 0, 0',
        io_uring: '425, 8, 0',
        clone3: '435, 0, 0',
        x32: '0x40000000 + 39',
      };
      const text = Object.entries(calls).map(
        ([name, args]) => `$! = 0; my $r_${name} = syscall(${args}); print "${name} $r_${name} ", $!+0, "\\n";`,
      );
      const { output } = await one(`perl -e '${text.join(' ')}'`);
      expect(output).toBe('ptrace -1 1\nkeyctl -1 1\nbpf -1 1\nperf -1 1\nmove -1 1\nio_uring -1 38\nclone3 -1 38\nx32 -1 38\n');
    });

    it('nor a way to type into a terminal', async () => {
      const { output } = await one(
        `perl -e 'open(my $t, "+<", "/dev/ptmx") or die "$!\\n"; my $c = "x"; $! = 0; ioctl($t, 0x5412, $c) // print "typed: ", $!+0, "\\n"; ioctl($t, 0x541c, $c) // print "pasted: ", $!+0, "\\n"'`,
      );
      expect(output).toBe('typed: 1\npasted: 1\n');
      expect((await one('cat /dev/tty; echo "ended with $?"')).output).toMatch(/ended with 1/);
    });

    it('over a process of the host', async () => {
      const victim = spawn('sleep', ['60'], identity.uid === process.getuid?.() ? {} : { uid: identity.uid, gid: identity.uid });
      try {
        await refuses(`kill -9 ${victim.pid}`);
        await refuses(`cat /proc/${victim.pid}/cmdline | grep sleep`);
        expect(victim.exitCode ?? victim.signalCode).toBeNull();
      } finally {
        victim.kill('SIGKILL');
      }
    });
  });

  describe('reaches no service of the machine', () => {
    it('by variables that name one', async () => {
      const names = [
        'DISPLAY',
        'WAYLAND_DISPLAY',
        'XAUTHORITY',
        'SSH_AUTH_SOCK',
        'DBUS_SESSION_BUS_ADDRESS',
        'DOCKER_HOST',
        'XDG_RUNTIME_DIR',
      ];
      const { results } = await place.ask(
        [[{ command: `for n in ${names.join(' ')}; do echo "$n=\${!n}"; done` }]],
        Object.fromEntries(names.map((name) => [name, 'set'])),
      );
      expect(results[0]?.output).toBe(names.map((name) => `${name}=\n`).join(''));
    });

    it.each([
      ['a socket of the project', 'project/daemon.sock'],
      ['a socket of the temp folder', '../scratch/daemon.sock'],
    ])('at %s', async (_name, path) => {
      const socket = join(place.home, path);
      const server = createServer((client) => client.end(SECRET));
      await new Promise<void>((done) => server.listen(socket, done));
      try {
        execFileSync('chmod', ['777', socket]);
        await refuses(`socat - UNIX-CONNECT:${socket} </dev/null`);
        await refuses(
          `node -e 'require("net").connect("${socket}").on("data",d=>console.log(""+d)).on("error",e=>{console.log(e.code);process.exit(1)})'`,
        );
      } finally {
        server.close();
      }
    });

    it('at an abstract socket', async () => {
      const name = `vitrine-test-${process.pid}`;
      const server = spawn('socat', [`ABSTRACT-LISTEN:${name},fork`, `SYSTEM:echo ${SECRET}`]);
      try {
        await expect.poll(() => readFileSync('/proc/net/unix', 'utf8')).toContain(`@${name}`);
        await refuses(`socat - ABSTRACT-CONNECT:${name} </dev/null`);
      } finally {
        server.kill('SIGKILL');
      }
    });

    it('because those of docker, dbus, the display and the keys are not there', async () => {
      const { output } = await one(
        'ls -d /run/docker.sock /var/run/docker.sock /run/dbus /run/user /tmp/.X11-unix /run/systemd 2>/dev/null; true',
      );
      expect(output).toBe('');
    });

    it('on the network of the host', async () => {
      const server = createServer((client) => client.end(SECRET));
      await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
      const address = server.address();
      const port = typeof address === 'object' && address !== null ? address.port : 0;
      try {
        await refuses(`exec 7<>/dev/tcp/127.0.0.1/${port} && cat <&7`);
        await refuses(`curl -sf http://127.0.0.1:${port}/`);
        const result = await one(
          `curl -s --noproxy '' http://127.0.0.1:${port}/; echo; curl -s -o /dev/null -w '%{http_connect}' --noproxy '' https://localhost:${port}/; true`,
        );
        expect(result.output).not.toContain(SECRET);
        expect(result.output).toContain('The sandbox refused this connection');
        expect(result.refusedHosts).toEqual([`127.0.0.1:${port}`, `localhost:${port}`]);
      } finally {
        server.close();
      }
    });

    it('by names, raw packets or another kind of socket', async () => {
      await refuses('getent hosts example.com');
      await refuses(`perl -MSocket -e 'socket(my $s, AF_INET, SOCK_RAW, 1) or die "$!\\n"'`);
      await refuses(`perl -e 'socket(my $s, 17, 3, 0) or die "$!\\n"'`);
      await refuses(`perl -e 'socket(my $s, 40, 1, 0) or die "$!\\n"'`);
      await refuses('ping -c1 -W1 127.0.0.1 && ping -c1 -W1 192.0.2.1');
    });

    it('through the proxy under the name of another command', async () => {
      const { output } = await one('curl -s -x http://guess:-@127.0.0.1:3128 http://example.com/; true');
      expect(output).toContain('The sandbox refused this connection');
    });
  });

  describe('is bounded', () => {
    it('in processes', async () => {
      const [bomb, after] = await place.run(
        {
          // A shell would try a refused fork again, for as long as the others live.
          command: `perl -e 'for (1 .. 400) { my $pid = fork; if (!defined $pid) { print "refused: $!\n"; exit } if ($pid == 0) { sleep 20; exit } }'`,
          grant: { limits: { ...place.grant.limits, processes: 64 } },
          session: 'bomb',
        },
        { command: 'echo fine', session: 'bomb', grant: { limits: { ...place.grant.limits, processes: 64 } } },
      );
      expect(bomb?.output).toBe('refused: Resource temporarily unavailable\n');
      expect(after?.output).toBe('fine\n');
    });

    it('in memory', async () => {
      const [hog] = await place.run({
        command: `perl -e 'my $x = "a" x (600 * 1024 * 1024); print length $x, "\\n"'; echo "ended with $?"`,
        grant: { limits: { ...place.grant.limits, memoryBytes: 256 * 2 ** 20 } },
      });
      expect(hog?.output).toMatch(/ended with [1-9]/);
    });

    it('in the size of a file and of shared memory', async () => {
      const [file] = await place.run({
        command: 'head -c 3000000 /dev/zero > big; echo "ended with $?"; wc -c < big; rm big',
        grant: { limits: { ...place.grant.limits, fileBytes: 2 ** 20 } },
      });
      expect(file?.output).toMatch(/ended with [1-9]/);
      expect(file?.output).toContain('\n1048576\n');
      await refuses('head -c 400M /dev/zero > /dev/shm/big');
    });

    it('and shared memory is its own', async () => {
      await one('echo x > /dev/shm/vitrine-planted');
      expect(existsSync('/dev/shm/vitrine-planted')).toBe(false);
    });
  });

  describe('leaves nothing behind', () => {
    it.each([
      ['a child', 'sleep 77771 &'],
      ['nohup', 'nohup sleep 77772 >/dev/null 2>&1 &'],
      ['a session of its own', 'setsid sleep 77773 >/dev/null 2>&1 &'],
      ['a double fork', '( ( sleep 77774 >/dev/null 2>&1 & ) & )'],
      ['a process that ignores every signal', `perl -e 'fork and exit; $SIG{$_} = "IGNORE" for keys %SIG; sleep 77775' &`],
    ])('of %s', async (_name, command) => {
      const result = await one(`${command} echo done`);
      expect(result.output).toContain('done');
      await expect.poll(() => commandLines().filter((line) => /7777[1-5]/.test(line))).toEqual([]);
    });

    it('and says how many it had left', async () => {
      expect((await one('sleep 77776 & sleep 77776 & echo done')).leftovers).toBe(2);
    });

    it('when it is stopped', async () => {
      const [result] = await place.run({ command: 'setsid sleep 77777 & echo up; sleep 77777', stop: 'after-output' });
      expect(result?.aborted).toBe(true);
      await expect.poll(() => commandLines().filter((line) => line.includes('77777'))).toEqual([]);
    });
  });
});

function commandLines(): string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, 'latin1').replaceAll('\0', ' ');
      } catch {
        return '';
      }
    });
}
