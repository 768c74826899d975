import type { Mode } from '../../../shared/model/mode';
import type { Principal } from '../permission/principal';

/** From the freest to the strictest. */
const ORDER: readonly Mode[] = ['bypassPermissions', 'acceptEdits', 'default', 'plan', 'dontAsk'];

/** The mode that in fact holds for an agent: the strictest of its own and of all above it; plan mode holds for the whole tree. */
export function effectiveMode({ mode, parent }: Principal): Mode {
  if (parent === undefined) return mode;
  const above = effectiveMode(parent);
  if (above === 'plan' || mode === 'plan') return 'plan';
  return ORDER.indexOf(above) > ORDER.indexOf(mode) ? above : mode;
}
