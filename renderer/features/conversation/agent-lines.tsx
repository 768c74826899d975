import { useTranslation } from 'react-i18next';
import { promptTokens } from '../../../shared/model/add-usage';
import type { AgentNode } from '../../../shared/model/agent-node';
import type { ToolCallItem } from '../../../shared/model/item';
import { useShallow } from 'zustand/react/shallow';
import { selectAgent } from '../../stores/selection';
import { useSession } from '../../stores/session';
import { Button } from '../../ui/button';
import { Cost } from '../../ui/cost';
import { Tokens } from '../../ui/tokens';

/** The agents that a call or a message started, or that a call reached. */
export function AgentLines({ item, body }: { item: string; body?: ToolCallItem | undefined }) {
  const reached = body?.display?.type === 'agent' ? body.display.agent : undefined;
  const nodes = useSession(
    useShallow((session) => session.state?.agents?.filter((one) => one.item === item || one.agent === reached) ?? []),
  );
  return nodes.map((node) => <AgentLine key={node.agent} node={node} />);
}

/** How an agent stands, what it used, what of that came back, and the way to its conversation. */
function AgentLine({ node }: { node: AgentNode }) {
  const { t } = useTranslation(['conversation', 'common']);
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 border-line border-t px-3 py-1 text-muted text-xs">
      <span className="font-mono">{node.agent.split('/').at(-1)}</span>
      <span>{t(`common:agentState.${node.state}`)}</span>
      <span>{t('rounds', { count: node.rounds })}</span>
      <span className="flex gap-1">
        {t('agentSpent')} <Tokens count={promptTokens(node.usage) + node.usage.output} estimated={node.estimated ?? false} />
      </span>
      {node.state === 'running' ? undefined : (
        <span className="flex gap-1">
          {t('agentReturned')} <Tokens count={node.returned} estimated />
        </span>
      )}
      <Cost usd={node.costUsd} />
      <span className="flex-1" />
      <Button look="quiet" className="h-[22px] px-1.5" onClick={() => selectAgent(node.agent)}>
        {t('openAgent')}
      </Button>
    </div>
  );
}
