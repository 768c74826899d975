import { useTranslation } from 'react-i18next';
import type { CallSpine } from '../../shared/model/session';
import { MAIN_AGENT } from '../../shared/model/main-agent';

type Named = Pick<CallSpine, 'agent' | 'number' | 'purpose'>;

/** What a call is known by: its number, whose it is where it is not the main agent's, and what for where it answers no person. */
export function useCallName(): (call: Named) => string {
  const { t } = useTranslation('common');
  return ({ agent, number, purpose }) => {
    if (purpose?.type === 'server') return t('callName.server', { server: purpose.server });
    if (purpose?.type === 'hook') return t('callName.hook');
    return agent === MAIN_AGENT ? t('callName.main', { number }) : t('callName.agent', { number, agent: agent.split('/').at(-1) });
  };
}
