import { useTranslation } from 'react-i18next';
import type { CallSpine } from '../../shared/model/session';

type Ended = Pick<CallSpine, 'state' | 'stopReason' | 'failure'>;

/** `stopped`: by the person, which is no fault. */
export type CallOutcome = 'running' | 'done' | 'stopped' | 'failed';

export function callOutcome({ state, failure }: Ended): CallOutcome {
  return state === 'failed' && failure === 'aborted' ? 'stopped' : state;
}

/** How a call ended in the person's language: why the model stopped, or why no answer came. */
export function useCallEnd(): (call: Ended) => string {
  const { t } = useTranslation('common');
  return (call) => {
    const outcome = callOutcome(call);
    if (outcome === 'done') return t(`stop.${call.stopReason}`, { defaultValue: call.stopReason ?? '' });
    if (outcome === 'failed' && call.failure) return t(`failure.${call.failure}`);
    return t(`callState.${outcome}`);
  };
}
