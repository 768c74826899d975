import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

/** What a property found is a fault, also where another try does not come upon it. */
const NO_PROPERTY = /^(?!Property |Failed to run property)/;
/** Where nothing waits for a process or a socket, what ran out of time is such a property as well, or hangs. */
const NO_PROPERTY_NOR_TIMEOUT = /^(?!Property |Failed to run property|Test timed out)/;

interface Area {
  name: 'unit' | 'contract' | 'adapters' | 'host' | 'rules' | 'renderer';
  /** Files of one process share what they import. Only where nothing that is tested keeps state of its own. */
  shares?: true;
  /** Runs once before the first of the area's files. */
  before?: string;
}

const areas: Area[] = [
  { name: 'unit', shares: true },
  { name: 'contract', shares: true },
  { name: 'adapters' },
  { name: 'host', before: 'test/support/built-cli.ts' },
  { name: 'rules' },
  { name: 'renderer' },
];

export default defineConfig({
  test: {
    globalSetup: 'test/support/temp-folder.ts',
    // Half of the time a test waits for a process: one more than there are processors.
    maxWorkers: availableParallelism() + 1,
    projects: areas.map(({ name, shares, before }) => ({
      test: {
        name,
        environment: 'node' as const,
        include: [`test/${name}/**/*.test.{ts,tsx}`],
        // A test process must never attempt Electron's download: importing `electron` in plain Node would.
        env: { ELECTRON_OVERRIDE_DIST_PATH: '/nonexistent' },
        // Bounds for what hangs, not for what is slow: processes start late on a busy machine.
        testTimeout: 120_000,
        hookTimeout: 120_000,
        expect: { poll: { timeout: 20_000 } },
        // As in playwright.config.ts: who needed a second try is named in the summary.
        retry: { count: 1, condition: shares === true ? NO_PROPERTY_NOR_TIMEOUT : NO_PROPERTY },
        isolate: shares !== true,
        ...(before === undefined ? {} : { globalSetup: before }),
      },
    })),
  },
});
