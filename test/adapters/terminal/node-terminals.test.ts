import { execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createClock } from '../../../main/adapters/clock/create-clock';
import { createIds } from '../../../main/adapters/clock/create-ids';
import { MOST_UNREAD_BYTES } from '../../../main/adapters/terminal/queue-writes';
import { createNodeTerminals } from '../../../main/adapters/terminal/node-terminals';
import type { Sandbox } from '../../../main/adapters/sandbox/sandbox';
import type { Terminal, TerminalRequest, Terminals } from '../../../main/core/ports';
import { grantOf } from '../../support/sandbox-grant';
import { eventually } from '../../support/eventually';

const size = { columns: 80, rows: 24 };
const grant = grantOf('/project');
let folder: string;
let terminals: Terminals;
let made = 0;

function create(): Terminals {
  made += 1;
  return createNodeTerminals({
    ids: createIds(createClock()),
    env: { ...process.env, SHELL: '/bin/bash', ANTHROPIC_API_KEY: 'secret' },
  });
}

function open(command?: string, more: Partial<TerminalRequest> = {}): Promise<Terminal> {
  return terminals.open({ cwd: folder, size, ...(command === undefined ? {} : { command }), ...more });
}

/** Processes whose command line holds a text that only the test knows. */
function running(mark: string): string[] {
  const lines = execFileSync('ps', ['-eo', 'pid,args'], { encoding: 'utf8' }).split('\n');
  return lines.filter((line) => line.includes(mark) && !line.includes('ps -eo'));
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'terminal-'));
  terminals = create();
});
afterEach(async () => {
  await terminals.stopAll();
  rmSync(folder, { recursive: true, force: true });
});

describe('a terminal', () => {
  it('runs a command at a terminal of the size that was asked for, and says how it ended', async () => {
    const terminal = await open('test -t 0 && stty size; echo "$TERM"; exit 3', { size: { columns: 91, rows: 17 } });
    expect(await terminal.ended).toEqual({ exitCode: 3 });
    expect(terminal.readText()).toEqual({ text: '17 91\nxterm-256color', cut: false });
    expect(terminal.isolation).toBe('none');
  });

  it('tells the program of a new size', async () => {
    const terminal = await open('read -r line; stty size');
    terminal.resize({ columns: 63, rows: 11 });
    terminal.write('go\r');
    await terminal.ended;
    expect(terminal.readText().text).toBe('go\n11 63');
  });

  it('takes resizing, typing and closing after the end as nothing (invariant 2)', async () => {
    const terminal = await open('true');
    await terminal.ended;
    terminal.resize({ columns: 20, rows: 5 });
    terminal.write('x\r');
    await terminal.stop();
    await terminal.dispose();
    terminal.resize({ columns: 30, rows: 6 });
    expect(terminal.snapshot().data).toBe('');
  });

  it('draws what a hostile program asks for within bounds, and takes keys meanwhile', async () => {
    const terminal = await open(
      String.raw`printf 'a\033[2147483647b\033[99999999L\033[2147483647S\033[2147483647Tb'; read -r line; echo "<$line>"`,
    );
    terminal.write('alive\r');
    expect(await terminal.ended).toEqual({ exitCode: 0 });
    expect(terminal.snapshot().data).toContain('<alive>');
  });

  it('is closed while output floods, and leaves nothing behind (invariants 2 and 6)', async () => {
    const mark = `flood-${process.pid}-${made}`;
    const terminal = await open(`(trap '' HUP TERM; sleep 300 & yes ${mark}) & yes ${mark}`);
    await eventually(() => expect(terminal.snapshot().at).toBeGreaterThan(300_000));
    terminal.resize({ columns: 50, rows: 10 });
    await terminal.dispose();
    terminal.resize({ columns: 51, rows: 11 });
    expect(running(mark)).toEqual([]);
  });

  it('leaves nothing behind when the host is killed (invariant 6)', async () => {
    const mark = `orphan-${process.pid}-${made}`;
    const script = `
      const { spawn } = require(${JSON.stringify(join(process.cwd(), 'node_modules/@lydell/node-pty'))});
      spawn('/bin/bash', ['-c', 'yes ${mark}'], { cols: 80, rows: 24 }).onData(() => process.stdout.write('.'));`;
    const host = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'inherit'] });
    await once(host.stdout, 'data');
    host.kill('SIGKILL');
    await once(host, 'exit');
    await eventually(() => expect(running(mark)).toEqual([]));
  });

  it('keeps wide characters, combining marks and characters beyond the first plane', async () => {
    const text = '日本語のテキスト｜한국어 👩‍🔬 e\u0301 \u{20000}';
    const terminal = await open(`printf '%s\\n' '${text}'; read -r typed; printf '[%s]' "$typed"`);
    terminal.write('入力 \u{1f600}\r');
    await terminal.ended;
    expect(terminal.readText().text).toContain(text);
    expect(terminal.readText().text).toContain('[入力 \u{1f600}]');
  });

  it('joins a line that the width wrapped', async () => {
    const long = 'w'.repeat(200);
    const terminal = await open(`echo ${long}; echo end`);
    await terminal.ended;
    expect(terminal.readText().text).toBe(`${long}\nend`);
  });

  it('keeps 2,000 lines above the screen and says when a text is cut (invariant 3)', async () => {
    const terminal = await open('seq 1 5000');
    await terminal.ended;
    const { text, cut } = terminal.readText();
    expect(cut).toBe(true);
    expect(text.split('\n').at(-1)).toBe('5000');
    expect(text.split('\n').length).toBeLessThanOrEqual(2000 + size.rows);
  });

  it('hands on what follows a snapshot and nothing of it twice (invariant 4)', async () => {
    const terminal = await open('printf one; read -r a; printf two; read -r b; printf three');
    await eventually(() => expect(terminal.snapshot().data).toContain('one'));
    const before = terminal.snapshot();
    let after = '';
    let at = before.at;
    terminal.onOutput((data, position) => {
      after += data;
      at = position;
    });
    terminal.write('\r');
    await eventually(() => expect(after).toContain('two'));
    terminal.write('\r');
    await terminal.ended;
    expect(after).not.toContain('one');
    expect(after).toContain('three');
    expect(at).toBe(before.at + after.length);
    expect(terminal.snapshot().at).toBe(at);
  });

  it('draws the alternate screen and its modes again from a snapshot', async () => {
    const terminal = await open(`printf '\\033[?1049h\\033[?2004hfull screen'; read -r x`);
    await eventually(() => expect(terminal.snapshot().data).toContain('full screen'));
    expect(terminal.snapshot().data).toContain('\u001b[?1049h');
    expect(terminal.snapshot().data).toContain('\u001b[?2004h');
  });

  it('answers a program that asks where the cursor is, though no page looks at it', async () => {
    const terminal = await open(`printf 'ab\\033[6n'; IFS= read -r -s -d R answer; printf '%s' "$answer" | tr -d '\\033' | od -An -c`);
    await terminal.ended;
    expect(terminal.readText().text.replace(/\s+/g, '')).toContain('[1;3');
  });

  it('answers a program that asks for colours with those of the page, once that has told them', async () => {
    const ask = (sequence: string) =>
      open(`stty -echo; printf '\\033]${sequence}\\033\\\\\\033[6n'; IFS= read -r -s -d R answer; printf '%s' "$answer" | tr -d '\\033'`);
    const answered = async (sequence: string) => {
      const terminal = await ask(sequence);
      await terminal.ended;
      return terminal.readText().text;
    };
    expect(await answered('11;?')).toMatch(/^\[\d+;\d+$/);
    const palette = Array.from({ length: 16 }, (_, at) => `#0${at.toString(16)}0000`);
    terminals.setColours({ foreground: '#e6e7e9', background: '#161719', cursor: '#6cb0f5', palette });
    expect(await answered('10;?')).toContain(']10;rgb:e6e6/e7e7/e9e9\\[');
    expect(await answered('11;?')).toContain(']11;rgb:1616/1717/1919\\[');
    expect(await answered('12;?')).toContain(']12;rgb:6c6c/b0b0/f5f5\\[');
    expect(await answered('4;3;?;15;?')).toContain(']4;3;rgb:0303/0000/0000\\]4;15;rgb:0f0f/0000/0000\\[');
    expect(await answered('4;200;?')).toMatch(/^\[\d+;\d+$/);
  });

  it('says that a silent program with a prompt waits, and takes it back once somebody types', async () => {
    const terminal = await open('read -r -p "name? " name; echo "hi $name"');
    const seen: boolean[] = [];
    terminal.onWaiting((waiting) => {
      seen.push(waiting);
      if (waiting) terminal.write('Ada\r');
    });
    await terminal.ended;
    expect(seen).toEqual([true, false]);
    expect(terminal.readText().text).toContain('hi Ada');
  });

  it.runIf(process.platform === 'linux').each([
    ['echo "Continue? [y/N]"; read -r answer; echo "got $answer"', 'got yes'],
    ['cat', 'yes'],
    ['echo "Continue?"; (head -n 1)', 'yes'],
  ])('says it of a program that reads the terminal behind a whole line: %s', async (command, text) => {
    const terminal = await open(command);
    const seen: boolean[] = [];
    terminal.onWaiting((waiting) => {
      seen.push(waiting);
      if (waiting) terminal.write('yes\r\u0004');
    });
    await terminal.ended;
    expect(seen.slice(0, 2)).toEqual([true, false]);
    expect(terminal.readText().text).toContain(text);
  });

  it('does not say so of a program that reads a file or a pipe, nor of one behind another', async () => {
    const terminal = await open(
      'mkfifo pipe; (sleep 1.2; echo line > pipe) & echo started; head -n 1 pipe; cat < /dev/tty & sleep 1.2; kill %2',
    );
    const seen: boolean[] = [];
    terminal.onWaiting((waiting) => seen.push(waiting));
    await terminal.ended;
    expect(seen).toEqual([]);
  });

  it('does not say so of a program that works in silence', async () => {
    const terminal = await open('echo started; sleep 1.2; echo done');
    const seen: boolean[] = [];
    terminal.onWaiting((waiting) => seen.push(waiting));
    await terminal.ended;
    expect(seen).toEqual([]);
  });

  it('takes a long paste in pieces, whole and in order', async () => {
    const lines = Array.from({ length: 3000 }, (_, at) => `line ${at} あ`).join('\r');
    const terminal = await open(
      `stty -echo; echo ready; while read -r line; do [ "$line" = end ] && break; last=$line; n=$((n+1)); done; echo "$n $last"`,
    );
    await eventually(() => expect(terminal.snapshot().data).toContain('ready'));
    terminal.write(`${lines}\rend\r`);
    await terminal.ended;
    expect(terminal.readText().text).toBe('ready\n3000 line 2999 あ');
  });

  it('keeps the host going while a program does not read what is typed, drops what is beyond the bound, and can be closed', async () => {
    const mark = `deaf-${process.pid}-${made}`;
    const terminal = await open(`stty raw -echo; echo ready; exec -a ${mark} sleep 20`);
    await eventually(() => expect(terminal.snapshot().data).toContain('ready'));
    const piece = 'x'.repeat(MOST_UNREAD_BYTES / 4);
    for (let times = 0; times < 6; times += 1) terminal.write(piece);
    // Had a write waited for the program, it would have ended by now.
    await setTimeout(50);
    expect(running(mark)).toHaveLength(1);
    await terminal.dispose();
    expect(running(mark)).toEqual([]);
  });

  it('hands on what was typed while a program did not read, in order and once', async () => {
    const text = Array.from({ length: 4000 }, (_, at) => `${at}あ`).join(',');
    const terminal = await open(`stty raw -echo; echo ready; sleep 0.5; head -c ${Buffer.byteLength(text)} | sha256sum`);
    await eventually(() => expect(terminal.snapshot().data).toContain('ready'));
    terminal.write(text);
    await terminal.ended;
    expect(terminal.readText().text).toContain(createHash('sha256').update(text).digest('hex'));
  });
});

describe('terminals', () => {
  it("open the person's own shell, without the names that commands must not see", async () => {
    const terminal = await open();
    terminal.write('echo "key=[$ANTHROPIC_API_KEY] $0"; exit\r');
    await terminal.ended;
    expect(terminal.readText().text).toContain('key=[] /bin/bash');
  });

  it('run nothing that was to be isolated and cannot be', async () => {
    const sandbox = { grant, session: 'test', isGuarded: () => false };
    await expect(open('touch ran', { sandbox })).rejects.toThrow('there is no sandbox here');
    expect(existsSync(join(folder, 'ran'))).toBe(false);
  });

  it('tell the sandbox of the process, and hand on what it saw once the program has ended', async () => {
    const started: number[] = [];
    const sandbox: Sandbox = {
      support: async () => ({ available: true, detail: 'a box', network: true }),
      launch: async ({ program, args, cwd, env }) => ({
        file: program,
        args: [...args('')],
        env: { ...env },
        cwd,
        descriptors: [],
        started: (pid) => void started.push(pid),
        refusedHosts: () => ['refused.test:443'],
        reachedHosts: () => ['reached.test:443'],
        replaced: () => [],
        hidden: [],
        hiddenWhole: [],
        end: () => ['/project/.bashrc'],
      }),
      close: async () => undefined,
      stop: async () => undefined,
    };
    const boxed = createNodeTerminals({ ids: createIds(createClock()), env: process.env, sandbox });
    const terminal = await boxed.open({
      command: 'echo $$; exit 2',
      cwd: folder,
      size,
      sandbox: { grant, session: 'test', isGuarded: () => false },
    });
    expect(await terminal.ended).toEqual({
      exitCode: 2,
      refusedHosts: ['refused.test:443'],
      reachedHosts: ['reached.test:443'],
      removed: ['/project/.bashrc'],
    });
    expect(terminal.readText().text).toBe(String(started[0]));
    expect(terminal.isolation).toBe('a box');
    await terminal.dispose();
  });

  it('start no program in a folder that is gone', async () => {
    const terminal = await open('echo started', { cwd: join(folder, 'nowhere') });
    expect(await terminal.ended).not.toEqual({ exitCode: 0 });
    expect(terminal.readText().text).not.toContain('started');
  });

  it('are all ended by the host', async () => {
    const mark = `all-${process.pid}-${made}`;
    await Promise.all([open(`exec -a ${mark} sleep 300`), open(`exec -a ${mark} sleep 300`)]);
    await eventually(() => expect(running(mark)).toHaveLength(2));
    await terminals.stopAll();
    expect(running(mark)).toEqual([]);
  });
});
