import { expect, it } from 'vitest';
import { NO_HOOKS } from '../../../main/core/hooks/hook-desk';
import { createFakeProvider, say, use } from '../../support/fake-provider';
import { createFakeTools, echoTool } from '../../support/fake-tools';
import { createFakeTurn } from '../../support/fake-turn';

it('looks at the settings once for each answer of the model, and fires nothing where no hook is configured', async () => {
  const asked: string[] = [];
  const provider = createFakeProvider(
    { blocks: [use('t1', 'Echo', { text: 'a' }), use('t2', 'Echo', { text: 'b' }), use('t3', 'Echo', { text: 'c' })] },
    { blocks: [say('done')] },
  );
  const look = async () => void asked.push('look');
  const fire: typeof NO_HOOKS.fire = async ({ event }, ...rest) => {
    asked.push(event);
    return NO_HOOKS.fire({ event, agent: 'main', input: {} }, ...rest);
  };
  const turn = createFakeTurn({ provider, tools: createFakeTools(echoTool), hooks: { ...NO_HOOKS, look, fire } });
  expect(await turn.run('go')).toMatchObject({ reason: 'end_turn', rounds: 2 });
  expect(turn.calls()).toHaveLength(3);
  expect(asked).toEqual(['look', 'look']);
});
