import { defineConfig } from 'vitest/config';

const areas = ['unit', 'contract', 'adapters', 'host', 'rules'] as const;

// A test process must never attempt Electron's download: importing `electron` in plain Node would.
const env = { ELECTRON_OVERRIDE_DIST_PATH: '/nonexistent' };

export default defineConfig({
  test: {
    projects: [
      ...areas.map((name) => ({
        test: { name, environment: 'node' as const, include: [`test/${name}/**/*.test.{ts,tsx}`], env, testTimeout: 30_000 },
      })),
      {
        test: { name: 'renderer', environment: 'jsdom' as const, include: ['test/renderer/**/*.test.{ts,tsx}'], env, testTimeout: 30_000 },
      },
    ],
  },
});
