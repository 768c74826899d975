import { describe, expect, it } from 'vitest';
import { createBashParser } from '../../../main/adapters/parsers/bash-parser';
import type { Decision } from '../../../shared/model/permission';
import { decide } from '../../../main/core/permission/decide';
import type { RuleSet } from '../../../main/core/permission/rule-set';
import { ruleSet } from '../../unit/permission/support';
import { findMissed, findObstacle, runLines } from './shell-oracle';
import { shellLines } from './shell-generator';

/** `npm run fuzz` sets these; the same seed gives the same lines. */
const LINES = Number(process.env['FUZZ_LINES'] ?? 2_000);
const ORACLE_LINES = Number(process.env['FUZZ_ORACLE_LINES'] ?? 200);
const SEED = Number(process.env['FUZZ_SEED'] ?? 20_261_130);
const BATCH = 250;
const TIMEOUT_MS = 60_000 + LINES * 5 + ORACLE_LINES * 300;

const RULES = ['deny Bash(git push *)', 'ask Bash(rm *)', 'allow Bash(git *)', 'allow Bash(ls *)', 'deny Read(.env)', 'allow Edit(src/**)'];
/** `npm run fuzz` names the lines that take longer. */
const SLOW_MS = 50;
const REPORTS = process.env['FUZZ_LINES'] !== undefined;

const parser = createBashParser();
await parser.ready();

function decideLine(command: string, rules: RuleSet): { decision: Decision; ms: number } {
  const action = { tool: 'Bash', capability: 'execute' as const, paths: [], params: {}, summary: '', command };
  const from = performance.now();
  const decision = decide({ action, mode: 'default', agent: 'main' }, rules);
  return { decision, ms: performance.now() - from };
}

/** The best of three: a busy machine holds up any line, and a parser of its own remembers none. */
async function timeAlone(command: string): Promise<number> {
  const times: number[] = [];
  for (let run = 0; run < 3; run += 1) {
    const own = createBashParser();
    await own.ready();
    decideLine('ls', ruleSet(RULES, { parse: own.parse }));
    times.push(decideLine(command, ruleSet(RULES, { parse: own.parse })).ms);
  }
  return Math.min(...times);
}

describe('generated shell lines', () => {
  it(
    'are parsed and decided without an exception, and explain themselves',
    async () => {
      const rules = ruleSet(RULES);
      const rank = { allow: 0, ask: 1, deny: 2 };
      const slow: string[] = [];
      for (let at = 0; at < LINES; at += BATCH) {
        for (const command of shellLines(SEED + at, Math.min(BATCH, LINES - at))) {
          const { decision, ms } = decideLine(command, rules);
          if (ms > SLOW_MS) slow.push(command);
          if ((decision.rule === undefined) === (decision.builtin === undefined))
            throw new Error(`explains itself by one source: ${command}`);
          const worst = Math.max(0, ...(decision.parts ?? []).map((part) => rank[part.decision]));
          if (worst > rank[decision.decision]) throw new Error(`is more permissive than one of its parts: ${command}`);
        }
      }
      if (!REPORTS) return;
      const alone: Array<{ ms: number; command: string }> = [];
      for (const command of slow) alone.push({ ms: await timeAlone(command), command });
      const over = alone.filter(({ ms }) => ms > SLOW_MS);
      process.stdout.write(`${LINES} lines: ${slow.length} took over ${SLOW_MS} ms, ${over.length} of them alone, too\n`);
      for (const { ms, command } of over) process.stdout.write(`${ms.toFixed(0)} ms: ${JSON.stringify(command)}\n`);
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
