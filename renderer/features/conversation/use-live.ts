import { useSession } from '../../stores/session';

const NOTHING = {};

/** What has grown since the item started and its body does not hold yet. */
export function useLive(id: string): { text?: string; thinking?: string; input?: string; output?: string } {
  return useSession((state) => state.live[id] ?? NOTHING);
}
