import { useMemo } from 'react';
import type { CallSpine } from '../../../shared/model/session';
import { useSelection } from '../../stores/selection';
import { useSession } from '../../stores/session';

/** The call that the inspector shows: the selected one, else the newest of the selected item's call, else the newest of all. */
export function useShownCall():
  | { session: string; spine: CallSpine; before: CallSpine | undefined; after: CallSpine | undefined }
  | undefined {
  const session = useSession((state) => state.state?.id);
  const calls = useSession((state) => state.state?.calls);
  const selected = useSelection((state) => state.current.call);
  const item = useSelection((state) => state.current.item);
  const items = useSession((state) => state.state?.items);
  return useMemo(() => {
    if (!session || !calls) return undefined;
    const ofItem = item ? items?.find((entry) => entry.id === item)?.call : undefined;
    const spine = calls.find((call) => call.call === (selected ?? ofItem)) ?? calls.at(-1);
    if (!spine) return undefined;
    const own = calls.filter((call) => call.agent === spine.agent);
    const at = own.indexOf(spine);
    return { session, spine, before: own[at - 1], after: own[at + 1] };
  }, [session, calls, selected, item, items]);
}
