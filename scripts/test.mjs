// `npm test`: every runner, also after one has failed. The last line is the sum: `N passed, N failed[, N skipped]`.
//
//   npm test                        everything
//   npm test -- types vitest        only the named steps (the names are printed in the summary)
import { spawn } from 'node:child_process';
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
let endToEnd;
// No test process may attempt Electron's download: importing `electron` in plain Node would.
const env = { ...process.env, ELECTRON_OVERRIDE_DIST_PATH: '/nonexistent', ...(process.stdout.isTTY ? {} : { NO_COLOR: '1' }) };

const shells = ['serve', 'electron', 'packaged'];
/** Stages come one after another; the steps of a stage run side by side. */
const stages = [
  {
    types: () => check('tsc', ['--noEmit', '-p', '.']),
    lint: () => check('biome', ['lint', '--error-on-warnings', '.']),
    deps: () => check('depcruise', ['--config', 'dependency-cruiser.cjs', 'main', 'preload', 'renderer', 'shared']),
    unused: () => check('knip', ['--no-progress']),
    build: () => check('electron-vite', ['build', '--logLevel', 'warn']),
  },
  { size: () => check('size-limit', []), vitest: runVitest },
  Object.fromEntries(shells.map((shell) => [`e2e-${shell}`, () => runEndToEnd(shell)])),
];
const names = stages.flatMap((stage) => Object.keys(stage));

const wanted = process.argv.slice(2);
const isWanted = (name) => wanted.length === 0 || wanted.includes(name);
const unknown = wanted.filter((name) => !names.includes(name));
if (unknown.length > 0) {
  process.stderr.write(`unknown step ${unknown.join(', ')}; there are ${names.join(', ')}\n`);
  process.exit(2);
}

rmSync(reports, { recursive: true, force: true });
mkdirSync(reports, { recursive: true });
for (const line of ensureSystemPackages()) console.log(line);

const results = [];
for (const stage of stages) {
  const steps = Object.entries(stage).filter(([name]) => isWanted(name));
  results.push(...(await Promise.all(steps.map(([name, run]) => take(name, run)))));
}
process.exitCode = printSummary(results);

async function take(name, run) {
  console.log(`=== ${name} begins`);
  const started = Date.now();
  const counts = await run();
  const seconds = (Date.now() - started) / 1000;
  console.log(`=== ${name} ended after ${seconds.toFixed(1)} s`);
  return { name, seconds, ...counts };
}

/** A runner without tests of its own counts as one. */
async function check(program, args) {
  return (await run(program, args)) === 0
    ? { ...emptyCounts(), passed: 1 }
    : { ...emptyCounts(), failed: 1, failures: [[program, ...args].join(' ')] };
}

async function runVitest() {
  const file = join(reports, 'vitest.json');
  const status = await run('vitest', ['run', '--reporter=dot', '--reporter=json', `--outputFile.json=${file}`]);
  return withStatus(readVitestReport(file, root), status, 'vitest');
}

/** The counts of one shell. All that are wanted share one run, so that no worker waits for the last test of each. */
async function runEndToEnd(shell) {
  endToEnd ??= runShells();
  return (await endToEnd)[shell];
}

async function runShells() {
  const counts = {};
  for (const shell of shells) {
    const reason = shell === 'serve' ? whyNoBrowser() : whyNoElectron(shell);
    if (reason) counts[shell] = { ...emptyCounts(), skips: [`e2e in ${shell}: ${reason}`] };
  }
  const runs = (shell) => isWanted(`e2e-${shell}`) && counts[shell] === undefined;
  if (runs('packaged') && (await run('node', ['test/support/packaged-app.mjs'])) !== 0)
    counts.packaged = { ...emptyCounts(), failed: 1, failures: ['electron-builder --linux dir'] };
  const projects = shells.filter(runs);
  if (projects.length === 0) return counts;
  const file = join(reports, 'e2e.json');
  const more = { PLAYWRIGHT_JSON_OUTPUT_FILE: file };
  const status = await run('playwright', ['test', ...projects.map((name) => `--project=${name}`), '--reporter=list,json'], more);
  for (const name of projects) counts[name] = readPlaywrightReport(file, name);
  const failed = projects.find((name) => counts[name].failed > 0) ?? projects[0];
  counts[failed] = withStatus(counts[failed], status, 'playwright');
  return counts;
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

function whyNoElectron(shell) {
  if (shell === 'packaged' && process.platform !== 'linux') return 'the package for tests is built on Linux only';
  if (process.platform === 'linux' && !hasProgram('Xvfb')) return 'no Xvfb';
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

/** Its exit status, 1 where it has none. */
function run(program, args, more = {}) {
  const child = spawn(program, args, {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...env, PATH: `${join(root, 'node_modules/.bin')}:${process.env['PATH']}`, ...more },
    timeout: stepTimeoutMs,
    killSignal: 'SIGKILL',
    shell: process.platform === 'win32',
  });
  return new Promise((done) => {
    child.once('error', (error) => {
      console.error(`${program}: ${error.message}`);
      done(1);
    });
    child.once('close', (status) => done(status ?? 1));
  });
}

function printSummary(all) {
  console.log('\n=== summary');
  for (const { name, seconds, passed, failed, skips } of all) {
    console.log(`${name.padEnd(14)} ${passed} passed, ${failed} failed, ${skips.length} skipped (${seconds.toFixed(1)} s)`);
  }
  for (const { name, skips } of all) for (const skip of skips) console.log(`skipped  ${name}: ${skip}`);
  for (const { name, flaky } of all) for (const test of flaky) console.log(`flaky    ${name}: ${test}`);
  for (const { name, failures } of all) for (const failure of failures) console.log(`failed   ${name}: ${failure}`);
  const sum = (pick) => all.reduce((total, one) => total + pick(one), 0);
  const skipped = sum((one) => one.skips.length);
  const failed = sum((one) => one.failed);
  console.log(`${sum((one) => one.passed)} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
  return failed > 0 ? 1 : 0;
}
