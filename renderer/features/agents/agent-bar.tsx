import { useTranslation } from 'react-i18next';
import type { AgentNode } from '../../../shared/model/agent-node';
import { useSession } from '../../stores/session';
import { NodeActions } from './node-actions';

/** Below the conversation of a sub-agent, where the composer stands otherwise: what is typed here goes to that agent. */
export function AgentBar({ node }: { node: AgentNode }) {
  const { t } = useTranslation('agents');
  const session = useSession((state) => state.id);
  if (!session) return undefined;
  return (
    <section aria-label={t('action.bar')} className="shrink-0 border-line border-t px-4 py-2">
      <div className="mx-auto max-w-[820px]">
        <NodeActions session={session} node={node} isOpen />
      </div>
    </section>
  );
}
