import { useEffect } from 'react';
import type { ItemView } from '../../../shared/model/item';
import { useSession } from '../../stores/session';
import { wantViews } from '../../stores/want-views';

/** The body of an item in sight; read from the host when it is not held. */
export function useItemView(id: string): ItemView | undefined {
  const view = useSession((state) => state.views[id]);
  const ready = useSession((state) => state.phase === 'ready');
  useEffect(() => {
    if (!view && ready) wantViews([id]);
  }, [id, view, ready]);
  return view;
}

const NOTHING = {};

/** What has grown since the item started and its body does not hold yet. */
export function useLive(id: string): { text?: string; thinking?: string; input?: string; output?: string } {
  return useSession((state) => state.live[id] ?? NOTHING);
}
