import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MAIN_AGENT } from '../../../shared/model/main-agent';
import type { Todo } from '../../../shared/model/question';
import type { SessionState } from '../../../shared/model/session';
import { Meter } from '../../ui/meter';
import { Disclosure } from './disclosure';
import { TodoList } from './todo-list';

interface AgentTodos {
  agent: string;
  todos: readonly Todo[];
}

/** The lists of tasks of the agent whose conversation is shown and of those below it: how far each is, and what is being done. Gone when all is done. */
export function TodoPanel({ state, agent }: { state: SessionState; agent: string }) {
  const lists = todosBelow(state, agent);
  const isOver = state.status === 'idle' && lists.every(({ todos }) => todos.every(({ status }) => status === 'completed'));
  if (isOver) return undefined;
  return (
    <div className="shrink-0 px-4 pb-1">
      <div className="mx-auto max-h-[30vh] max-w-[820px] overflow-y-auto rounded-md border border-line">
        {lists.map((list) => (
          <AgentList key={list.agent} list={list} named={list.agent !== agent} />
        ))}
      </div>
    </div>
  );
}

function AgentList({ list: { agent, todos }, named }: { list: AgentTodos; named: boolean }) {
  const { t } = useTranslation('conversation');
  const [open, setOpen] = useState(false);
  const done = todos.filter(({ status }) => status === 'completed').length;
  const current = todos.find(({ status }) => status === 'in_progress');
  const progress = t('todo.progress', { done, total: todos.length });
  return (
    <section aria-label={named ? t('todo.ofAgent', { agent }) : t('todo.title')} className="px-1.5">
      <Disclosure
        open={open}
        onToggle={() => setOpen(!open)}
        label={named ? t('todo.ofAgent', { agent }) : t('todo.title')}
        note={current?.activeForm ?? ''}
        aside={
          <span className="flex items-center gap-2 pr-1.5 text-muted text-xs">
            {progress}
            <Meter name={progress} text={progress} value={done / todos.length} warnAt={1} className="w-16" />
          </span>
        }
      />
      {open ? <TodoList todos={todos} /> : undefined}
    </section>
  );
}

/** Of an agent and of those below it; an agent without tasks has no list. */
function todosBelow({ todos, agentTodos = {} }: SessionState, agent: string): AgentTodos[] {
  const own = agent === MAIN_AGENT ? todos : (agentTodos[agent] ?? []);
  const below = Object.entries(agentTodos).filter(([other]) => other.startsWith(`${agent}/`));
  return [{ agent, todos: own }, ...below.map(([other, list]) => ({ agent: other, todos: list }))].filter(
    ({ todos: list }) => list.length > 0,
  );
}
