import { describe, expect, it } from 'vitest';
import { createBashParser } from '../../../main/adapters/parsers/bash-parser';
import { decide } from '../../../main/core/permission/decide';
import { ruleSet } from '../../unit/permission/support';
import { findMissed, findObstacle, runLines } from './shell-oracle';
import { shellLines } from './shell-generator';

/** `npm run fuzz` sets these; the same seed gives the same lines. */
const LINES = Number(process.env['FUZZ_LINES'] ?? 2_000);
const ORACLE_LINES = Number(process.env['FUZZ_ORACLE_LINES'] ?? 200);
const SEED = Number(process.env['FUZZ_SEED'] ?? 20_261_130);
const BATCH = 250;
const TIMEOUT_MS = 60_000 + LINES * 5 + ORACLE_LINES * 300;

const parser = createBashParser();
await parser.ready();

describe('generated shell lines', () => {
  it(
    'are parsed and decided without an exception, and explain themselves',
    () => {
      const rules = ruleSet([
        'deny Bash(git push *)',
        'ask Bash(rm *)',
        'allow Bash(git *)',
        'allow Bash(ls *)',
        'deny Read(.env)',
        'allow Edit(src/**)',
      ]);
      const rank = { allow: 0, ask: 1, deny: 2 };
      for (let at = 0; at < LINES; at += BATCH) {
        for (const command of shellLines(SEED + at, Math.min(BATCH, LINES - at))) {
          const action = { tool: 'Bash', capability: 'execute' as const, paths: [], params: {}, summary: '', command };
          const decision = decide({ action, mode: 'default', agent: 'main' }, rules);
          if ((decision.rule === undefined) === (decision.builtin === undefined))
            throw new Error(`explains itself by one source: ${command}`);
          const worst = Math.max(0, ...(decision.parts ?? []).map((part) => rank[part.decision]));
          if (worst > rank[decision.decision]) throw new Error(`is more permissive than one of its parts: ${command}`);
        }
      }
    },
    TIMEOUT_MS,
  );

  const obstacle = findObstacle();
  it.skipIf(obstacle !== undefined)(
    `run nothing that is not among their parts${obstacle === undefined ? '' : ` (${obstacle})`}`,
    async () => {
      const lines = shellLines(SEED - 1, ORACLE_LINES);
      const missed: unknown[] = [];
      for (let at = 0; at < lines.length; at += BATCH) {
        const batch = lines.slice(at, at + BATCH);
        const ran = await runLines(batch);
        batch.forEach((line, index) => {
          const parsed = parser.parse(line);
          const runs = findMissed(parsed, ran[index] ?? []);
          if (runs.length > 0) missed.push({ line, runs: runs.slice(0, 3), parts: parsed.parts.map((part) => part.text) });
        });
      }
      expect(missed).toEqual([]);
    },
    TIMEOUT_MS,
  );
});
