import { expect, test } from 'vitest';
import { createFakeClock } from '../../support/fake-clock';
import { createFakeProvider, say, use } from '../../support/fake-provider';
import { createFakeTools } from '../../support/fake-tools';
import { createFakeTurn } from '../../support/fake-turn';

const HOUR = 3_600_000;

test('a clock that is set back during a turn makes no duration negative, reaches no limit, and changes no order', async () => {
  let ahead = 0;
  const real = createFakeClock();
  const clock = { ...real, now: () => real.now() + ahead };
  const tools = createFakeTools({
    name: 'Read',
    run: async () => {
      ahead -= HOUR;
      return { ok: true, content: 'read' };
    },
  });
  const provider = createFakeProvider({ blocks: [use('t1', 'Read', { file_path: '/a' })] }, { blocks: [say('done')] });
  const turn = createFakeTurn({ provider, tools, clock, limits: { seconds: 600, rounds: 5 } });
  expect(await turn.run('go')).toMatchObject({ reason: 'end_turn', rounds: 2 });
  const durations = [
    ...turn.of('turn/ended').map(({ durationMs }) => durationMs),
    ...turn.of('call/ended').map(({ durationMs }) => durationMs),
    ...turn.calls().map(({ durationMs }) => durationMs ?? -1),
  ];
  expect(durations).toHaveLength(4);
  for (const duration of durations) expect(duration).toBeGreaterThanOrEqual(0);
  for (const duration of durations) expect(duration).toBeLessThan(HOUR);
  expect(turn.log.events.map(({ seq }) => seq)).toEqual(turn.log.events.map((_, index) => index + 1));
});

test('a clock that is set forward during a turn reaches no limit of time', async () => {
  let ahead = 0;
  const real = createFakeClock();
  const tools = createFakeTools({
    name: 'Read',
    run: async () => {
      ahead += 24 * HOUR;
      return { ok: true, content: 'read' };
    },
  });
  const provider = createFakeProvider({ blocks: [use('t1', 'Read', { file_path: '/a' })] }, { blocks: [say('done')] });
  const turn = createFakeTurn({ provider, tools, clock: { ...real, now: () => real.now() + ahead }, limits: { seconds: 600 } });
  expect(await turn.run('go')).toMatchObject({ reason: 'end_turn' });
});
