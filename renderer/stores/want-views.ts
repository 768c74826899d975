import type { ItemView } from '../../shared/model/item';
import { call } from './host';
import { addViews } from './item-views';
import { useSession } from './session';

const MAX_READ = 200;
const wanted = new Set<string>();
let scheduled = false;

/** Reads the bodies of items that came into sight and are not held. Calls of one moment make one request. */
export function wantViews(items: readonly string[]): void {
  const { views } = useSession.getState();
  for (const item of items) if (!views.has(item)) wanted.add(item);
  if (scheduled || wanted.size === 0) return;
  scheduled = true;
  queueMicrotask(() => {
    scheduled = false;
    void readWanted();
  });
}

async function readWanted(): Promise<void> {
  const session = useSession.getState().id;
  const items = [...wanted].slice(0, MAX_READ);
  for (const item of items) wanted.delete(item);
  if (!session || items.length === 0) return;
  try {
    const { views } = await call('item.read', { session, items });
    const now = useSession.getState();
    if (now.id === session)
      useSession.setState({
        views: addViews(
          now.views,
          views.filter((view) => isNewer(now.views.get(view.item.id), view)),
        ),
      });
  } catch {
    // Out of reach for the moment: the row asks again when it is next in sight.
  }
  if (wanted.size > 0) await readWanted();
}

/** An answer that was on its way while the item completed must not put back the unfinished item. */
function isNewer(held: ItemView | undefined, read: ItemView): boolean {
  if (held?.item.kind !== 'tool-call' || read.item.kind !== 'tool-call') return !held;
  return held.item.result === undefined;
}
