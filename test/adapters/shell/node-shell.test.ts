import { mkdtempSync, readFileSync, realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { createClock } from '../../../main/adapters/clock/create-clock';
import { createIds } from '../../../main/adapters/clock/create-ids';
import { findRunProcesses } from '../../../main/adapters/shell/process-group';
import { createNodeShell } from '../../../main/adapters/shell/node-shell';
import type { ShellCommand } from '../../../main/core/ports';

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'shell-')));
const shell = createNodeShell({
  ids: createIds(createClock()),
  env: { ...process.env, ANTHROPIC_API_KEY: 'secret', NODE_OPTIONS: '', MINE: 'yes' },
});
let count = 0;

function start(command: string, options: Partial<ShellCommand> = {}) {
  count += 1;
  return shell.start({
    command,
    cwd: folder,
    timeoutMs: 20_000,
    signal: new AbortController().signal,
    maxChars: 1000,
    spillPath: join(folder, `spill-${count}`),
    onOutput: () => undefined,
    ...options,
  });
}
const run = (command: string, options: Partial<ShellCommand> = {}) => start(command, options).result;

/** Nothing that carries the mark of the run is alive. */
function left(id: string): Promise<number[]> {
  return findRunProcesses(999_999_999, id).alive();
}

afterEach(() => shell.stopAll());

describe('a foreground command', () => {
  it('gives the merged output in order, the exit code and the folder in which it ended', async () => {
    const result = await run('mkdir -p sub; echo one; echo two >&2; echo three >/dev/stderr; printf four; cd sub; (exit 3)');
    expect(result).toMatchObject({
      head: 'one\ntwo\nthree\nfour',
      tail: '',
      exitCode: 3,
      timedOut: false,
      aborted: false,
      cwd: join(folder, 'sub'),
      bytes: 18,
      lines: 4,
      leftovers: 0,
    });
    expect(result.spill).toBeUndefined();
  });

  it('tells the folder after an explicit exit too', async () => {
    expect(await run('cd /; exit 5')).toMatchObject({ exitCode: 5, cwd: '/' });
    expect((await run("printf '/x\\ny\\n' >&19")).cwd).not.toContain('\n');
  });

  it('returns at once when a child holds the output, and ends that child', async () => {
    const one = start('sleep 30 & echo done');
    const result = await one.result;
    expect(result).toMatchObject({ head: 'done\n', exitCode: 0, leftovers: 1 });
    expect(await left(one.id)).toEqual([]);
  });

  it('ends at once when it reads its input', async () => {
    expect(await run('cat; echo end')).toMatchObject({ head: 'end\n', exitCode: 0 });
  });

  it('hides credentials and the settings of this process, and keeps the rest', async () => {
    const result = await run('echo "[$ANTHROPIC_API_KEY][${NODE_OPTIONS-unset}][$MINE][$TERM][$PAGER]"');
    expect(result.head).toBe('[][unset][yes][dumb][cat]\n');
  });

  it('says why a shell cannot start', async () => {
    expect(await run('echo', { cwd: join(folder, 'missing') })).toMatchObject({ exitCode: 127 });
    const long = await run(`: ${'x'.repeat(3_000_000)}`);
    expect(long.exitCode).toBe(126);
    expect(long.head).toContain('could not be started');
  });

  it('names the signal that ended the shell', async () => {
    expect(await run('kill -9 $$')).toMatchObject({ signal: 'SIGKILL' });
  });
});

describe('ending a command', () => {
  const tree = 'setsid sh -c "sleep 40 & sleep 41" & (trap "" TERM; sleep 42 & sleep 43; sleep 44) & echo started; sleep 45';

  it('ends the whole tree on a timeout', async () => {
    const one = start(tree, { timeoutMs: 2_000 });
    const result = await one.result;
    expect(result).toMatchObject({ timedOut: true, aborted: false, head: 'started\n' });
    expect(await left(one.id)).toEqual([]);
  });

  it('ends the whole tree on an abort', async () => {
    const controller = new AbortController();
    const one = start(tree, { signal: controller.signal, onOutput: () => controller.abort() });
    expect(await one.result).toMatchObject({ aborted: true, timedOut: false });
    expect(await left(one.id)).toEqual([]);
  });

  it('does not start when it was aborted before', async () => {
    expect(await run('echo never', { signal: AbortSignal.abort() })).toMatchObject({ aborted: true, head: '' });
  });

  it('ends everything on stopAll', async () => {
    const runs = [start('sleep 30', { background: true }), start('sleep 31')];
    await new Promise((resolve) => setTimeout(resolve, 100));
    await shell.stopAll();
    expect((await Promise.all(runs.map((one) => left(one.id)))).flat()).toEqual([]);
  });
});

describe('a background command', () => {
  it('lives on after its shell while a child holds the output, and ends on stop', async () => {
    let seen = '';
    const one = start('(while true; do echo tick; sleep 0.05; done) & echo begun', {
      background: true,
      timeoutMs: Number.POSITIVE_INFINITY,
      onOutput: (text) => {
        seen += text;
      },
    });
    while (seen.split('tick').length < 6) await new Promise((resolve) => setTimeout(resolve, 20));
    expect((await left(one.id)).length).toBeGreaterThan(0);
    await one.stop();
    expect(await left(one.id)).toEqual([]);
    expect(await one.result).toMatchObject({ aborted: true });
  });
});

describe('long output', () => {
  for (const [what, command, bytes, lines] of [
    ['5 MB', 'head -c 5000000 /dev/zero | tr "\\0" x', 5_000_000, 1],
    ['200,000 lines', 'seq 1 200000', 1_288_895, 200_000],
  ] as const) {
    it(`is bounded and spilled whole: ${what}`, async () => {
      let newest = '';
      let longest = 0;
      const result = await run(command, {
        onOutput: (text) => {
          newest = text;
          longest = Math.max(longest, text.length);
        },
      });
      expect(result).toMatchObject({ bytes, chars: bytes, lines, exitCode: 0, spill: `spill-${count}` });
      expect(result.head.length).toBe(400);
      expect(result.tail.length).toBe(600);
      const whole = readFileSync(join(folder, `spill-${count}`), 'utf8');
      expect(whole.length).toBe(bytes);
      expect([whole.startsWith(result.head), whole.endsWith(result.tail)]).toEqual([true, true]);
      expect(whole.endsWith(newest.replace(/^\n…\n/, ''))).toBe(true);
      expect(longest).toBeLessThanOrEqual(16_000 + '\n…\n'.length);
    });
  }
});
