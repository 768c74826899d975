import { describe, expect, it } from 'vitest';
import { shellParser } from '../../unit/permission/support';
import { readCorpus } from './corpus';
import { findMissed, findObstacle, runLines } from './shell-oracle';

const obstacle = findObstacle();

describe('the corpus, run in a sandbox where programs only say what they were asked', () => {
  it.skipIf(obstacle !== undefined)(
    `runs nothing that is not among the parts${obstacle === undefined ? '' : ` (${obstacle})`}`,
    async () => {
      const lines = readCorpus().map(({ command }) => command);
      const ran = await runLines(lines);
      const missed = lines.flatMap((line, index) => {
        const parsed = shellParser.parse(line);
        const runs = findMissed(parsed, ran[index] ?? []);
        return runs.length === 0 ? [] : [{ line, runs, parts: parsed.parts.map(({ text }) => text) }];
      });
      expect(missed).toEqual([]);
      expect(ran.filter((runs) => runs.length > 0).length).toBeGreaterThan(lines.length / 2);
    },
    240_000,
  );
});
