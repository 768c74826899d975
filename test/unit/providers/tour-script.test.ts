import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { parseScript, tourSteps } from '../../../main/adapters/providers/scripted/script-format';

test('the tour that ships is a valid script whose steps have both languages', async () => {
  const file = 'resources/scripts/tour.yaml';
  const parsed = parseScript(await readFile(file, 'utf8'), file);
  expect(parsed.ok ? [] : parsed.problems).toEqual([]);
  if (!parsed.ok) return;
  const steps = tourSteps(parsed.script);
  expect(steps.length).toBeGreaterThanOrEqual(9);
  for (const step of steps) {
    expect(step.prompt.ja).toMatch(/[\u3040-\u30ff\u4e00-\u9fff]/);
    expect(step.prompt.en).not.toMatch(/[\u3040-\u30ff\u4e00-\u9fff]/);
    expect([step.title.en, step.title.ja, step.look.en, step.look.ja].every((text) => text !== '')).toBe(true);
  }
});
