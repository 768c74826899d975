// @vitest-environment jsdom
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, describe, expect, it } from 'vitest';
import { TodoPanel } from '../../renderer/features/conversation/todo-panel';
import type { SessionEvent } from '../../shared/model/event';
import { applyEvents, emptySession } from '../../shared/reduce/session-reducer';
import { preparePage, resetPageAfterEach, show, useLanguage } from './support/page';

preparePage();
resetPageAfterEach();
beforeAll(() => useLanguage('en'));

type Status = 'pending' | 'in_progress' | 'completed';
let seq = 0;
function wrote(agent: string, ...states: Status[]): SessionEvent {
  seq += 1;
  const todos = states.map((status, at) => ({ content: `Step ${at}`, status, activeForm: `Doing ${at} of ${agent}` }));
  return {
    v: 1,
    seq,
    id: `e${seq}`,
    at: '2026-01-01T00:00:00.000Z',
    type: 'item/completed',
    item: {
      id: `i${seq}`,
      turn: 't',
      agent,
      kind: 'tool-call',
      toolUseId: 'u',
      name: 'TodoWrite',
      state: 'success',
      display: { type: 'todos', todos },
    },
  };
}
const stateAfter = (...events: SessionEvent[]) => ({ ...applyEvents(emptySession('s'), events), status: 'running' as const });

describe('the tasks of agents', () => {
  it('stand beside the conversation by agent, with progress and what is being done', async () => {
    const state = stateAfter(
      wrote('main', 'completed', 'in_progress', 'pending'),
      wrote('main/explore-1', 'in_progress'),
      wrote('other', 'pending'),
    );
    show(<TodoPanel state={state} agent="main" />);
    const own = screen.getByRole('region', { name: 'Tasks' });
    expect(own.textContent).toMatch(/Doing 1 of main.*1 of 3 done/);
    expect(screen.getByRole('region', { name: 'Tasks of main/explore-1' }).textContent).toMatch(/0 of 1 done/);
    expect(screen.getAllByRole('region')).toHaveLength(2);
    const user = userEvent.setup();
    await user.tab();
    await user.keyboard('{Enter}');
    expect(within(own).getAllByRole('listitem')).toHaveLength(3);
  });

  it('are those of the agent that is shown', () => {
    const state = stateAfter(wrote('main', 'pending'), wrote('main/plan-1', 'in_progress'));
    show(<TodoPanel state={state} agent="main/plan-1" />);
    expect(screen.getByRole('region', { name: 'Tasks' }).textContent).toMatch(/Doing 0 of main\/plan-1/);
  });

  it('are gone when all is done, and where there are none', () => {
    const state = { ...stateAfter(wrote('main', 'completed')), status: 'idle' as const };
    const { container } = show(<TodoPanel state={state} agent="main" />);
    expect(container.textContent).toBe('');
    expect(show(<TodoPanel state={stateAfter()} agent="main" />).container.textContent).toBe('');
  });
});
