import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { acquireLock, liveOwner, startByPs } from '../../../main/adapters/storage/writer-lock';
import { sampleSession } from '../../unit/sessions/sample-events';
import { bundleScript, type Child, startScript } from './child-process';
import { newHome, newStore } from './storage-support';

describe('the lock of a session', () => {
  let script: string;
  let children: Child[] = [];
  beforeAll(async () => {
    script = await bundleScript(new URL('./take-lock.ts', import.meta.url));
  }, 60_000);
  afterEach(async () => {
    for (const child of children) child.process.kill('SIGKILL');
    await Promise.all(children.map((child) => child.exited));
    children = [];
  });

  /** Lets several processes try at the same moment and gives what each of them said. */
  async function race(path: string, count: number): Promise<string[]> {
    const started = await Promise.all(
      Array.from({ length: count }, async () => {
        const child = startScript(script, [path]);
        children.push(child);
        const lines = child.lines[Symbol.asyncIterator]();
        await lines.next();
        return { child, lines };
      }),
    );
    for (const { child } of started) child.process.stdin?.write('go\n');
    return Promise.all(started.map(async ({ lines }) => String((await lines.next()).value)));
  }

  it('goes to exactly one of several processes, free or left behind by a killed one', async () => {
    const path = join(await newHome(), 'lock');
    for (let round = 0; round < 6; round += 1) {
      const answers = await race(path, 4);
      expect(answers.filter((answer) => answer === 'won')).toHaveLength(1);
      // They are killed without a chance to let go: the next round takes over from a dead owner.
      for (const child of children) child.process.kill('SIGKILL');
      await Promise.all(children.map((child) => child.exited));
      children = [];
    }
    expect(await readdir(join(path, '..'))).toEqual(['lock']);
  }, 60_000);

  it('is taken over from a process whose pid is used by another one now', async () => {
    const path = join(await newHome(), 'lock');
    await writeFile(path, JSON.stringify({ pid: process.pid, host: hostname(), start: 'another boot:1', label: 'old', token: 'old' }));
    expect(await liveOwner(path)).toBeUndefined();
    expect(await acquireLock(path, 'new')).toHaveProperty('lock');
    expect((await liveOwner(path))?.label).toBe('new');
  });

  it('is told from a lock of an earlier process with the same pid by when the process began, with ps as well', async () => {
    const child = spawn('sleep', ['60']);
    try {
      const start = await startByPs(child.pid ?? 0);
      expect(start).toMatch(/^ps:.*\d{4}$/);
      expect(await startByPs(child.pid ?? 0)).toBe(start);
      const path = join(await newHome(), 'lock');
      await writeFile(path, JSON.stringify({ pid: child.pid, host: hostname(), start: 'an earlier one', label: 'old', token: 'old' }));
      expect(await acquireLock(path, 'new')).toHaveProperty('lock');
    } finally {
      child.kill('SIGKILL');
    }
    await once(child, 'exit');
    expect(await startByPs(child.pid ?? 0)).toBeUndefined();
  });

  it('stays with an owner on another machine', async () => {
    const path = join(await newHome(), 'lock');
    await writeFile(path, JSON.stringify({ pid: 1, host: 'elsewhere', label: 'far away', token: 'far' }));
    expect(await acquireLock(path, 'new')).toMatchObject({ owner: { label: 'far away' } });
  });

  it('is taken over when a power cut left it unreadable, and given up by its owner alone', async () => {
    const path = join(await newHome(), 'lock');
    await writeFile(path, '\u0000\u0000\u0000');
    const first = await acquireLock(path, 'first');
    if (!('lock' in first)) throw new Error('not taken over');
    expect(await acquireLock(path, 'second')).toMatchObject({ owner: { label: 'first' } });
    const mine = await readFile(path, 'utf8');
    await writeFile(path, mine.replace(/"token":"[^"]*"/, '"token":"somebody else"'));
    await first.lock.release();
    expect(await readdir(join(path, '..'))).toEqual(['lock']);
  });

  it('makes a second writer a conflict that names the first', async () => {
    const home = await newHome();
    const log = await newStore(home).create('/code/project');
    await log.append(...sampleSession(1, log.id));
    const other = newStore(home);
    await expect(other.openForWriting(log.id)).rejects.toMatchObject({ code: 'conflict', data: { pid: process.pid } });
    const reader = await other.openForReading(log.id);
    expect(reader.owner).toContain('Vitrine 0.1.0');
    await reader.close();
    await log.close();
    const next = await other.openForWriting(log.id);
    await next.close();
  });
});
