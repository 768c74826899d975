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
  workers: 2,
  retries: 0,
  forbidOnly: Boolean(process.env['CI']),
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: 'list',
  use: {
    viewport: { width: 1440, height: 900 },
    screenshot: 'only-on-failure',
    trace: 'retain-on-failure',
    launchOptions: existsSync(chromium) ? { executablePath: chromium, args: ['--no-sandbox'] } : {},
  },
  // Windows of one display share the focus: one at a time.
  projects: [
    { name: 'serve' },
    { name: 'electron', workers: 1 },
    { name: 'packaged', workers: 1, ...(packagedFiles ? { testMatch: packagedFiles } : {}) },
  ],
});
