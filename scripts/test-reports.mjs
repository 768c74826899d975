// Reads the runners' JSON reports into one shape: { passed, failed, failures: [name], flaky: [name], skips: [name] }.
import { existsSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';

/** How the words of fast-check begin, with or without the name of the error before them. */
const FAILED_PROPERTY = /^(?:Error: )?(?:Property (?:failed|interrupted|timeout)|Failed to run property)/;

/**
 * The report of `vitest run --reporter=json`. A test that passes only on a second try has passed, keeps what failed at first, and
 * is named as flaky. A property is not: what it found is a fault, also where the next try does not come upon it.
 */
export function readVitestReport(file, root) {
  const report = readJson(file);
  if (!report) return missing('vitest');
  const counts = emptyCounts();
  for (const suite of report.testResults) {
    const where = relative(root, suite.name);
    if (suite.status === 'failed' && !suite.assertionResults.some((test) => test.status === 'failed'))
      addFailure(counts, `${where} (did not load)`);
    for (const test of suite.assertionResults) {
      const name = `${where}: ${test.fullName}`;
      const neededMore = test.status === 'passed' && test.failureMessages.length > 0;
      const failed = neededMore && test.failureMessages.some((message) => FAILED_PROPERTY.test(message));
      addResult(counts, failed ? 'failed' : test.status, name);
      if (neededMore && !failed) counts.flaky.push(name);
    }
  }
  return counts;
}

/** One project of `playwright test --reporter=json`. A test that passes only on a second try has passed, and is named as flaky. */
export function readPlaywrightReport(file, project) {
  const report = readJson(file);
  if (!report) return missing('playwright');
  const counts = emptyCounts();
  for (const error of report.errors ?? []) addFailure(counts, String(error.message).split('\n', 1)[0]);
  const walk = (suite, path) => {
    for (const spec of suite.specs ?? []) {
      for (const test of spec.tests.filter(({ projectName }) => projectName === project)) {
        const status = { expected: 'passed', flaky: 'passed', skipped: 'skipped' }[test.status] ?? 'failed';
        const name = `[${test.projectName}] ${[...path, spec.title].join(' › ')}`;
        addResult(counts, status, name);
        if (test.status === 'flaky') counts.flaky.push(name);
      }
    }
    for (const inner of suite.suites ?? []) walk(inner, [...path, inner.title]);
  };
  for (const suite of report.suites ?? []) walk(suite, [suite.title]);
  return counts;
}

export function emptyCounts() {
  return { passed: 0, failed: 0, failures: [], flaky: [], skips: [] };
}

function addResult(counts, status, name) {
  if (status === 'passed') counts.passed += 1;
  else if (status === 'failed') addFailure(counts, name);
  else counts.skips.push(name);
}

function addFailure(counts, name) {
  counts.failed += 1;
  counts.failures.push(name);
}

function missing(runner) {
  return { ...emptyCounts(), failed: 1, failures: [`${runner} wrote no report`] };
}

function readJson(file) {
  if (!existsSync(file)) return undefined;
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}
