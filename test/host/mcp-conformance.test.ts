import { describe, expect, it } from 'vitest';
import { runConformance } from '../support/mcp-conformance';

/** `MCP_CONFORMANCE_RUNS=3`: as often in a row. */
const RUNS = Number(process.env['MCP_CONFORMANCE_RUNS'] ?? 1);
const LIMIT_MS = 600_000;

describe.each([
  { revision: '2025-11-25', scenarios: 18 },
  { revision: '2026-07-28', scenarios: 32 },
])('the official conformance suite of $revision', ({ revision, scenarios }) => {
  it(
    `is passed in all ${scenarios} scenarios that are required`,
    async () => {
      for (let run = 0; run < RUNS; run += 1) {
        const { required, passed, failed, timeouts, exitCode } = await runConformance(revision);
        expect({ failed, timeouts, exitCode }).toEqual({ failed: [], timeouts: 0, exitCode: 0 });
        expect(passed).toHaveLength(required);
        expect(required).toBe(scenarios);
      }
    },
    LIMIT_MS,
  );
});
