import { execFileSync, spawnSync } from 'node:child_process';
import { appendFile, mkdir, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { hashBytes } from '../../../main/adapters/files/hash-bytes';
import { createAuditStore } from '../../../main/adapters/storage/audit-store';
import type { AuditLog } from '../../../main/core/audit/audit-log';
import { parseChainLine } from '../../../main/core/audit/read-chain';
import { verifyChain } from '../../../main/core/audit/verify-chain';
import { sampleRecord } from './audit-support';
import { bundleScript, startScript } from './child-process';
import { newHome } from './storage-support';

const FOLDER = '/code/project';
let home: string;
let log: AuditLog;
const open = () => createAuditStore({ home, clock: { now: Date.now } }).of(FOLDER);
const verify = async () => verifyChain(log.lines(), { end: await log.end(), hash: hashBytes, file: log.file, pace: async () => undefined });
async function ids(): Promise<string[]> {
  const text = await readFile(log.file, 'utf8');
  return text.split('\n').flatMap((line) => parseChainLine(line)?.record.id ?? []);
}

beforeEach(async () => {
  home = await newHome();
  log = open();
});

describe('the audit log on disk', () => {
  it('is empty and whole before the first record', async () => {
    expect(await verify()).toMatchObject({ ok: true, records: 0 });
  });

  it('goes on where it ended, also in another process and behind long records', async () => {
    await log.append([sampleRecord('a'), sampleRecord('b', 'x'.repeat(300_000))], true);
    await open().append([sampleRecord('c')], false);
    await log.append([sampleRecord('d', '日本語')], false);
    expect(await verify()).toMatchObject({ ok: true, records: 4 });
    expect(await ids()).toEqual(['a', 'b', 'c', 'd']);
  });

  it('sets a torn last record aside and says so', async () => {
    await log.append([sampleRecord('a')], false);
    const torn = '{"v":1,"seq":2,"prev":"';
    await appendFile(log.file, torn);
    expect((await verify()).breaks).toMatchObject([{ code: 'torn', line: 2, seq: 2 }]);
    await log.append([sampleRecord('b')], false);
    expect(await verify()).toMatchObject({ ok: true, records: 3, recovered: 1 });
    const [, name = '', last] = await ids();
    expect(last).toBe('b');
    expect(await readFile(join(dirname(log.file), name), 'utf8')).toBe(torn);
  });

  it.each([
    ['the mark names it', false],
    ['the mark names the one before it', true],
  ])('keeps a last record that lacks its line break, puts that back and says so, where %s', async (_, early) => {
    await log.append([sampleRecord('a')], false);
    const mark = join(dirname(log.file), 'audit-end.json');
    const before = await readFile(mark);
    await log.append([sampleRecord('b')], false);
    if (early) await writeFile(mark, before);
    await truncate(log.file, (await stat(log.file)).size - 1);
    expect((await verify()).breaks).toMatchObject([{ code: 'unended', line: 2, seq: 2 }]);
    await open().append([sampleRecord('c')], false);
    expect(await verify()).toMatchObject({ ok: true, records: 4, recovered: 1 });
    expect(await ids()).toEqual(['a', 'b', 'audit-ended-2', 'c']);
    expect((await readdir(dirname(log.file))).sort()).toEqual(['audit-end.json', 'audit.jsonl']);
  });

  it('never hides that records at its end went missing, however much is appended', async () => {
    await log.append([sampleRecord('a'), sampleRecord('b')], false);
    const kept = (await readFile(log.file, 'utf8')).indexOf('\n') + 1;
    await log.append([sampleRecord('c')], false);
    await truncate(log.file, kept);
    expect((await verify()).breaks).toMatchObject([{ code: 'end-missing', seq: 2 }]);
    await open().append([sampleRecord('d')], false);
    expect((await verify()).breaks).toMatchObject([{ code: 'missing', seq: 2, line: 2 }]);
    await rm(log.file);
    await open().append([sampleRecord('e')], false);
    expect((await verify()).breaks).toMatchObject([{ code: 'missing', seq: 1, line: 1 }]);
  });

  it('rejects what cannot be written, and takes what comes later', async () => {
    await mkdir(log.file, { recursive: true });
    await expect(log.append([sampleRecord('a')], true)).rejects.toThrow('is not a regular file');
    await rm(log.file, { recursive: true });
    await log.append([sampleRecord('b')], true);
    expect(await verify()).toMatchObject({ ok: true, records: 1 });
  });

  it.each(['log', 'mark'])('waits for nobody where a pipe lies in the place of its %s', async (part) => {
    await log.append([sampleRecord('a')], false);
    const path = part === 'log' ? log.file : join(dirname(log.file), 'audit-end.json');
    await rm(path);
    execFileSync('mkfifo', [path]);
    await expect(verify()).rejects.toThrow(`${path} is not a regular file`);
    if (part === 'log') await expect(log.append([sampleRecord('b')], false)).rejects.toThrow('is not a regular file');
  });

  it('leaves nothing but the log and its mark, for the person only', async () => {
    await log.append([sampleRecord('a')], false);
    expect((await readdir(dirname(log.file))).sort()).toEqual(['audit-end.json', 'audit.jsonl']);
    expect((await stat(log.file)).mode & 0o077).toBe(0);
  });
});

describe('several processes', () => {
  let script: string;
  beforeAll(async () => {
    script = await bundleScript(new URL('./append-audit.ts', import.meta.url));
  }, 60_000);

  it('append to one chain at once, and nothing is lost', async () => {
    const children = ['x', 'y'].map((name) => startScript(script, [home, FOLDER, name, '40']));
    await Promise.all(children.map(({ exited }) => exited));
    expect(await verify()).toMatchObject({ ok: true, records: 80 });
    const found = await ids();
    for (const name of ['x', 'y'])
      expect(found.filter((id) => id.startsWith(name))).toEqual(Array.from({ length: 40 }, (_, index) => `${name}-${index + 1}`));
  }, 60_000);

  it('leave whole records where there is no room for another one, and the next process goes on', async () => {
    // The system takes 150 KiB and then a part of a record: the same short write as on a full disk.
    const limited = ['-c', 'ulimit -f 150; exec "$@"', 'sh', process.execPath, script, home, FOLDER, 'x', '100'];
    expect(spawnSync('bash', limited, { encoding: 'utf8' })).toMatchObject({ status: 1, stderr: expect.stringContaining('EFBIG') });
    const written = (await ids()).length;
    expect(written).toBe(7);
    expect(await verify()).toMatchObject({ ok: true, records: written });
    await log.append([sampleRecord('after')], false);
    expect(await verify()).toMatchObject({ ok: true, records: written + 1, recovered: 0 });
  });

  it('leave what they wrote when they are killed in the middle, and the next one goes on', async () => {
    for (let round = 0; round < 6; round += 1) {
      home = await newHome();
      log = open();
      const child = startScript(script, [home, FOLDER, 'x', '100000']);
      let written = 0;
      const last = 3 + Math.floor(Math.random() * 40);
      for await (const line of child.lines) {
        written = Number(line);
        if (written === last) child.process.kill('SIGKILL');
      }
      await child.exited;
      await log.append([sampleRecord('after')], false);
      const found = await ids();
      expect(found.filter((id) => id.startsWith('x')).length).toBeGreaterThanOrEqual(written);
      expect(found.at(-1)).toBe('after');
      expect((await verify()).breaks).toEqual([]);
    }
  }, 60_000);
});
