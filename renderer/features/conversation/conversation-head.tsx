import { ChevronLeft, ChevronRight, Network } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { AgentNode } from '../../../shared/model/agent-node';
import type { SessionState } from '../../../shared/model/session';
import { MAIN_AGENT_PATH, pathAbove } from '../../stores/agents';
import { goBack, goForward, selectAgent, selectTree, useSelection } from '../../stores/selection';
import { Button } from '../../ui/button';
import { Chip } from '../../ui/chip';
import { IconButton } from '../../ui/icon-button';

export function ConversationHead({ state, agent }: { state: SessionState; agent: string }) {
  const { t } = useTranslation(['conversation', 'frame']);
  const canBack = useSelection((selection) => selection.past.length > 0);
  const canForward = useSelection((selection) => selection.future.length > 0);
  return (
    <header className="flex h-[38px] shrink-0 items-center gap-2 border-line border-b px-2">
      <span className="flex">
        <IconButton name={t('frame:nav.back')} keys="Alt+ArrowLeft" icon={<ChevronLeft size={16} />} disabled={!canBack} onClick={goBack} />
        <IconButton
          name={t('frame:nav.forward')}
          keys="Alt+ArrowRight"
          icon={<ChevronRight size={16} />}
          disabled={!canForward}
          onClick={goForward}
        />
      </span>
      {agent === MAIN_AGENT_PATH ? (
        <h1 className="min-w-0 flex-1 truncate font-semibold" title={state.title}>
          {state.title || t('untitled')}
        </h1>
      ) : (
        <AgentPath path={agent} nodes={state.agents ?? []} />
      )}
      {state.agents ? (
        <Button look="quiet" onClick={() => selectTree(agent)}>
          <Network size={13} aria-hidden />
          {t('agentTree', { count: state.agents.length })}
        </Button>
      ) : undefined}
      {state.archived ? <Chip>{t('archived')}</Chip> : undefined}
      {state.recovered > 0 ? (
        <Chip tone="warn" title={t('recoveredNote')}>
          {t('recovered')}
        </Chip>
      ) : undefined}
    </header>
  );
}

/** Where the shown agent stands: those above it, each a way to its conversation, and what it is to do. */
function AgentPath({ path, nodes }: { path: string; nodes: readonly AgentNode[] }) {
  const { t } = useTranslation('conversation');
  const node = nodes.find(({ agent }) => agent === path);
  return (
    <h1 className="flex min-w-0 flex-1 items-center gap-1 overflow-hidden" title={node?.task}>
      {pathAbove(path).map((agent) => (
        <span key={agent} className="flex shrink-0 items-center gap-1 text-muted">
          <button
            type="button"
            className="underline underline-offset-2"
            onClick={() => selectAgent(agent === MAIN_AGENT_PATH ? undefined : agent)}
          >
            {agent === MAIN_AGENT_PATH ? t('mainConversation') : agent.split('/').at(-1)}
          </button>
          <span aria-hidden>/</span>
        </span>
      ))}
      <span className="shrink-0 font-semibold">{path.split('/').at(-1)}</span>
      <span className="min-w-0 truncate text-muted">{node?.task}</span>
    </h1>
  );
}
