import { useEffect } from 'react';
import type { ItemView } from '../../shared/model/item';
import { useSession } from './session';
import { wantViews } from './want-views';

/** The body of an item in sight; read from the host when it is not held. Without an id: nothing. */
export function useItemView(id: string | undefined): ItemView | undefined {
  const view = useSession((state) => (id === undefined ? undefined : state.views.get(id)));
  const ready = useSession((state) => state.phase === 'ready');
  useEffect(() => {
    if (id !== undefined && !view && ready) wantViews([id]);
  }, [id, view, ready]);
  return view;
}
