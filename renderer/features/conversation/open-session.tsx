import type { SessionState } from '../../../shared/model/session';
import { RequestDock } from './request-dock';
import { Timeline } from './timeline';
import { TodoPanel } from './todo-panel';

/** What a session has once it is there: its timeline, its tasks, and what asks for an answer. */
export function OpenSession({ state, agent }: { state: SessionState; agent: string }) {
  return (
    <>
      <Timeline key={`${state.id} ${agent}`} state={state} agent={agent} />
      <TodoPanel state={state} agent={agent} />
      <RequestDock />
    </>
  );
}
