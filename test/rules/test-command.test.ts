import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readPlaywrightReport, readVitestReport } from '../../scripts/test-reports.mjs';
import { root } from './source-files';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'test-command-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function report(content: unknown): string {
  const file = join(folder, 'report.json');
  writeFileSync(file, JSON.stringify(content));
  return file;
}

describe('the sum of all runners', () => {
  it('counts passed, failed and skipped tests of vitest, and a file that did not load as failed', () => {
    const file = report({
      testResults: [
        {
          name: join(folder, 'a.test.ts'),
          status: 'failed',
          assertionResults: [result('passed', 'one'), result('failed', 'two'), result('skipped', 'three')],
        },
        { name: join(folder, 'b.test.ts'), status: 'failed', assertionResults: [] },
      ],
    });
    expect(readVitestReport(file, folder)).toEqual({
      passed: 1,
      failed: 2,
      failures: ['a.test.ts: two', 'b.test.ts (did not load)'],
      flaky: [],
      skips: ['a.test.ts: three'],
    });
  });

  it('names a test of vitest that passes only on a second try, and counts a property that once failed as failed', () => {
    const first = (fullName: string, message: string) => ({ ...result('passed', fullName), failureMessages: [message] });
    const properties = [
      'Property failed after 1 tests\n{ seed: 1 }',
      'Property interrupted after 7 tests',
      'Failed to run property, too many',
    ];
    const file = report({
      testResults: [
        {
          name: join(folder, 'a.test.ts'),
          status: 'passed',
          assertionResults: [
            first('one', 'AssertionError: expected 1 to be 2'),
            ...properties.map((message, index) => first(`property ${index}`, `Error: ${message}\n    at a.test.ts:1:1`)),
          ],
        },
      ],
    });
    expect(readVitestReport(file, folder)).toEqual({
      passed: 1,
      failed: 3,
      failures: ['a.test.ts: property 0', 'a.test.ts: property 1', 'a.test.ts: property 2'],
      flaky: ['a.test.ts: one'],
      skips: [],
    });
  });

  it('counts the tests of one project of Playwright, and names one that passes only on a second try', () => {
    const spec = (title: string, status: string) => ({
      title,
      tests: [
        { projectName: 'serve', status },
        { projectName: 'electron', status: 'unexpected' },
      ],
    });
    const file = report({
      errors: [],
      suites: [
        {
          title: 'x.spec.ts',
          specs: [spec('one', 'expected')],
          suites: [{ title: 'inner', specs: [spec('two', 'flaky'), spec('three', 'skipped'), spec('four', 'unexpected')] }],
        },
      ],
    });
    expect(readPlaywrightReport(file, 'serve')).toEqual({
      passed: 2,
      failed: 1,
      failures: ['[serve] x.spec.ts › inner › four'],
      flaky: ['[serve] x.spec.ts › inner › two'],
      skips: ['[serve] x.spec.ts › inner › three'],
    });
  });

  it('counts a runner that wrote no report as failed', () => {
    expect(readVitestReport(join(folder, 'none.json'), folder).failed).toBe(1);
    expect(readPlaywrightReport(join(folder, 'none.json'), 'serve').failed).toBe(1);
  });
});

describe('the vitrine command', () => {
  it('says in one line how to build it when it is not built', () => {
    mkdirSync(join(folder, 'bin'));
    cpSync(join(root, 'bin/vitrine.mjs'), join(folder, 'bin/vitrine.mjs'));
    const done = spawnSync(process.execPath, [join(folder, 'bin/vitrine.mjs'), 'run'], { encoding: 'utf8' });
    expect(done).toMatchObject({ status: 2, stdout: '', stderr: 'vitrine is not built yet: run `npm run build` first\n' });
  });
});

function result(status: string, fullName: string) {
  return { status, fullName, failureMessages: status === 'failed' ? ['Error: no'] : [] };
}
