import { ChevronLeft, ChevronRight, MessagesSquare } from 'lucide-react';
import { useCallback, useDeferredValue, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useShallow } from 'zustand/react/shallow';
import { promptTokens } from '../../../shared/model/add-usage';
import type { SessionState } from '../../../shared/model/session';
import { sessionCost } from '../../../shared/model/session-cost';
import { MAIN_AGENT_PATH } from '../../stores/agents';
import { goBack, goForward, selectAgent, selectTree, useSelection } from '../../stores/selection';
import { useSession } from '../../stores/session';
import { Button } from '../../ui/button';
import { Cost } from '../../ui/cost';
import { EmptyState } from '../../ui/empty-state';
import { IconButton } from '../../ui/icon-button';
import { ScrollRegion } from '../../ui/scroll-region';
import { Tokens } from '../../ui/tokens';
import { VirtualList } from '../../ui/virtual-list';
import { NodeDetail } from './node-detail';
import { buildTree, extentOf, type TreeRow } from './tree-rows';
import { ROW_PX, TreeRowView } from './tree-row-view';
import { useNow } from './use-now';

const keyOf = (row: TreeRow) => row.agent;

/** The agents of the open session as a live tree, or by time; the chosen one in full beside it. */
export function AgentTreePane() {
  const { t } = useTranslation('agents');
  // A stream of events from hundreds of agents is drawn as fast as there is time for it, and holds no key.
  const state = useDeferredValue(useSession((session) => session.state));
  if (!state) return <div className="flex-1" aria-busy="true" />;
  if (!state.agents)
    return (
      <>
        <TreeHead state={state} byTime={false} onByTime={() => undefined} />
        <EmptyState title={t('tree.none')} actions={<Button onClick={() => selectAgent(undefined)}>{t('tree.toConversation')}</Button>}>
          {t('tree.noneBody')}
        </EmptyState>
      </>
    );
  return <Tree state={state} />;
}

function Tree({ state }: { state: SessionState }) {
  const { t } = useTranslation('agents');
  const { agents, calls, turns, pending, items } = state;
  const rows = useMemo(
    () => buildTree({ ...(agents ? { agents } : {}), calls, turns, pending, items }),
    [agents, calls, turns, pending, items],
  );
  const running = rows.some((row) => row.state === 'running');
  const now = useNow(running);
  const [byTime, setByTime] = useState(false);
  const wanted = useSelection((selection) => selection.current.agent) ?? MAIN_AGENT_PATH;
  const selected = rows.findIndex((row) => row.agent === wanted);
  const extent = useMemo(() => (byTime ? extentOf(rows, now) : undefined), [byTime, rows, now]);
  const move = useCallback(
    (index: number) => {
      const agent = rows[index]?.agent;
      selectTree(agent === MAIN_AGENT_PATH ? undefined : agent);
    },
    [rows],
  );
  const chosen = rows[selected];
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <TreeHead state={state} byTime={byTime} onByTime={setByTime} />
      <div className="@container flex min-h-0 flex-1">
        <div className="flex min-h-0 min-w-0 flex-1 flex-col @[880px]:flex-row">
          <VirtualList
            name={t('tree.name')}
            rows={rows}
            keyOf={keyOf}
            rowHeight={ROW_PX}
            selected={selected}
            onMove={move}
            render={(row) => <TreeRowView row={row} now={row.state === 'running' ? now : 0} extent={extent} />}
            className="@container"
          />
          {chosen?.node ? (
            <ScrollRegion
              name={t('detail.name')}
              className="max-h-[56%] shrink-0 border-line border-t px-4 py-3 @[880px]:max-h-none @[880px]:w-[380px] @[880px]:border-t-0 @[880px]:border-l"
            >
              <NodeDetail key={chosen.agent} session={state.id} row={chosen} node={chosen.node} now={now} />
            </ScrollRegion>
          ) : undefined}
        </div>
      </div>
    </div>
  );
}

/** How many there are, what all of them used, and the way to the conversation. */
function TreeHead({ state, byTime, onByTime }: { state: SessionState; byTime: boolean; onByTime: (byTime: boolean) => void }) {
  const { t } = useTranslation(['agents', 'frame']);
  const { past, future } = useSelection(useShallow((selection) => ({ past: selection.past.length, future: selection.future.length })));
  const agents = state.agents ?? [];
  const running = agents.filter((node) => node.state === 'running').length;
  return (
    <header className="flex min-h-[38px] shrink-0 flex-wrap items-center gap-x-3 gap-y-1 border-line border-b px-2 py-1">
      <span className="flex">
        <IconButton
          name={t('frame:nav.back')}
          keys="Alt+ArrowLeft"
          icon={<ChevronLeft size={16} />}
          disabled={past === 0}
          onClick={goBack}
        />
        <IconButton
          name={t('frame:nav.forward')}
          keys="Alt+ArrowRight"
          icon={<ChevronRight size={16} />}
          disabled={future === 0}
          onClick={goForward}
        />
      </span>
      <h1 className="font-semibold">{t('tree.title')}</h1>
      <p className="flex min-w-44 flex-1 flex-wrap gap-x-3 text-muted text-sm">
        <span>{t('tree.count', { count: agents.length })}</span>
        {running > 0 ? <span>{t('tree.running', { count: running })}</span> : undefined}
        <Tokens count={promptTokens(state.usage) + state.usage.output} />
        <Cost usd={sessionCost(state)} />
      </p>
      <Button look="quiet" aria-pressed={byTime} onClick={() => onByTime(!byTime)}>
        {t('tree.byTime')}
      </Button>
      <Button look="quiet" onClick={() => selectAgent(undefined)}>
        <MessagesSquare size={13} aria-hidden />
        {t('tree.toConversation')}
      </Button>
    </header>
  );
}
