// `npm test`: every runner in turn, also after one has failed. The last line is the sum: `N passed, N failed[, N skipped]`.
//
//   npm test                        everything
//   npm test -- types vitest        only the named steps (the names are printed in the summary)
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { findElectron } from '../test/support/electron-runtime.mjs';
import { ensureSystemPackages } from './system-packages.mjs';
import { emptyCounts, readPlaywrightReport, readVitestReport } from './test-reports.mjs';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..');
const reports = join(root, 'test-results');
const stepTimeoutMs = 20 * 60_000;
// No test process may attempt Electron's download: importing `electron` in plain Node would.
const env = { ...process.env, ELECTRON_OVERRIDE_DIST_PATH: '/nonexistent', ...(process.stdout.isTTY ? {} : { NO_COLOR: '1' }) };

const steps = [
  { name: 'types', run: () => check('tsc', ['--noEmit', '-p', '.']) },
  { name: 'lint', run: () => check('biome', ['lint', '--error-on-warnings', '.']) },
  { name: 'deps', run: () => check('depcruise', ['--config', 'dependency-cruiser.cjs', 'main', 'preload', 'renderer', 'shared']) },
  { name: 'unused', run: () => check('knip', ['--no-progress']) },
  { name: 'build', run: () => check('electron-vite', ['build', '--logLevel', 'warn']) },
  { name: 'size', run: () => check('size-limit', []) },
  { name: 'vitest', run: runVitest },
  { name: 'e2e-serve', run: () => runPlaywright('serve') },
  { name: 'e2e-electron', run: () => runPlaywright('electron') },
  { name: 'e2e-packaged', run: runPackaged },
];

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !steps.some((step) => step.name === name));
if (unknown.length > 0) {
  process.stderr.write(`unknown step ${unknown.join(', ')}; there are ${steps.map((step) => step.name).join(', ')}\n`);
  process.exit(2);
}

rmSync(reports, { recursive: true, force: true });
mkdirSync(reports, { recursive: true });
for (const line of ensureSystemPackages()) console.log(line);

const results = [];
for (const step of steps.filter(({ name }) => wanted.length === 0 || wanted.includes(name))) {
  console.log(`\n=== ${step.name}`);
  const started = Date.now();
  const counts = await step.run();
  results.push({ name: step.name, seconds: (Date.now() - started) / 1000, ...counts });
}
process.exitCode = printSummary(results);

/** A runner without tests of its own counts as one. */
function check(program, args) {
  return run(program, args) === 0
    ? { ...emptyCounts(), passed: 1 }
    : { ...emptyCounts(), failed: 1, failures: [[program, ...args].join(' ')] };
}

function runVitest() {
  const file = join(reports, 'vitest.json');
  const status = run('vitest', ['run', '--reporter=dot', '--reporter=json', `--outputFile.json=${file}`]);
  return withStatus(readVitestReport(file, root), status, 'vitest');
}

function runPlaywright(project) {
  const reason = project === 'serve' ? whyNoBrowser() : whyNoElectron();
  if (reason) return { ...emptyCounts(), skips: [`e2e in ${project}: ${reason}`] };
  const file = join(reports, `e2e-${project}.json`);
  const command = ['playwright', 'test', `--project=${project}`, '--reporter=list,json'];
  const [program, ...args] = hasProgram('xvfb-run') ? ['xvfb-run', '-a', '-s', '-screen 0 1600x1000x24', ...command] : command;
  const status = run(program, args, { PLAYWRIGHT_JSON_OUTPUT_FILE: file });
  return withStatus(readPlaywrightReport(file), status, `playwright ${project}`);
}

function runPackaged() {
  const reason = process.platform === 'linux' ? whyNoElectron() : 'the package for tests is built on Linux only';
  if (reason) return { ...emptyCounts(), skips: [`e2e in packaged: ${reason}`] };
  if (run('node', ['test/support/packaged-app.mjs']) !== 0)
    return { ...emptyCounts(), failed: 1, failures: ['electron-builder --linux dir'] };
  return runPlaywright('packaged');
}

/** A runner that fails without naming a failed test is a failure too. */
function withStatus(counts, status, name) {
  if (status === 0 || counts.failed > 0) return counts;
  return { ...counts, failed: 1, failures: [`${name} ended with ${status}`] };
}

function whyNoBrowser() {
  const programs = [process.env['VITRINE_CHROMIUM'], '/usr/bin/chromium', chromium.executablePath()];
  return programs.some((path) => path && existsSync(path))
    ? undefined
    : 'no Chromium: install it, or run `npx playwright install chromium`';
}

function whyNoElectron() {
  if (process.platform === 'linux' && !process.env['DISPLAY'] && !hasProgram('xvfb-run')) return 'no display and no xvfb-run';
  try {
    findElectron();
    return undefined;
  } catch (error) {
    return `no Electron: ${String(error.message).split('\n', 1)[0]}`;
  }
}

function hasProgram(name) {
  return (process.env['PATH'] ?? '').split(':').some((folder) => existsSync(join(folder, name)));
}

function run(program, args, extra = {}) {
  const done = spawnSync(program, args, {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...env, PATH: `${join(root, 'node_modules/.bin')}:${process.env['PATH']}`, ...extra },
    timeout: stepTimeoutMs,
    killSignal: 'SIGKILL',
    shell: process.platform === 'win32',
  });
  if (done.error) console.error(`${program}: ${done.error.message}`);
  return done.status ?? 1;
}

function printSummary(all) {
  console.log('\n=== summary');
  for (const { name, seconds, passed, failed, skips } of all) {
    console.log(`${name.padEnd(14)} ${passed} passed, ${failed} failed, ${skips.length} skipped (${seconds.toFixed(1)} s)`);
  }
  for (const { name, failures } of all) for (const failure of failures) console.log(`failed   ${name}: ${failure}`);
  for (const { name, skips } of all) for (const skip of skips) console.log(`skipped  ${name}: ${skip}`);
  const sum = (pick) => all.reduce((total, one) => total + pick(one), 0);
  const skipped = sum((one) => one.skips.length);
  const failed = sum((one) => one.failed);
  console.log(`${sum((one) => one.passed)} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
  return failed > 0 ? 1 : 0;
}
