import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { grantOf } from '../../support/sandbox-grant';
import { createToolBench, type ToolBench } from './tool-bench';

let bench: ToolBench;
beforeEach(() => {
  bench = createToolBench();
});
afterEach(() => bench.shell.stopAll());

const until = async (holds: () => boolean) => {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 10));
};

describe('Bash', () => {
  it('gives the output, or says that there is none', async () => {
    expect(await bench.say('Bash', { command: 'echo out; echo err >&2' })).toBe('out\nerr');
    expect(await bench.say('Bash', { command: 'true' })).toBe('(no output)');
  });

  it('fails with the exit code and the output', async () => {
    const outcome = await bench.run('Bash', { command: 'echo before; exit 7' });
    expect(outcome).toMatchObject({
      ok: false,
      kind: 'failed',
      message: 'Exit code 7\nbefore',
      display: { type: 'shell', exitCode: 7, timedOut: false },
    });
    expect(await bench.say('Bash', { command: 'kill -TERM $$' })).toMatch(/^failed: Ended by SIGTERM/);
  });

  it('says that it ran into its timeout, with what came before', async () => {
    expect(await bench.say('Bash', { command: 'echo start; sleep 20', timeout: 200 })).toBe(
      'timeout: The command did not end within 0.2 s and was ended.\nstart',
    );
  });

  it('is interrupted by the turn', async () => {
    const running = bench.run('Bash', { command: 'sleep 20' });
    bench.abort.abort();
    expect(await running).toMatchObject({ ok: false, kind: 'cancelled' });
  });

  it('keeps beginning and end of a long output, and a file with the whole that Read can read', async () => {
    const outcome = await bench.run('Bash', { command: 'seq 1 20000' });
    if (!outcome.ok || typeof outcome.content !== 'string' || outcome.display?.type !== 'shell') throw new Error('no output');
    const parts =
      /^(1\n2\n[\s\S]*)\n… \[(\d+) characters left out; the whole output is in (\S+): read the part you need with Read\] …\n([\s\S]*20000)$/.exec(
        outcome.content,
      );
    const whole = readFileSync(parts?.[3] ?? '', 'utf8');
    expect(outcome.content.length).toBeLessThanOrEqual(30_000);
    expect((parts?.[1]?.length ?? 0) + Number(parts?.[2]) + (parts?.[4]?.length ?? 0) + 1).toBe(whole.length);
    expect(parts?.[3]?.endsWith(outcome.display.spill ?? 'none')).toBe(true);
    expect(await bench.say('Read', { file_path: parts?.[3], offset: 10_000, limit: 1 })).toContain(' 10000\t10000\n');
  });

  it('keeps the folder inside the project and comes back from outside', async () => {
    mkdirSync(bench.path('sub'));
    await bench.run('Bash', { command: 'cd sub' });
    expect(await bench.say('Bash', { command: 'pwd' })).toBe(bench.path('sub'));
    expect(await bench.say('Bash', { command: 'cd /' })).toContain(
      `The next command starts in ${bench.folder} again: / is outside the project`,
    );
    await bench.run('Bash', { command: 'cd sub' });
    rmSync(bench.path('sub'), { recursive: true });
    expect(await bench.say('Bash', { command: 'pwd' })).toBe(
      `[${bench.path('sub')} no longer exists; the command ran in ${bench.folder}.]\n${bench.folder}`,
    );
  });

  it('names what it ended', async () => {
    expect(await bench.say('Bash', { command: 'sleep 60 & echo done' })).toBe(
      'done\n[1 process that the command left running was ended. Use run_in_background for what has to go on.]',
    );
  });

  it('describes the whole command', async () => {
    const command = `echo ${'x'.repeat(5000)}\necho second`;
    expect(await bench.describe('Bash', { command, timeout: 5 })).toMatchObject({
      capability: 'execute',
      command,
      params: { command, timeout: 5 },
      preview: { type: 'command', text: command },
    });
  });
});

describe('a background command', () => {
  it('returns at once, pages its output, tells its end', async () => {
    const command = 'echo one; sleep 0.1; echo two; exit 3';
    bench.context.capabilities = [{ capability: 'run-other' }];
    const outcome = await bench.run('Bash', { command, run_in_background: true });
    if (!outcome.ok || outcome.display?.type !== 'shell') throw new Error('no id');
    const bash_id = outcome.display.background ?? '';
    expect(await bench.say('BashOutput', { bash_id })).toMatch(/^\[Running\./);
    expect((await bench.describe('BashOutput', { bash_id })).output).toEqual({ command, capabilities: [{ capability: 'run-other' }] });
    await until(() => bench.background.get(bash_id)?.done === true);
    expect(await bench.say('BashOutput', { bash_id })).toBe(
      '[Ended with exit code 3. Characters 0 to 8 of 8; go on with offset 8.]\none\ntwo\n',
    );
    expect(await bench.say('BashOutput', { bash_id, offset: 4 })).toBe(
      '[Ended with exit code 3. Characters 4 to 8 of 8; go on with offset 8.]\ntwo\n',
    );
    expect(await bench.say('BashOutput', { bash_id, offset: 8 })).toContain('(no new output)');
    expect(await bench.say('KillShell', { bash_id })).toContain('already ended');
  });

  it('tells what its sandbox shows otherwise, and what was replaced while it runs', async () => {
    const { folder, background } = bench.context;
    const grant = grantOf(folder);
    const replaced = [{ path: join(folder, '.env'), hidden: true, openMs: 1 }];
    const run = { id: 'isolated', result: new Promise<never>(() => undefined), trace: () => ({ replaced }), stop: async () => undefined };
    const sandbox = { grant, session: 'one', isGuarded: () => false };
    background.add(run, { command: 'ls -a', capabilities: [], spillPath: join(folder, 'spill'), cwd: folder, sandbox });
    background.noteOutput('isolated', '.mcp.json\n');
    const said = await bench.say('BashOutput', { bash_id: 'isolated' });
    expect(said).toContain(`[Not there outside the sandbox, which has an empty stand-in: ${folder}/.mcp.json.]`);
    expect(said).toContain(`[${folder}/.env was made or replaced from outside the command while it ran.`);
    expect(said).toMatch(/\n\.mcp\.json\n$/);
  });

  it('survives an aborted turn, and is ended by KillShell or with the session', async () => {
    const ids = await Promise.all(
      [1, 2].map(async () => {
        const outcome = await bench.run('Bash', { command: 'while true; do echo tick; sleep 0.02; done', run_in_background: true });
        return outcome.ok && outcome.display?.type === 'shell' ? (outcome.display.background ?? '') : '';
      }),
    );
    bench.abort.abort();
    await until(() => ids.every((id) => (bench.background.get(id)?.total() ?? 0) > 15));
    expect(await bench.say('KillShell', { bash_id: ids[0] })).toBe(`${ids[0]} was ended.`);
    expect(await bench.say('BashOutput', { bash_id: ids[0] })).toMatch(/^\[Stopped\./);
    await bench.background.stopAll();
    expect(bench.background.all().map((shell) => shell.done)).toEqual([true, true]);
  });

  it('keeps little of a flood in memory and all of it within reach, while it runs and afterwards', async () => {
    const outcome = await bench.run('Bash', { command: 'seq 1 200000', run_in_background: true });
    const bash_id = outcome.ok && outcome.display?.type === 'shell' ? (outcome.display.background ?? '') : '';
    await until(() => bench.background.get(bash_id)?.done === true);
    const shell = bench.background.get(bash_id)!;
    const whole = readFileSync(shell.spillPath, 'utf8');
    expect(await shell.output(0, 10_000_000)).toEqual({ text: whole, from: 0, total: 1_288_895 });
    expect(await shell.output(700_000, 50)).toEqual({ text: whole.slice(700_000, 700_050), from: 700_000, total: 1_288_895 });
    // Pages end and begin between lines: a secret that one of them cuts in two would be known in neither half.
    const [first = '', end = ''] = await Promise.all([
      bench.say('BashOutput', { bash_id, offset: 0 }),
      bench.say('BashOutput', { bash_id }),
    ]);
    expect(first.slice(0, 100)).toContain('Characters 0 to 29398 of 1288895; go on with offset 29398.');
    expect(whole.startsWith(`${end.split('\n')[1]}\n`, whole.lastIndexOf('\n', Number(/Characters (\d+)/.exec(end)?.[1]) - 1) + 1)).toBe(
      true,
    );
    rmSync(shell.spillPath);
    const rest = await shell.output(0, 10_000_000);
    expect(rest.from).toBeGreaterThan(1_250_000);
    expect(whole.slice(rest.from)).toBe(rest.text);
    expect(await bench.say('BashOutput', { bash_id, offset: 0 })).toContain(`The characters before ${rest.from} are in ${shell.spillPath}`);
  });

  it('is read from its file as far as it is no longer in memory, in bounded pieces and without splitting a character', async () => {
    const outcome = await bench.run('Bash', {
      command: `yes 'é😀 line' | head -c 3000000; printf end; while [ ! -e stop ]; do sleep 0.02; done`,
      run_in_background: true,
    });
    const bash_id = outcome.ok && outcome.display?.type === 'shell' ? (outcome.display.background ?? '') : '';
    const shell = bench.background.get(bash_id)!;
    let text = '';
    await until(() => shell.total() === 2_250_003 && readFileSync(shell.spillPath).length === 3_000_003);
    const line = 'é😀 line\n';
    for (let offset = 0; text.length < 100; offset = text.length) text += (await shell.output(offset, 10)).text;
    expect(text.startsWith(line.repeat(10))).toBe(true);
    const inPair = await shell.output(line.length * 100_000 + 2, line.length - 2);
    expect(inPair).toMatchObject({ from: line.length * 100_000 + 3, text: ' line\n' });
    expect(shell.done).toBe(false);
    bench.write('stop', '');
    await until(() => shell.done);
    expect((await shell.output(shell.total() - 3, 10)).text).toBe('end');
  });

  it('is unknown by another id', async () => {
    expect(await bench.say('BashOutput', { bash_id: 'x' })).toMatch(/^not-found/);
    expect(await bench.say('KillShell', { bash_id: 'x' })).toMatch(/^not-found/);
  });
});
