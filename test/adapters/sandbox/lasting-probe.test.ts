import { afterEach, expect, it, vi } from 'vitest';
import { createLastingProbe } from '../../../main/adapters/sandbox/lasting-probe';

afterEach(() => vi.restoreAllMocks());

it('looks again after a while where nothing was found, and keeps what was', async () => {
  let now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  const answers = [false, true, false];
  const support = createLastingProbe(async () => ({ available: answers.shift() ?? false }));
  const ask = async (at: number) => {
    now = at;
    return (await support()).available;
  };
  expect(await ask(0)).toBe(false);
  expect(await ask(9_000)).toBe(false);
  expect(await ask(11_000)).toBe(true);
  expect(await ask(1_000_000)).toBe(true);
  expect(answers).toEqual([false]);
});
