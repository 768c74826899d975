import { existsSync } from 'node:fs';
import { defineConfig } from '@playwright/test';

// One suite, three ways to run it. A test reads which one from `testInfo.project.name`:
//   serve     Chromium against `vitrine serve`
//   electron  the real Electron on the built, unpackaged app
//   packaged  the real Electron on the packaged app (VITRINE_E2E_PACKAGED=<glob> selects files, else all)
const chromium = process.env['VITRINE_CHROMIUM'] ?? '/usr/bin/chromium';
const packagedFiles = process.env['VITRINE_E2E_PACKAGED'];

export default defineConfig({
  testDir: 'test/e2e',
  outputDir: 'test-results/e2e',
  // Outside Linux, windows of all workers share the person's screen, and so the focus.
  workers: process.platform === 'linux' ? 2 : 1,
  // A window on a busy machine may miss a beat: a second try tells that from a fault. Who needed one is named in the summary.
  retries: 1,
  forbidOnly: Boolean(process.env['CI']),
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: 'list',
  use: {
    viewport: { width: 1440, height: 900 },
    screenshot: 'only-on-failure',
    // A trace takes a fifth of the time: ask for it with `--trace=retain-on-failure`.
    trace: 'off',
    launchOptions: existsSync(chromium) ? { executablePath: chromium, args: ['--no-sandbox'] } : {},
  },
  projects: [{ name: 'serve' }, { name: 'electron' }, { name: 'packaged', ...(packagedFiles ? { testMatch: packagedFiles } : {}) }],
});
