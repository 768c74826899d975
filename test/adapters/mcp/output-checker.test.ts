import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import type { OutputJob } from '../../../main/adapters/mcp/check-output';
import { createOutputChecker } from '../../../main/adapters/mcp/output-checker';
import { newHome } from '../../support/mcp-connector';
import { bundleServerWorkers } from '../../support/mcp-servers';

const JOB = { schema: { type: 'object' }, value: {} };
const TOO_MUCH = { state: 'unchecked', detail: 'it takes too long, or too much memory' };

let outputWorker: string;
beforeAll(async () => {
  ({ outputWorker } = await bundleServerWorkers());
});
afterEach(() => void vi.useRealTimers());

function check(worker: string, job: OutputJob = JOB) {
  const checker = createOutputChecker(worker);
  onTestFinished(() => checker.close());
  return checker.check(job);
}

/** A thread that runs this text. */
function writeWorker(text: string): string {
  const file = join(newHome(), 'worker.cjs');
  writeFileSync(file, text);
  return file;
}

it('looks at what a tool gave however long its thread takes to start', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const flag = join(newHome(), 'may-start');
  const wait = `Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5)`;
  const slow = `while (!require('node:fs').existsSync(${JSON.stringify(flag)})) ${wait};\nrequire(${JSON.stringify(outputWorker)});`;
  const checking = check(writeWorker(slow));
  await vi.advanceTimersByTimeAsync(10_000);
  writeFileSync(flag, '');
  expect(await checking).toEqual({ state: 'fits' });
});

it('gives up what takes too long, or too much memory', async () => {
  const doubling = { pattern: '^(a+)+$', type: 'string' };
  expect(await check(outputWorker, { schema: doubling, value: `${'a'.repeat(60)}!` })).toEqual(TOO_MUCH);
  const grow = 'const kept = []; for (;;) kept.push(new Array(10_000).fill({}));';
  expect(await check(writeWorker(grow))).toEqual(TOO_MUCH);
});

it('says of any other end what it was', async () => {
  expect(await check(writeWorker("throw new Error('a part of the library is missing')"))).toEqual({
    state: 'unchecked',
    detail: 'a part of the library is missing',
  });
  expect(await check(writeWorker('process.exit(1)'))).toEqual({ state: 'unchecked', detail: 'the thread ended' });
});
