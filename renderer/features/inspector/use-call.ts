import { useMemo } from 'react';
import { useSelection } from '../../stores/selection';
import { useSession } from '../../stores/session';
import { type ShownCall, shownCall } from '../../stores/shown-call';

/** The call that the inspector shows. */
export function useShownCall(): (ShownCall & { session: string }) | undefined {
  const session = useSession((state) => state.state?.id);
  const calls = useSession((state) => state.state?.calls);
  const items = useSession((state) => state.state?.items);
  const call = useSelection((state) => state.current.call);
  const item = useSelection((state) => state.current.item);
  const agent = useSelection((state) => state.current.agent);
  return useMemo(() => {
    const shown =
      calls && shownCall(calls, items ?? [], { ...(call ? { call } : {}), ...(item ? { item } : {}), ...(agent ? { agent } : {}) });
    return session && shown ? { session, ...shown } : undefined;
  }, [session, calls, items, call, item, agent]);
}
