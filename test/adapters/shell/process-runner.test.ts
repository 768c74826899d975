import { describe, expect, it } from 'vitest';
import { createProcessRunner } from '../../../main/adapters/shell/process-runner';

const runner = createProcessRunner();
const run = (script: string, options: { timeoutMs?: number; maxBytes?: number; input?: string; signal?: AbortSignal } = {}) =>
  runner.run('sh', ['-c', script], { cwd: '/', timeoutMs: 10_000, maxBytes: 1000, ...options });

describe('a program', () => {
  it('gives its output and exit code, reads its input', async () => {
    expect(await run('cat; echo err >&2; exit 4', { input: 'in' })).toEqual({
      code: 4,
      stdout: 'in',
      stderr: 'err\n',
      timedOut: false,
      truncated: false,
    });
  });

  it('that cannot start has code 127 and the reason', async () => {
    const result = await runner.run('/no/such/program', [], { cwd: '/', timeoutMs: 1000, maxBytes: 100 });
    expect([result.code, result.stderr]).toEqual([127, expect.stringContaining('ENOENT')]);
  });

  it('is bounded in output and time, and ends on an abort with its children', async () => {
    expect(await run('head -c 5000 /dev/zero | tr "\\0" x')).toMatchObject({ code: 0, stdout: 'x'.repeat(1000), truncated: true });
    expect(await run('sleep 30 & sleep 31', { timeoutMs: 100 })).toMatchObject({ code: undefined, timedOut: true });
    expect(await run('sleep 30 & sleep 31', { signal: AbortSignal.timeout(100) })).toMatchObject({ code: undefined, timedOut: false });
  });
});
