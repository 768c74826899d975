import type { Mode } from '../../../shared/model/mode';
import { useConfig } from '../../stores/config';
import { useSession } from '../../stores/session';

/** The mode of the open session; without one, the mode that new sessions start in. */
export function usePresentMode(fromFiles: Mode | undefined): Mode {
  const session = useSession((state) => state.state?.mode);
  const own = useConfig((state) => state.config?.mode);
  return session ?? fromFiles ?? own ?? 'default';
}
