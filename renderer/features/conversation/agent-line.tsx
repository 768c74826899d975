import { useTranslation } from 'react-i18next';
import { promptTokens } from '../../../shared/model/add-usage';
import type { ToolCallItem } from '../../../shared/model/item';
import { selectAgent } from '../../stores/selection';
import { useSession } from '../../stores/session';
import { Button } from '../../ui/button';
import { Cost } from '../../ui/cost';
import { Tokens } from '../../ui/tokens';

/** The agent that a call started or reached: how it stands, what it used, what of that came back, and the way to its conversation. */
export function AgentLine({ item, body }: { item: string; body: ToolCallItem | undefined }) {
  const { t } = useTranslation(['conversation', 'common']);
  const reached = body?.display?.type === 'agent' ? body.display.agent : undefined;
  const node = useSession((state) => state.state?.agents?.find((one) => one.item === item || one.agent === reached));
  if (!node) return undefined;
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
