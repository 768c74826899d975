import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createOutputPipes } from '../../../main/adapters/shell/output-pipes';

let temp: string;
beforeEach(() => {
  temp = realpathSync(mkdtempSync(join(tmpdir(), 'vitrine-output-')));
  vi.stubEnv('TMPDIR', temp);
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(temp, { recursive: true, force: true });
});

it('hands out pipes that keep the order of what a command says, and has no name for them on the disk', async () => {
  const pipes = createOutputPipes();
  const outputs = Array.from({ length: 20 }, async (_, at) => {
    const { writeEnd, reader, closeWriteEnd } = await pipes.open();
    spawn('sh', ['-c', `echo ${at}; echo error > /dev/stderr; echo end`], { stdio: ['ignore', writeEnd, writeEnd] });
    closeWriteEnd();
    return text(reader);
  });
  expect(await Promise.all(outputs)).toEqual(Array.from({ length: 20 }, (_, at) => `${at}\nerror\nend\n`));
  expect(readdirSync(temp)).toEqual([]);
  pipes.clear();
});
